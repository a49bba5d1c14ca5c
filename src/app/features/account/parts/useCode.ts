import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, type AnswerOf } from '../../../../client/calls/index.ts'
import { describeError, describedAs, type Described } from '../../../../client/calls/describe.ts'
import type { Form } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { useCaptcha, type Picture } from '../../../ui/useCaptcha.ts'
import { sentAt, type CodeFields } from './code.ts'
import { useClient } from '../../../lib/client.ts'

export type CodeAnswer = AnswerOf<'sendSmsEmail'>

export interface CodeAsking {
  readonly form: Form<CodeFields>
  /** Form that the captcha belongs to. */
  readonly place: string
  /** Normalised number or address; null while the typed text is neither. */
  readonly to: string | null
  readonly ask: (captcha: { readonly inputCodeText: string; readonly uuid: string }, to: string) => Promise<CodeAnswer>
}

interface CodeProblem extends Described {
  readonly at: 'captcha' | 'sending'
}

export interface Soon {
  readonly to: string
  readonly until: number
}

interface CodeTools {
  readonly picture: Picture
  readonly busy: boolean
  readonly problem: CodeProblem | null
  /** Only the demo world returns the code. */
  readonly demoCode: string | null
  /** Set when the server names a time: another tab requested a code just now, or many on this network are waiting. */
  readonly soon: Soon | null
  readonly send: () => void
  /** Sets or clears the error of the captcha's text. */
  readonly say: (text: string | null) => void
}

/** Requests a code by SMS or mail. Each try uses up its captcha picture, whether its text was right or wrong. */
export function useCode(
  { form, place, to, ask }: CodeAsking,
  onSent: () => void,
  onWrongPicture: () => void,
): CodeTools {
  const client = useClient()
  const { i18n } = useLingui()
  const picture = useCaptcha(place)
  const [problem, setProblem] = useState<CodeProblem | null>(null)
  const [soon, setSoon] = useState<Soon | null>(null)
  const [demoCode, setDemoCode] = useState<string | null>(null)
  const [busy, send] = useOnce(async () => {
    if (to === null) return
    setProblem(null)
    try {
      const answer = await ask({ inputCodeText: form.value.inputCodeText.trim(), uuid: picture.uuid }, to)
      // A message may overtake this answer: a code that was typed meanwhile stays, one of an earlier message goes.
      const earlier = form.value.verificationCode !== ''
      form.set({
        sent: sentAt(client.time.now(), to, answer),
        inputCodeText: '',
        ...(earlier && { verificationCode: '' }),
      })
      setDemoCode(answer.demoCode)
      picture.renew()
      onSent()
    } catch (error) {
      setProblem({ ...describeError(error, i18n), at: isWrong(error) ? 'captcha' : 'sending' })
      // The captcha may not have reached the server, so picture and typed text stay for the next try.
      if (!(error instanceof ApiError)) return
      const isQueued = error.reason === 'code.queue'
      const seconds = isQueued || error.reason === 'code.too_soon' ? error.numbers['seconds'] : undefined
      if (seconds !== undefined) setSoon({ to, until: client.time.now() + seconds * 1000 })
      // The picture was not used up: it is sent with the next press.
      if (isQueued) return
      form.set({ inputCodeText: '' })
      picture.renew()
      if (isWrong(error)) onWrongPicture()
    }
  })
  const say = (text: string | null): void =>
    setProblem(text === null ? null : { ...describedAs('error', text), at: 'captcha' })
  return { picture, busy, problem, demoCode, soon, send, say }
}

const isWrong = (error: unknown): boolean => error instanceof ApiError && error.reason === 'captcha.wrong'
