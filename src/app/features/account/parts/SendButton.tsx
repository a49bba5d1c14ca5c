import { Plural, Trans } from '@lingui/react/macro'
import { useNow } from '../../../lib/clock/useNow.ts'
import { useOffline } from '../../../lib/useOffline.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { codeState, secondsTo, type Channel, type CodeState, type SentCode } from './code.ts'
import css from './CodeField.module.css'
import type { Soon } from './useCode.ts'

interface Props {
  readonly by: Channel
  readonly to: string | null
  readonly sent: SentCode | null
  readonly soon: Soon | null
  readonly busy: boolean
  readonly onPress: () => void
}

/** Requests a code and shows the state of the last request. A component of its own because it repaints every second. */
export function SendButton({ by, to, sent, soon, busy, onPress }: Props) {
  const offline = useOffline()
  const now = useNow()
  const state = codeState(sent, to, now)
  const wait = Math.max(
    state.kind === 'sent' ? state.wait : 0,
    soon !== null && soon.to === to ? secondsTo(soon.until, now) : 0,
  )
  return (
    <>
      <Button variant="line" busy={busy} disabled={offline || wait > 0} onClick={onPress}>
        <Label busy={busy} again={state.kind === 'sent'} wait={wait} by={by} />
      </Button>
      <p className={offline ? `${css.said} ${css.off}` : css.said}>
        <output>{offline ? <Trans>Offline: a code can’t be sent now.</Trans> : <Said state={state} />}</output>
        {/* Not said: it would be said anew each minute. */}
        {!offline && state.kind === 'sent' && <GoodFor minutes={state.minutes} />}
      </p>
    </>
  )
}

function Label({
  busy,
  again,
  wait,
  by,
}: {
  readonly busy: boolean
  readonly again: boolean
  readonly wait: number
  readonly by: Channel
}) {
  if (busy) return <Trans>Sending…</Trans>
  if (wait > 0) return <Trans>Send again in {wait} s</Trans>
  if (again) return <Trans>Send again</Trans>
  return by === 'phone' ? <Trans>Send a code by SMS</Trans> : <Trans>Send a code by email</Trans>
}

function Said({ state }: { readonly state: CodeState }) {
  switch (state.kind) {
    case 'none':
      return null
    case 'sent': {
      const { to } = state
      return (
        <>
          <Icon name="check" size={16} /> <Trans>A code was sent to {to}.</Trans>
        </>
      )
    }
    case 'expired':
      return <Trans>The code has expired. Please send a new one.</Trans>
    case 'elsewhere': {
      const { to } = state
      return <Trans>The last code went to {to}. Please send one to the address entered now.</Trans>
    }
  }
}

const GoodFor = ({ minutes }: { readonly minutes: number }) => (
  <span>
    <Plural value={minutes} one="It is good for one minute." other={`It is good for ${minutes} minutes.`} />
  </span>
)
