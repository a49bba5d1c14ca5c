import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { useNow } from '../../../lib/clock/useNow.ts'
import { useOffline } from '../../../lib/link/useOffline.ts'
import { Button } from '../../../ui/Button.tsx'
import { Captcha } from '../../../ui/Captcha.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { codeState, secondsTo, type Channel, type CodeFields, type CodeState } from './code.ts'
import css from './CodeField.module.css'
import { DemoCode } from './DemoCode.tsx'
import { useCode, type CodeAsking, type Soon } from './useCode.ts'

interface Props extends CodeAsking {
  readonly by: Channel
  /** There is no number or address to send to yet. */
  readonly onNoAddress: () => void
}

const focus = (box: HTMLElement | null, name: string): void => box?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()

/** A picture's text buys a code, the code proves the number or address. */
export function CodeField({ form, place, to, ask, by, onNoAddress }: Props) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const code = useCode({ form, place, to, ask }, () => focus(box.current, 'verificationCode'), () => focus(box.current, 'inputCodeText'))
  const { inputCodeText, verificationCode, sent } = form.value
  const press = (): void => {
    if (to === null) onNoAddress()
    else if (inputCodeText.trim() === '') {
      code.say(t`Type the characters of the picture first.`)
      focus(box.current, 'inputCodeText')
    } else code.send()
  }
  return (
    <div className={css.code} ref={box}>
      <Captcha
        name="inputCodeText"
        picture={code.picture}
        value={inputCodeText}
        error={code.problem?.at === 'captcha' ? code.problem.text : undefined}
        onChange={({ target }) => {
          code.say(null)
          form.set({ inputCodeText: target.value })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Here it asks for the code; the form is sent from the other fields.
          event.preventDefault()
          press()
        }}
      />
      <SendButton by={by} to={to} sent={sent} soon={code.soon} busy={code.busy} onPress={press} />
      {code.problem?.at === 'sending' ? <p className={css.error} role="alert"><Icon name="alert" size={16} />{code.problem.text}</p> : null}
      {code.demoCode === null ? null : <DemoCode code={code.demoCode} by={by} onTake={() => form.set({ verificationCode: code.demoCode ?? '' })} />}
      <Field
        className={css.digits ?? ''}
        label={by === 'phone' ? <Trans>SMS code</Trans> : <Trans>Mail code</Trans>}
        {...form.field('verificationCode')}
        value={verificationCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        required
      />
    </div>
  )
}

interface SendProps {
  readonly by: Channel
  readonly to: string | null
  readonly sent: CodeFields['sent']
  readonly soon: Soon | null
  readonly busy: boolean
  readonly onPress: () => void
}

/** The one part that changes with every second. */
function SendButton({ by, to, sent, soon, busy, onPress }: SendProps) {
  const offline = useOffline()
  const now = useNow()
  const state = codeState(sent, to, now)
  const wait = Math.max(state.kind === 'sent' ? state.wait : 0, soon !== null && soon.to === to ? secondsTo(soon.until, now) : 0)
  return (
    <>
      <Button variant="line" busy={busy} aria-disabled={offline || wait > 0 || undefined} onClick={offline || wait > 0 ? undefined : onPress}>
        <Label busy={busy} again={state.kind === 'sent'} wait={wait} by={by} />
      </Button>
      <output className={offline ? `${css.said} ${css.off}` : css.said}>
        {offline ? <Trans>Offline: a code can’t be sent now.</Trans> : <Said state={state} />}
      </output>
    </>
  )
}

function Label({ busy, again, wait, by }: { readonly busy: boolean; readonly again: boolean; readonly wait: number; readonly by: Channel }) {
  if (busy) return <Trans>Sending…</Trans>
  if (wait > 0) return <Trans>Send again in {wait} s</Trans>
  if (again) return <Trans>Send again</Trans>
  return by === 'phone' ? <Trans>Send a code by SMS</Trans> : <Trans>Send a code by mail</Trans>
}

function Said({ state }: { readonly state: CodeState }) {
  switch (state.kind) {
    case 'none': return null
    case 'sent': {
      const { to, minutes } = state
      return <><Icon name="check" size={16} /><span><Trans>A code was sent to {to}. It is good for <Plural value={minutes} one="one minute" other="# minutes" />.</Trans></span></>
    }
    case 'expired': return <Trans>The code has expired. Please send a new one.</Trans>
    case 'elsewhere': {
      const { to } = state
      return <Trans>The last code went to {to}. Please send one to what stands here now.</Trans>
    }
  }
}
