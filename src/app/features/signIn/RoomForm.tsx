import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { describeError, describedAs } from '../../../client/calls/describe.ts'
import { ApiError, type AnswerOf } from '../../../client/calls/index.ts'
import { formatZoned } from '../../lib/format/index.ts'
import { takeSeat } from '../../../client/session/index.ts'
import { Field } from '../../ui/Field.tsx'
import { OnlineButton } from '../../ui/online/OnlineButton.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { withSecondFactor } from '../../ui/secondFactor.ts'
import css from './LoginPage.module.css'
import { Refused } from './Refused.tsx'
import { useClient } from '../../lib/client.ts'

type Door = AnswerOf<'venueLogin'>['choice'][number]
interface Props {
  readonly onEntered: (scheduleTimelineId: string) => void
}

const FIELDS = ['account', 'password', 'phone'] as const

/**
 * Enters a room directly by account, password and the account's phone, without a sign-in. If there are several rooms,
 * the person chooses one.
 */
export function RoomForm({ onEntered }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState({ account: '', password: '', phone: '' })
  const [asked, setAsked] = useState(false)
  const [doors, setDoors] = useState<readonly Door[]>([])
  const form = useRef<HTMLFormElement>(null)
  const refusal = useId()

  const sit = (seat: Parameters<typeof takeSeat>[1]): void => {
    takeSeat(client, seat)
    onEntered(seat.scheduleTimelineId)
  }
  const login = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const { entered, choice } = await withSecondFactor(client, (second) =>
        client.calls.send('venueLogin', { body: typed }, { second }),
      )
      setDoors(choice)
      if (entered) sit(entered)
    },
  })
  const choose = useMutation({
    meta: { quiet: true },
    mutationFn: async ({ scheduleTimelineId }: Door) => {
      const { account, password } = typed
      sit({
        ...(await withSecondFactor(client, (second) =>
          client.calls.send('assemblyLogin', { body: { scheduleTimelineId, account, password } }, { second }),
        )),
        scheduleTimelineId,
      })
    },
  })

  const empty = FIELDS.find((name) => typed[name].trim() === '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (empty === undefined) login.mutate()
    else form.current?.querySelector<HTMLInputElement>(`[name=${empty}]`)?.focus()
  }
  const field = (name: (typeof FIELDS)[number], missing: string) => ({
    name,
    required: true,
    'aria-describedby': login.error || choose.error ? refusal : undefined,
    value: typed[name],
    error: asked && typed[name].trim() === '' ? missing : undefined,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  })
  const error = login.error ?? choose.error
  // The message does not tell which of the three was wrong, but mentions the phone number.
  const refused =
    error instanceof ApiError && error.reason === 'auth.wrong_credentials'
      ? describedAs('error', t`Account, password or phone number is wrong.`)
      : error && describeError(error, i18n)
  return (
    <form method="post" className={css.form} ref={form} onSubmit={submit} noValidate>
      <header>
        <h1>
          <Trans>Enter the room directly</Trans>
        </h1>
        <p>
          <Trans>With account, password and the phone number of the account.</Trans>
        </p>
      </header>
      {refused && <Refused id={refusal} problem={refused} />}
      <Field
        label={<Trans>Login account</Trans>}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('account', t`Enter your login account.`)}
      />
      <PasswordField
        label={<Trans>Password</Trans>}
        autoComplete="current-password"
        {...field('password', t`Enter your password.`)}
      />
      <Field
        label={<Trans>Phone</Trans>}
        type="tel"
        autoComplete="tel"
        {...field('phone', t`Enter the phone number of the account.`)}
      />
      {doors.length > 0 && (
        <fieldset className={css.doors}>
          <legend>
            <Trans>Several rooms are open to you. Which one?</Trans>
          </legend>
          {doors.map((door) => (
            <OnlineButton
              key={door.scheduleTimelineId}
              variant="line"
              wide
              busy={choose.isPending}
              onClick={() => choose.mutate(door)}
            >
              {door.scheduleName} · {formatZoned(door.startTime, client.locale)}
            </OnlineButton>
          ))}
        </fieldset>
      )}
      <OnlineButton type="submit" wide busy={login.isPending}>
        <Trans>Enter the room</Trans>
      </OnlineButton>
    </form>
  )
}
