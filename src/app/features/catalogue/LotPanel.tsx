import { shownLotNo } from '../../lib/lotNumber.ts'
import { Trans } from '@lingui/react/macro'
import { amountOf, formatMinor, parseMilli, parseMinor } from '../../../domain/units.ts'
import { useNow } from '../../lib/clock/useNow.ts'
import { formatDate, formatZoned } from '../../lib/format/index.ts'
import { nextOf, participationOf, type Entry } from '../../lib/sale/index.ts'
import { useWho } from '../../lib/user.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { LotMark, PracticeMark } from '../../ui/marks.tsx'
import { Money, Quantity } from '../../ui/Money.tsx'
import { Actions } from '../../ui/sale/Actions.tsx'
import { PartLine } from '../../ui/sale/PartLine.tsx'
import css from './LotPage.module.css'
import { PriceLabel } from './PriceLabel.tsx'
import type { LotDetail } from './queries.ts'
import { WatchButton } from './WatchButton.tsx'
import { useClient } from '../../lib/client.ts'

export function LotPanel({ lot, sale }: { readonly lot: LotDetail; readonly sale: Entry | null }) {
  const lotNo = shownLotNo(lot)
  return (
    <div className={css.panel}>
      <div className={css.title}>
        <div className={css.marks}>
          <span className={css.stamp}>
            <Trans>Lot {lotNo}</Trans>
          </span>
          <LotMark status={lot.status} asks={lot.asks} />
          {sale?.schedule.practice && <PracticeMark />}
          <span className={css.star}>
            <WatchButton lot={lot} />
          </span>
        </div>
        <h1>{lot.name}</h1>
        <p className={css.sub}>
          {lot.grade} · {lot.specification}
        </p>
      </div>
      <Price lot={lot} />
      <Figures lot={lot} />
      {sale && <Part lot={lot} sale={sale} />}
    </div>
  )
}

function Price({ lot }: { readonly lot: LotDetail }) {
  return (
    <div>
      <p className={css.label}>
        <PriceLabel lot={lot} />
      </p>
      <p className={css.price}>
        <Money amount={lot.price ?? lot.startPrice} currency={lot.currency} per={lot.unit} />
      </p>
      <Reserve lot={lot} />
    </div>
  )
}

/** Whether there is a reserve and whether it is met; its amount is for the seller alone. */
function Reserve({ lot: { reserveMark } }: { readonly lot: LotDetail }) {
  if (reserveMark === undefined) return null
  return (
    <p className={css.sub}>
      {reserveMark === 'none' ? (
        <Trans>No reserve</Trans>
      ) : reserveMark === 'exists' ? (
        <Trans>This lot has a reserve</Trans>
      ) : reserveMark === 'met' ? (
        <Trans>Reserve met</Trans>
      ) : (
        <Trans>Reserve not met</Trans>
      )}
    </p>
  )
}

function Figures({ lot }: { readonly lot: LotDetail }) {
  return (
    <dl className={css.figures}>
      <div>
        <dt>
          <Trans>Quantity</Trans>
        </dt>
        <dd>
          <Quantity quantity={lot.quantity} unit={lot.unit} />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Parcel total at this price</Trans>
        </dt>
        <dd>
          <Money amount={totalOf(lot)} currency={lot.currency} />
        </dd>
      </div>
      <div>
        <dt>
          <Trans>Bid increment</Trans>
        </dt>
        <dd>
          <Money amount={lot.addRange} currency={lot.currency} />
        </dd>
      </div>
      <LastFigure lot={lot} />
    </dl>
  )
}

/** The last figure of the panel: the reserve, else the start price beside the current price, else the delivery date. */
function LastFigure({ lot }: { readonly lot: LotDetail }) {
  const client = useClient()
  const { reserve, price, startPrice, currency, deliveryDate } = lot
  if (reserve !== null)
    return (
      <div>
        <dt>
          <Trans>Reserve (yours alone)</Trans>
        </dt>
        <dd>
          <Money amount={reserve} currency={currency} />
        </dd>
      </div>
    )
  if (price !== null)
    return (
      <div>
        <dt>
          <Trans>Start price</Trans>
        </dt>
        <dd>
          <Money amount={startPrice} currency={currency} />
        </dd>
      </div>
    )
  return (
    <div>
      <dt>
        <Trans>Delivery date</Trans>
      </dt>
      <dd>{formatDate(deliveryDate, client.locale)}</dd>
    </div>
  )
}

function totalOf({ price, startPrice, quantity, amount }: LotDetail): string {
  const [unitPrice, volume] = [parseMinor(price ?? startPrice), parseMilli(quantity)]
  return unitPrice === null || volume === null ? amount : formatMinor(amountOf(unitPrice, volume))
}

function Part({ lot, sale }: { readonly lot: LotDetail; readonly sale: Entry }) {
  const client = useClient()
  const who = useWho()
  const now = useNow()
  const { schedule, timeline } = sale
  const part = participationOf(schedule, timeline, who, now)
  const next = nextOf(schedule, timeline, now)
  const start = formatZoned(lot.startTime, client.locale)
  return (
    <>
      <div>
        {lot.deadline !== null && lot.status === 'open' ? (
          <>
            <p className={css.label}>
              <Trans>Closes in</Trans>
            </p>
            <p className={css.clock}>
              <Countdown to={Date.parse(lot.deadline)} />
            </p>
          </>
        ) : next.kind === 'start' || next.kind === 'signUp' ? (
          <>
            <p className={css.label}>
              <Trans>Sale starts {start}, in</Trans>
            </p>
            <p className={css.clock}>
              <Countdown to={Date.parse(timeline.startTime)} />
            </p>
          </>
        ) : null}
      </div>
      {timeline.state < 5 && <PartLine part={part} />}
      {timeline.state < 5 && (
        <div className={css.acts}>
          <Actions entry={sale} part={part} current="catalogue" />
        </div>
      )}
    </>
  )
}
