import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { describedAs, type Described } from '../../../../client/calls/describe.ts'
import { ApiError, type AnswerOf } from '../../../../client/calls/index.ts'
import { useOffline } from '../../../lib/useOffline.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Captcha } from '../../../ui/Captcha.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { Field } from '../../../ui/Field.tsx'
import { ProblemLine } from '../../../ui/ProblemLine.tsx'
import { askedFirst, useCaptcha } from '../../../ui/useCaptcha.ts'
import { useProblem } from '../../../ui/useProblem.ts'
import css from './Hint.module.css'
import { useClient } from '../../../lib/client.ts'

type Channels = AnswerOf<'passwordHint'>['channels']

/** Helps a person who has forgotten which contacts the account has. */
export function Hint() {
  const [open, setOpen] = useState(false)
  return (
    <details className={css.hint} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Trans>Not sure what you registered with?</Trans>
        <Icon name="down" size={18} />
      </summary>
      {open ? <Ask /> : null}
    </details>
  )
}

function Ask() {
  const client = useClient()
  const { t, i18n } = useLingui()
  const problem = useProblem()
  const picture = useCaptcha('hint')
  const offline = useOffline()
  const [account, setAccount] = useState('')
  const [text, setText] = useState('')
  const [channels, setChannels] = useState<Channels | null>(null)
  const [wrong, setWrong] = useState<{ readonly at: 'account' | 'text' | 'all'; readonly problem: Described } | null>(
    null,
  )
  const missing = (place: 'account' | 'text', title: string): void =>
    setWrong({ at: place, problem: describedAs('error', title) })
  const [busy, ask] = useOnce(async () => {
    if (account.trim() === '') return missing('account', t`Enter your login account.`)
    if (text.trim() === '') return missing('text', i18n._(askedFirst(picture)))
    setWrong(null)
    try {
      const answer = await client.calls.send('passwordHint', {
        body: { account: account.trim(), inputCodeText: text.trim(), uuid: picture.uuid },
      })
      setChannels(answer.channels)
    } catch (error) {
      setWrong({
        at: error instanceof ApiError && error.reason === 'captcha.wrong' ? 'text' : 'all',
        problem: problem(error),
      })
      if (!(error instanceof ApiError)) return
    }
    setText('')
    picture.renew()
  })
  const at = (place: 'account' | 'text'): string | undefined => (wrong?.at === place ? wrong.problem.title : undefined)
  // Enter requests the hint and must not submit the surrounding form.
  const onKeyDown = (
    event: { readonly key: string; readonly preventDefault: () => void } & Parameters<typeof isComposing>[0],
  ): void => {
    if (event.key !== 'Enter' || isComposing(event)) return
    event.preventDefault()
    if (!offline) ask()
  }
  return (
    <div className={css.body}>
      <Field
        label={<Trans>Login account</Trans>}
        name="hintAccount"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={account}
        error={at('account')}
        onChange={({ target }) => setAccount(target.value)}
        onKeyDown={onKeyDown}
      />
      <Captcha
        name="hintText"
        picture={picture}
        value={text}
        error={at('text')}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {wrong?.at === 'all' ? <ProblemLine problem={wrong.problem} /> : null}
      <Button variant="line" busy={busy} disabled={offline} onClick={ask}>
        <Trans>Show options</Trans>
      </Button>
      <output className={css.answer}>{channels === null ? null : <Ways channels={channels} />}</output>
    </div>
  )
}

/** The text must not reveal whether the account exists. */
function Ways({ channels }: { readonly channels: Channels }) {
  const phone = channels.includes('phone')
  const email = channels.includes('email')
  return (
    <>
      <strong>
        {phone && email ? (
          <Trans>By the account’s phone number (mainland China) or email address.</Trans>
        ) : email ? (
          <Trans>By the account’s email address.</Trans>
        ) : phone ? (
          <Trans>By the account’s phone number (mainland China).</Trans>
        ) : (
          <Trans>Please call customer service.</Trans>
        )}
      </strong>
      <span>
        <Trans>For security, the answer is the same for every account.</Trans>
      </span>
    </>
  )
}
