import css from './CorrectedMoney.module.css'
import { Money } from '../Money.tsx'

interface Props {
  readonly amount: string
  /** Amount after corrections. */
  readonly amountNow: string
  readonly currency: string
}

/** The amount of an entry; a corrected one is struck through beside the amount that counts. */
export function CorrectedMoney({ amount, amountNow, currency }: Props) {
  if (amountNow === amount) return <Money amount={amount} currency={currency} />
  return (
    <span className={css.corrected}>
      <del>
        <Money amount={amount} currency={currency} />
      </del>{' '}
      <ins>
        <Money amount={amountNow} currency={currency} />
      </ins>
    </span>
  )
}
