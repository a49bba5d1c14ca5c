import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DEPOSIT_KINDS } from '../../../../domain/deposit.ts'
import { KEEP_RULES, objectUntil } from '../../../../domain/deposit-hold.ts'
import { instant, parseMinor } from '../../../../domain/units.ts'
import { useClient } from '../../../lib/client.ts'
import { formatDate, formatMoney, formatZoned } from '../../../lib/format/index.ts'
import { EMPTY_LINE, isLineRefusal, useRefusedLine } from '../../../lib/form/bankLine.ts'
import { moneyIn, settledText } from '../../../lib/form/figure.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { BankLineFields } from '../../../ui/bankLine/BankLineFields.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyReference } from '../../../ui/bankLine/CopyReference.tsx'
import { CorrectedMoney } from '../../../ui/bankLine/CorrectedMoney.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Mark, type MarkTone } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { useFar } from '../../../ui/useFar.tsx'
import { isConflict } from '../../../lib/form/versioned.ts'
import {
  amountIn,
  currencyOf,
  DEPOSIT_RULES,
  RULES,
  depositBody,
  fieldOf,
  KIND,
  lineKindOf,
  type DepositRow,
  type TypedDeposit,
} from './deposit.ts'
import { HoldLine } from './HoldLine.tsx'
import { LimitBelow, type LimitsBelow } from './LimitBelow.tsx'
import { typedMoment } from './moments.ts'
import { depositsQuery, type SaleBidder } from './queries.ts'
import css from './SalePage.module.css'

const STATE: Readonly<Record<SaleBidder['deposit']['state'], readonly [MarkTone, MessageDescriptor]>> = {
  none: ['warn', msg({ context: 'deposit', message: 'Missing' })],
  partly: ['warn', msg({ context: 'deposit', message: 'Partly received' })],
  received: ['good', KIND.received],
  held: ['warn', KIND.held],
  released: ['calm', KIND.released],
  forfeited: ['bad', KIND.forfeited],
}

/** State of a company's deposit and its balances, for the list of bidders. */
export function DepositState({ bidder: { deposit } }: { readonly bidder: SaleBidder }) {
  const { i18n } = useLingui()
  if (deposit.required.length === 0) return '–'
  const [tone, words] = STATE[deposit.state]
  return (
    <>
      <Mark tone={tone}>{i18n._(words)}</Mark>
      {deposit.sums
        .filter(({ balance }) => Number(balance) > 0)
        .map(({ currency, balance }) => (
          <small key={currency}>
            <Money amount={balance} currency={currency} />
          </small>
        ))}
    </>
  )
}

interface Props {
  readonly id: string
  readonly bidder: SaleBidder
  readonly onClose: () => void
}

/** Entries of a company's deposit for this sale; the operator can only add to them. */
export function DepositDialog({ id, bidder: { companyId, companyName, deposit }, onClose }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const entries = useQuery(depositsQuery(id, companyId))
  const rows = entries.data?.rows ?? []
  const [below, setBelow] = useState<LimitsBelow>([])
  const today = typedMoment(new Date(client.time.now()).toISOString()).slice(0, 10)
  const first = deposit.required[0]
  const suggested =
    deposit.covered || !first ? '' : settledText({ of: 'money', currency: first.currency }, first.amount)
  const form = useForm<TypedDeposit>({
    name: `deposit-${id}-${companyId}`,
    version: 2,
    initial: {
      kind: 'received',
      corrects: '',
      currency: first?.currency ?? 'CNY',
      amount: suggested,
      day: today,
      reference: '',
      rule: '',
      hold: '',
      ...EMPTY_LINE,
    },
    schema: DEPOSIT_RULES,
    figures: (value) => ({ amount: amountIn(value) }),
  })
  const line = useRefusedLine()
  const currency = currencyOf(form.value)
  const isCorrection = form.value.kind === 'correction'
  const isHold = form.value.kind === 'held'
  const isKept = form.value.kind === 'forfeited'
  const due = rows.filter(({ hold }) => hold?.stage === 'due')
  const until = formatZoned(new Date(objectUntil(instant(client.time.now()))).toISOString(), client.locale)
  const asked = deposit.required.find((one) => one.currency === currency)
  const amount = moneyIn(form.value.amount, currency)
  // A correction to 0 is no slip of the finger.
  const far = useFar({ amount, stands: asked && amount !== 0 ? parseMinor(asked.amount) : null, currency })
  const renew = () => queries.invalidateQueries({ queryKey: ['desk', 'sale', id] })
  const record = useMutation({
    meta: { quiet: true },
    mutationFn: (value: TypedDeposit) =>
      client.calls.send('depositRecord', {
        body: depositBody(value, {
          scheduleTimelineId: id,
          companyId,
          after: rows[0]?.seq ?? 0,
          refused: line.is(value),
        }),
      }),
    onSuccess: async ({ biddingNumber, covered, below: left = [] }) => {
      await form.draft.clear()
      await renew()
      if (left.length > 0) return setBelow(left)
      notify(client, {
        tone: 'good',
        title: t`The deposit is recorded.`,
        ...(covered && biddingNumber !== null && { text: t`${companyName} is admitted with number ${biddingNumber}.` }),
      })
      onClose()
    },
    onError: async (error, value) => {
      form.showErrorAt(fieldOf(error), error)
      if (isLineRefusal(error)) line.note(value)
      if (isConflict(error)) await renew()
    },
  })
  const title = <Trans>Deposit of {companyName}</Trans>
  if (below.length > 0)
    return (
      <Dialog
        title={title}
        onClose={onClose}
        actions={
          <Button variant="line" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <LimitBelow companyName={companyName} below={below} />
        <Entries rows={rows} of={{ id, companyId, after: rows[0]?.seq ?? 0 }} />
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        <Trans>Asked for:</Trans>{' '}
        {deposit.required.map((one, at) => (
          <span key={one.currency}>
            {at > 0 && ' / '}
            <Money amount={one.amount} currency={one.currency} />
          </span>
        ))}
      </p>
      {deposit.reference !== undefined && deposit.reference !== null && (
        <CopyReference label={<Trans>Reference in the transfer’s remarks:</Trans>} reference={deposit.reference} />
      )}
      {entries.isError && entries.data === undefined && <ReadProblem read={entries} />}
      <Entries rows={rows} of={{ id, companyId, after: rows[0]?.seq ?? 0 }} />
      <form
        className={css.form}
        noValidate
        aria-label={t`Record a deposit`}
        onSubmit={form.submit((value) => {
          if (!far.asks()) record.mutate(value)
        })}
      >
        <ErrorSummary form={form} />
        <DraftNotice draft={form.draft} />
        <SelectField
          label={<Trans context="payment">Kind</Trans>}
          {...form.field('kind')}
          onChange={({ target: { value: kind } }) =>
            // The amount asked for is suggested for a deposit, not for a correction.
            form.set({ kind, ...(kind !== 'received' && form.value.amount === suggested && { amount: '' }) })
          }
        >
          {DEPOSIT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {i18n._(KIND[kind])}
            </option>
          ))}
        </SelectField>
        {isHold && (
          <SelectField
            label={<Trans>Rule of the sale</Trans>}
            hint={
              <Trans>
                The company reads the amount, the rule and your reason at once, and may object until {until}. Nothing is
                kept before.
              </Trans>
            }
            {...form.field('rule')}
          >
            <option value="">{t`Please choose`}</option>
            {KEEP_RULES.map((rule) => (
              <option key={rule} value={rule}>
                {i18n._(RULES[rule])}
              </option>
            ))}
          </SelectField>
        )}
        {isKept && (
          <SelectField
            label={<Trans>Hold to keep</Trans>}
            hint={
              due.length === 0 ? (
                <Trans>Nothing can be kept now: hold it first, and wait for the five days and for your answer.</Trans>
              ) : (
                <Trans>The company is told that the amount is kept, by which rule and why.</Trans>
              )
            }
            {...form.field('hold')}
            onChange={({ target: { value: hold } }) => {
              const chosen = due.find(({ seq }) => String(seq) === hold)
              form.set({
                hold,
                ...(chosen?.hold && {
                  currency: chosen.currency,
                  amount: settledText({ of: 'money', currency: chosen.currency }, chosen.hold.left),
                }),
              })
            }}
          >
            <option value="">{t`Please choose`}</option>
            {due.map(({ seq, currency: of, hold }) => (
              <option key={seq} value={seq}>
                {[seq, hold ? formatMoney(hold.left, of) : '', hold?.rule ?? ''].join(' · ')}
              </option>
            ))}
          </SelectField>
        )}
        {isCorrection ? (
          <SelectField
            label={<Trans>Entry to correct</Trans>}
            {...form.field('corrects')}
            onChange={({ target: { value: corrects } }) => {
              const chosen = rows.find(({ seq }) => String(seq) === corrects)
              form.set({ corrects, ...(chosen && { currency: chosen.currency }) })
            }}
          >
            <option value="">{t`Please choose`}</option>
            {rows
              .filter(({ kind }) => kind !== 'correction')
              .map((one) => (
                <option key={one.seq} value={one.seq}>
                  {[
                    one.seq,
                    i18n._(KIND[one.kind]),
                    formatMoney(one.amountNow, one.currency),
                    formatDate(one.day, client.locale),
                  ].join(' · ')}
                </option>
              ))}
          </SelectField>
        ) : (
          <SelectField label={t`Currency`} {...form.field('currency')}>
            {deposit.required.map((one) => (
              <option key={one.currency} value={one.currency}>
                {one.currency}
              </option>
            ))}
          </SelectField>
        )}
        <FigureField
          label={isCorrection ? <Trans>Amount it should have, in {currency}</Trans> : t`Amount`}
          hint={isCorrection ? <Trans>0 if it never came.</Trans> : undefined}
          {...form.figure('amount')}
        />
        <Field label={<Trans>Day at the bank</Trans>} type="date" max={today} {...form.field('day')} />
        <Field
          label={t`Reference or reason`}
          hint={
            isCorrection
              ? t`Why the entry is corrected.`
              : isHold || isKept
                ? t`Why, in words that the company reads.`
                : t`Of the bank transfer.`
          }
          autoComplete="off"
          {...form.field('reference')}
        />
        <BankLineFields form={form} kind={lineKindOf(form.value)} refused={line.is(form.value)} />
        {far.question(() => form.attempt((value) => record.mutate(value)))}
        <SubmitButton busy={record.isPending} working={<Trans>Saving…</Trans>}>
          <Trans>Record</Trans>
        </SubmitButton>
      </form>
    </Dialog>
  )
}

interface EntriesProps {
  readonly rows: readonly DepositRow[]
  readonly of: { readonly id: string; readonly companyId: string; readonly after: number }
}

/** Entries so far, the newest first. */
function Entries({ rows, of }: EntriesProps) {
  const client = useClient()
  const { t, i18n } = useLingui()
  if (rows.length === 0) return null
  return (
    <ol className={css.entries} aria-label={t`Entries so far`}>
      {rows.map((row) => {
        const { seq, kind, currency, amount, amountNow, corrects, day, reference, recordedBy, hold } = row
        return (
          <li key={seq}>
            <span className={css.seq}>{seq}</span>
            <div>
              <p>
                <strong>{i18n._(KIND[kind])}</strong>
                {corrects !== null && (
                  <>
                    {' · '}
                    <Trans>Entry {corrects} should read</Trans>
                  </>
                )}
              </p>
              <small>
                {[formatDate(day, client.locale), reference, recordedBy].filter((one) => one !== '').join(' · ')}
              </small>
              {hold && <HoldLine of={of} row={{ ...row, hold }} />}
            </div>
            <p className={css.sum}>
              <CorrectedMoney amount={amount} amountNow={amountNow} currency={currency} />
            </p>
          </li>
        )
      })}
    </ol>
  )
}
