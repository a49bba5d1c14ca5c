import { Trans } from '@lingui/react/macro'
import { CopyReference } from '../../../ui/bankLine/CopyReference.tsx'
import { Money } from '../../../ui/Money.tsx'
import type { SignUp } from './entry.ts'
import css from './SignUps.module.css'

/** What is open of the deposit, and the reference by which its transfer is recognised. */
export function DepositLine({ signUp: { deposit, state } }: { readonly signUp: SignUp }) {
  if (!deposit || state === 5) return null
  const { open, reference } = deposit
  if (open.some(({ amount }) => Number(amount) === 0))
    return (
      <p className={css.next}>
        <Trans>The deposit has arrived.</Trans>
      </p>
    )
  return (
    <>
      <p className={css.next}>
        <Trans>Deposit still open:</Trans>{' '}
        {open.map(({ currency, amount }, at) => (
          <strong key={currency}>
            {at > 0 && ' / '}
            <Money amount={amount} currency={currency} />
          </strong>
        ))}
      </p>
      <CopyReference label={<Trans>Write it in the transfer’s remarks:</Trans>} reference={reference} />
    </>
  )
}
