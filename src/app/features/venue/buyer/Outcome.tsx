import { Plural, Trans } from '@lingui/react/macro'
import type { Currency, Minor } from '../../../../domain/units.ts'
import type { Lot } from '../../../../domain/lot.ts'
import { dealOf } from '../../../../domain/outcome.ts'
import { formatMinor, minor } from '../../../../domain/units.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { pathTo } from '../../../boot/navigation/index.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Money } from '../../../ui/Money.tsx'
import { PathLink } from '../../../ui/PathLink.tsx'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { useLotText } from '../room/useCatalogue.ts'
import css from './Outcome.module.css'
import { lotNo } from '../marks.ts'

/** After the sale: the lots that the buyer won, and all lots sold. */
export function Outcome() {
  const { seat } = useVenue()
  const lots = useSession((state) => state.lots)
  const all = [...lots]
  const mine = all.filter((lot) => dealOf(lot)?.number === seat.number)
  return (
    <section className={css.outcome}>
      <h2>
        <Trans>The sale is over</Trans>
      </h2>
      <Tally all={all} />
      {seat.number !== null &&
        (mine.length === 0 ? (
          <Empty title={<Trans>You bought nothing in this sale</Trans>}>
            <Trans>Unsold lots may return in a later sale.</Trans>
          </Empty>
        ) : (
          <Bought lots={mine} />
        ))}
    </section>
  )
}

function Tally({ all }: { readonly all: readonly Lot[] }) {
  const sold = all.filter((lot) => lot.status === 'sold').length
  const failed = all.filter((lot) => lot.status === 'failed' && lot.award === null).length
  const asked = all.filter((lot) => lot.award !== null).length
  return (
    <p className={css.tally}>
      <Plural
        value={sold}
        one={`One lot sold, ${groupThousands(failed)} failed to sell. The log is sealed; its closing hash is sent by email.`}
        other={`${groupThousands(sold)} lots sold, ${groupThousands(failed)} failed to sell. The log is sealed; its closing hash is sent by email.`}
      />
      {asked > 0 && (
        <>
          {' '}
          <Plural
            value={asked}
            one="One more lot is still open: its deal waits for an answer."
            other={`${groupThousands(asked)} more lots are still open: their deals wait for an answer.`}
          />
        </>
      )}
    </p>
  )
}

function Bought({ lots }: { readonly lots: readonly Lot[] }) {
  return (
    <>
      <h3>
        <Trans>You bought</Trans>
      </h3>
      <ul className={css.list}>
        {lots.map((lot) => (
          <Row key={lot.lot} lot={lot} />
        ))}
      </ul>
      <p className={css.sum}>
        <Trans>In all</Trans>{' '}
        {totals(lots).map(([currency, sum]) => (
          <b key={currency}>
            <Money amount={formatMinor(sum)} currency={currency} />
          </b>
        ))}
      </p>
      <p className={css.next}>
        <PathLink href={pathTo('/user/order/sign')} className={buttonClass({ variant: 'line' })}>
          <Trans>Make and sign the contracts</Trans>
        </PathLink>
      </p>
    </>
  )
}

function Row({ lot }: { readonly lot: Lot }) {
  const text = useLotText(lot.lot)
  return (
    <li>
      <span className={css.no}>{lotNo(lot)}</span>
      <span>{text?.name}</span>
      {lot.deal && <Money amount={formatMinor(lot.deal.amount)} currency={lot.currency} />}
    </li>
  )
}

/** Sums the rounded amounts, for each currency apart. */
function totals(lots: readonly Lot[]): readonly (readonly [Currency, Minor])[] {
  const sums = new Map<Currency, Minor>()
  for (const { currency, deal } of lots) sums.set(currency, minor((sums.get(currency) ?? 0) + (deal?.amount ?? 0)))
  return [...sums]
}
