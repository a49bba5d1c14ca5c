import { Trans } from '@lingui/react/macro'
import type { BiddingNumber } from '../../../../domain/lot.ts'
import type { Limit, Limits } from '../../../../domain/state.ts'
import { formatMinor, minor, type Currency } from '../../../../domain/units.ts'
import { Money } from '../../../ui/Money.tsx'
import { useSession } from '../room/RoomContext.ts'
import css from './LimitLine.module.css'
import { useMyself } from './useColleagues.ts'

interface Props {
  readonly me: BiddingNumber
  readonly currency: Currency
}

/** The company's limit in a currency, and the person's own limit within it; renders nothing if there is no limit. */
export function LimitLine({ me, currency }: Props) {
  const company = useSession((state) => state.bidders[me]?.limits[currency] ?? null)
  const people = useSession((state) => state.bidders[me]?.people ?? NO_ONE)
  const limited = Object.values(people).some((limits) => limits[currency] !== undefined)
  return (
    <>
      {company && (
        <p className={css.line}>
          <Left limit={company} currency={currency} />
        </p>
      )}
      {limited && <OwnLine people={people} currency={currency} />}
    </>
  )
}

const NO_ONE: Readonly<Record<string, Limits>> = {}

function OwnLine({ people, currency }: { readonly people: typeof NO_ONE; readonly currency: Currency }) {
  const account = useMyself()
  const own = account === null ? undefined : people[account]?.[currency]
  if (!own) return null
  return (
    <p className={css.line}>
      <Trans>
        Your own limit: <Money amount={formatMinor(left(own))} currency={currency} /> of{' '}
        <Money amount={formatMinor(own.most)} currency={currency} /> left
      </Trans>
    </p>
  )
}

function Left({ limit, currency }: { readonly limit: Limit; readonly currency: Currency }) {
  return (
    <Trans>
      Limit: <Money amount={formatMinor(left(limit))} currency={currency} /> of{' '}
      <Money amount={formatMinor(limit.most)} currency={currency} /> left;{' '}
      <Money amount={formatMinor(limit.exposed)} currency={currency} /> won and led
    </Trans>
  )
}

const left = ({ most, exposed }: Limit) => minor(Math.max(0, most - exposed))
