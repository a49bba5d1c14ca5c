import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../../ui/Field.tsx'
import { useClient } from '../../../lib/client.ts'
import css from './HearingChoice.module.css'
import { useStore } from './RoomContext.ts'
import { HEARS, roomSettingsOf } from './settings.ts'
import { signalsOf } from './signals.ts'

/** How the room tells its news (`NEWS`), besides showing them: words for screen readers, sounds, vibration. */
export function HearingChoice() {
  const client = useClient()
  const { t } = useLingui()
  const settings = roomSettingsOf(client)
  const signals = signalsOf(client)
  const { hears, sounds, shakes } = useStore(settings)
  // Each is tried out at once: the press also allows the page to make a sound.
  const tryOut = (choice: Parameters<typeof settings.choose>[0]) => {
    settings.choose(choice)
    signals.give('accepted')
  }
  return (
    <fieldset className={css.choice}>
      <legend>{t`How the room tells you`}</legend>
      <SelectField
        label={t`Announced to screen readers`}
        value={hears}
        onChange={({ target }) => settings.choose({ hears: HEARS.find((one) => one === target.value) ?? 'all' })}
      >
        <option value="all">{t`Everything on the lot in hand`}</option>
        <option value="mine">{t`What concerns my lots`}</option>
        <option value="nothing">{t`Only answers to what I do`}</option>
      </SelectField>
      <label className={css.tick}>
        <input type="checkbox" checked={sounds} onChange={({ target }) => tryOut({ sounds: target.checked })} />
        {t`Sounds: lead lost, last seconds, won, paused`}
      </label>
      {signals.vibrates && (
        <label className={css.tick}>
          <input type="checkbox" checked={shakes} onChange={({ target }) => tryOut({ shakes: target.checked })} />
          {t`This device vibrates at the same`}
        </label>
      )}
    </fieldset>
  )
}
