import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../../client/calls/index.ts'
import { OBJECTION_MOST } from '../../../../domain/deposit-hold.ts'
import { useClient } from '../../../lib/client.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { formatZoned } from '../../../lib/format/index.ts'
import { AreaField } from '../../../ui/AreaField.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Mark, type MarkTone } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import type { Deposit } from './deposit.ts'
import { OBJECTION_RULES } from './objection.ts'
import css from './SignUps.module.css'

export type Hold = NonNullable<Deposit['holds']>[number]

const STAGE: Readonly<Record<Hold['stage'], readonly [MarkTone, MessageDescriptor]>> = {
  open: ['warn', msg({ context: 'deposit', message: 'Held' })],
  objected: ['warn', msg`Held, objection waits for the answer`],
  due: ['warn', msg({ context: 'deposit', message: 'Held' })],
  unfounded: ['warn', msg({ context: 'deposit', message: 'Held' })],
  kept: ['bad', msg({ context: 'deposit', message: 'Kept' })],
  released: ['good', msg({ context: 'hold', message: 'No longer held' })],
}
const RULES: Readonly<Record<NonNullable<Hold['rule']>, MessageDescriptor>> = {
  '9.1': msg`9.1 A won lot’s contract is not signed`,
  '9.2': msg`9.2 A contract is not paid or performed`,
  '9.3': msg`9.3 Collusion or deceit in bidding`,
}

interface Props {
  readonly sale: string
  readonly holds: readonly Hold[]
  readonly now: number
}

/** What is held of a deposit: by which rule, why, and until when the company may object. */
export function Holds({ sale, holds, now }: Props) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  return holds.map((one) => {
    const { hold, amount, currency, rule, stage, reason, at, until, objection } = one
    const [tone, words] = STAGE[stage]
    const [untilSaid, since] = [formatZoned(until, locale), formatZoned(at, locale)]
    const mayObject = stage === 'open' && objection === null && now < Date.parse(until)
    return (
      <div key={hold} className={css.held}>
        <p className={css.pin}>
          <Mark tone={tone}>{i18n._(words)}</Mark>
          <strong>
            <Money amount={amount} currency={currency} />
          </strong>
        </p>
        {rule !== null && (
          <p className={css.next}>
            <Trans>Rule of the sale:</Trans> {i18n._(RULES[rule])}
          </p>
        )}
        <p className={css.next}>
          <Trans>Reason:</Trans> {reason}
        </p>
        <p className={css.next}>
          {mayObject ? (
            <Trans>
              Notice of {since}. You may object until {untilSaid}; nothing is kept before.
            </Trans>
          ) : (
            <Trans>Notice of {since}.</Trans>
          )}
        </p>
        {objection && (
          <p className={css.next}>
            <Trans>Your objection:</Trans> {objection.text}
          </p>
        )}
        {objection?.answer && (
          <p className={css.next}>
            {objection.answer.answer === 'upheld' ? <Trans>Upheld:</Trans> : <Trans>Rejected:</Trans>}{' '}
            {objection.answer.reason}
          </p>
        )}
        {mayObject && <Objection sale={sale} hold={hold} />}
      </div>
    )
  })
}

function Objection({ sale, hold }: { readonly sale: string; readonly hold: number }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const form = useForm<{ readonly text: string }>({
    name: `objection-${sale}-${hold}`,
    version: 1,
    initial: { text: '' },
    schema: OBJECTION_RULES,
  })
  const renew = () => queries.invalidateQueries({ queryKey: ['schedules', 'signUps'] })
  const send = useMutation({
    meta: { quiet: true },
    mutationFn: ({ text }: { readonly text: string }) =>
      client.calls.send('depositObject', { body: { scheduleTimelineId: sale, hold, text } }),
    onSuccess: async () => {
      await form.draft.clear()
      notify(client, { tone: 'good', title: t`Your objection is with the operator.` })
      await renew()
    },
    onError: async (error) => {
      form.take(error)
      if (error instanceof ApiError && error.reason?.startsWith('deposit.')) await renew()
    },
  })
  return (
    <form
      className={css.objection}
      aria-label={t`Object to the hold`}
      noValidate
      onSubmit={form.submit((value) => send.mutate(value))}
    >
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      <AreaField
        label={<Trans>Your objection</Trans>}
        hint={<Trans>Once, in full: dates, contract numbers, payments.</Trans>}
        maxLength={OBJECTION_MOST}
        required
        {...form.field('text')}
      />
      <SubmitButton busy={send.isPending} working={<Trans>Sending…</Trans>}>
        <Trans>Object</Trans>
      </SubmitButton>
    </form>
  )
}
