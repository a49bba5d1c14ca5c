import { Trans, useLingui } from '@lingui/react/macro'
import { createContext, use, useId, useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { IDENTITY } from '../../../../contract/constants.ts'
import { LAW } from '../../../../domain/rule.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useAct } from '../parts/useAct.ts'
import { useRefused } from '../parts/useRefused.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { Said } from '../room/Said.tsx'
import css from './MessageBox.module.css'
import { speakerOf } from './speaker.ts'

type Typed = readonly [text: string, type: (text: string) => void]
const TypedMessage = createContext<Typed | null>(null)

/** Keeps the message that is being typed while its box is out of sight: behind another tab, or in the other layout. */
export function KeepTypedMessage({ children }: { readonly children: ReactNode }) {
  const [text, type] = useState('')
  const typed = useMemo(() => [text, type] as const, [text])
  return <TypedMessage value={typed}>{children}</TypedMessage>
}

/** Sends a message to the room. The input stays until the room has accepted it. */
export function MessageBox() {
  const { t } = useLingui()
  const { seat, commands } = useVenue()
  const id = useId()
  const speaker = speakerOf(seat)
  const silenced = useSilenced(speaker)
  const own = useState('')
  const [text, setText] = use(TypedMessage) ?? own
  const { busy, act } = useAct()
  const refused = useRefused()
  const [pressed, press] = useState(false)
  const over = useSession((state) => state.phase === 5)
  if (speaker === null || over) return null
  if (silenced !== null)
    return (
      <p className={css.gagged}>
        <Icon name="pause" size={16} />
        {silenced === 'all' ? (
          <Trans>The host has switched messages off for now.</Trans>
        ) : (
          <Trans>The host has muted you.</Trans>
        )}
      </p>
    )

  const content = text.trim()
  const say = async (event: FormEvent) => {
    event.preventDefault()
    press(content === '')
    if (content === '') return refused(event.currentTarget)
    if (await act(() => commands.say(content))) setText('')
  }
  const isMissing = pressed && content === ''
  return (
    <form className={css.box} onSubmit={(event) => void say(event)}>
      <label className="visually-hidden" htmlFor={id}>
        <Trans>Message to the room</Trans>
      </label>
      <input
        id={id}
        className={css.input}
        value={text}
        maxLength={LAW.messageMax}
        placeholder={t`Message to the room`}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
      />
      <ActButton type="submit" variant="line" busy={busy} working={<Trans>Sending…</Trans>}>
        <Trans>Send</Trans>
      </ActButton>
      {isMissing && (
        <Said className={css.missing} id={`${id}-missing`}>
          <Icon name="alert" size={16} />
          <Trans>Please type a message first.</Trans>
        </Said>
      )}
    </form>
  )
}

function useSilenced(speaker: string | null): 'all' | 'me' | null {
  const allowed = useSession((state) => state.speech.allowed)
  const gagged = useSession((state) => speaker !== null && state.speech.gagged[speaker] === true)
  const { seat } = useVenue()
  if (seat.identity === IDENTITY.host) return null
  if (gagged) return 'me'
  return allowed ? null : 'all'
}
