import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useClient } from '../../../lib/client.ts'
import { formatZoned } from '../../../lib/format/index.ts'
import { CopyReference } from '../../../ui/bankLine/CopyReference.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { DEPOSIT_STATES, depositSeen, type Deposit } from './deposit.ts'
import type { SignUp } from './entry.ts'
import { Holds } from './Holds.tsx'
import css from './SignUps.module.css'

interface Props {
  readonly signUp: SignUp
  readonly now: number
}

/** State of the company's deposit; while some of it is missing: how much, until when, and where it is paid. */
export function DepositLine({ signUp: { scheduleTimelineId, deposit, biddingNumber }, now }: Props) {
  const { i18n } = useLingui()
  if (!deposit) return null
  const { state, here, returned, kept } = depositSeen(deposit)
  const isOpen = state === 'awaited' || state === 'partly'
  const [tone, words] = DEPOSIT_STATES[state]
  return (
    <section className={css.deposit} aria-label={i18n._(msg`Deposit for this sale`)}>
      <p className={css.pin}>
        <Trans>Deposit</Trans> <Mark tone={tone}>{i18n._(words)}</Mark>
        <Amounts label={i18n._(msg({ context: 'deposit', message: 'Here' }))} amounts={here} joint />
        <Amounts label={i18n._(msg({ context: 'deposit', message: 'Returned' }))} amounts={returned} joint />
        <Amounts label={i18n._(msg({ context: 'deposit', message: 'Kept' }))} amounts={kept} joint />
      </p>
      {deposit.holds && <Holds sale={scheduleTimelineId} holds={deposit.holds} now={now} />}
      {isOpen && <Open deposit={deposit} now={now} waits={biddingNumber === null} />}
    </section>
  )
}

interface AmountsProps {
  readonly label: string
  readonly amounts: Deposit['required']
  /** All of them together, not any one of them. */
  readonly joint?: boolean
}

function Amounts({ label, amounts, joint = false }: AmountsProps) {
  if (amounts.length === 0) return null
  return (
    <span>
      {label}{' '}
      {amounts.map(({ currency, amount }, at) => (
        <strong key={currency}>
          {at > 0 && (joint ? ' + ' : ' / ')}
          <Money amount={amount} currency={currency} />
        </strong>
      ))}
    </span>
  )
}

interface OpenProps {
  readonly deposit: Deposit
  readonly now: number
  /** The company is not admitted yet. */
  readonly waits: boolean
}

function Open({ deposit: { open, due, accounts = [], reference }, now, waits }: OpenProps) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  const until = due === undefined ? '' : formatZoned(due, locale)
  return (
    <>
      <p className={css.next}>
        <Amounts label={i18n._(msg`Deposit still open:`)} amounts={open} />
      </p>
      {due !== undefined && (
        <p className={css.next}>
          {Date.parse(due) < now ? (
            <Trans>
              It was due {until}. Please call the operator before you pay; the number is at the foot of the page.
            </Trans>
          ) : (
            <>
              <Trans>Due {until}.</Trans> {waits && <Trans>Your company is admitted once all of it is here.</Trans>}
            </>
          )}
        </p>
      )}
      {accounts.map(({ currency, payee, bank, account, swift }) => (
        <dl key={currency} className={css.account} aria-label={i18n._(msg`Account for ${currency}`)}>
          <div>
            <dt>
              <Trans>Payee, {currency}</Trans>
            </dt>
            <dd translate="no">{payee}</dd>
          </div>
          <div>
            <dt>
              <Trans>Bank</Trans>
            </dt>
            <dd translate="no">
              {bank}
              {swift !== '' && ` · SWIFT ${swift}`}
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Account number</Trans>
            </dt>
            <dd>
              <CopyReference reference={account} of="account" />
            </dd>
          </div>
        </dl>
      ))}
      {accounts.length === 0 && (
        <p className={css.next}>
          <Trans>The operator has named no account yet. Please call; the number is at the foot of the page.</Trans>
        </p>
      )}
      <CopyReference label={<Trans>Write it in the transfer’s remarks:</Trans>} reference={reference} />
    </>
  )
}
