import { Trans } from '@lingui/react/macro'
import type { AnswerOf } from '../../../../client/calls/index.ts'
import { parseMinor } from '../../../../domain/units.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Money } from '../../../ui/Money.tsx'
import css from './SalePage.module.css'

interface LimitInfo {
  readonly most: string
  readonly exposed: string
}

/** Marks a limit that a corrected deposit left below what its bidder has won and leads (X5). */
export const BelowMark = ({ most, exposed }: LimitInfo) =>
  (parseMinor(most) ?? 0) < (parseMinor(exposed) ?? 0) ? (
    <span className={css.belowMark}>
      <Icon name="alert" size={14} />
      <Trans>Limit below won and leading bids</Trans>
    </span>
  ) : null

/** The form that held the focus is gone. */
const takeFocus = (box: HTMLElement | null): void => box?.focus()

export type LimitsBelow = NonNullable<AnswerOf<'depositRecord'>['below']>

interface Props {
  readonly companyName: string
  /** Where the page is not the sale's. */
  readonly saleName?: string | null
  readonly below: LimitsBelow
}

/** Says what follows from an entry that left limits below what the bidder has won and leads. */
export function LimitBelow({ companyName, saleName = null, below }: Props) {
  return (
    <div className={css.below} role="alert" tabIndex={-1} ref={takeFocus}>
      <Icon name="alert" size={18} />
      <div>
        <p>
          <strong>
            <Trans>It is recorded. The limit of {companyName} is below what it has won and leads.</Trans>
          </strong>
          {saleName !== null && <small>{saleName}</small>}
        </p>
        <ul>
          {below.map(({ currency, most, exposed }) => (
            <li key={currency}>
              <Trans>
                Limit <Money amount={most} currency={currency} />, won and leading{' '}
                <Money amount={exposed} currency={currency} />
              </Trans>
            </li>
          ))}
        </ul>
        <p>
          <Trans>
            Nothing that it has bid or won changes. It can make no further bids until its deposit covers them again.
          </Trans>
        </p>
      </div>
    </div>
  )
}
