import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Captcha } from '../../../ui/Captcha.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { Field } from '../../../ui/Field.tsx'
import { askedFirst } from '../../../ui/useCaptcha.ts'
import { ProblemLine } from '../../../ui/ProblemLine.tsx'
import type { Channel } from './code.ts'
import css from './CodeField.module.css'
import { DemoCode } from './DemoCode.tsx'
import { SendButton } from './SendButton.tsx'
import { useCode, type CodeAsking } from './useCode.ts'

interface Props extends CodeAsking {
  readonly by: Channel
  /** Called on a press while the form has no number or address to send a code to. */
  readonly onNoAddress: () => void
}

const focus = (box: HTMLElement | null, name: string): void =>
  box?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()

/** The reader types the captcha's text to request a code, and the code to prove the number or address. */
export function CodeField({ form, place, to, ask, by, onNoAddress }: Props) {
  const { i18n } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const code = useCode(
    { form, place, to, ask },
    () => focus(box.current, 'verificationCode'),
    () => focus(box.current, 'inputCodeText'),
  )
  const { inputCodeText, verificationCode, sent } = form.value
  const press = (): void => {
    if (to === null) onNoAddress()
    else if (inputCodeText.trim() === '') {
      code.say(i18n._(askedFirst(code.picture)))
      focus(box.current, 'inputCodeText')
    } else code.send()
  }
  return (
    <div className={css.code} ref={box}>
      <Captcha
        name="inputCodeText"
        picture={code.picture}
        value={inputCodeText}
        error={code.problem?.at === 'captcha' ? code.problem.title : undefined}
        onChange={({ target }) => {
          code.say(null)
          form.set({ inputCodeText: target.value })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          // Enter in this field requests the code; the other fields submit the form.
          event.preventDefault()
          press()
        }}
      />
      <SendButton by={by} to={to} sent={sent} soon={code.soon} busy={code.busy} onPress={press} />
      {code.problem?.at === 'sending' ? <ProblemLine problem={code.problem} /> : null}
      {code.demoCode === null ? null : (
        <DemoCode code={code.demoCode} by={by} onTake={() => form.set({ verificationCode: code.demoCode ?? '' })} />
      )}
      <Field
        className={css.digits ?? ''}
        label={by === 'phone' ? <Trans>SMS code</Trans> : <Trans>Email code</Trans>}
        {...form.field('verificationCode')}
        value={verificationCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
    </div>
  )
}
