import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../../ui/Field.tsx'
import { useClient } from '../../../lib/client.ts'
import { useStore } from './RoomContext.ts'
import { HEARS, roomSettingsOf } from './settings.ts'

/** What the room announces to screen readers. */
export function HearingChoice() {
  const { t } = useLingui()
  const settings = roomSettingsOf(useClient())
  const { hears } = useStore(settings)
  return (
    <SelectField
      label={t`Announced to screen readers`}
      value={hears}
      onChange={({ target }) => settings.choose({ hears: HEARS.find((one) => one === target.value) ?? 'all' })}
    >
      <option value="all">{t`Everything on the lot in hand`}</option>
      <option value="mine">{t`What concerns my lots`}</option>
      <option value="nothing">{t`Only answers to what I do`}</option>
    </SelectField>
  )
}
