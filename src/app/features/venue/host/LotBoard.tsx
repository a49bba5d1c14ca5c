import { Trans, useLingui } from '@lingui/react/macro'
import { memo, type CSSProperties } from 'react'
import type { Lot, LotId } from '../../../../domain/lot.ts'
import { liveBid, reserveMark } from '../../../../domain/outcome.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { LotMark } from '../../../ui/marks.tsx'
import { LotStops, useLotStop } from '../parts/LotStops.tsx'
import { LotPrice } from '../parts/LotPrice.tsx'
import { useRoomy } from '../../../lib/media.ts'
import { ShortClock } from '../parts/ShortClock.tsx'
import { useLot, useSession } from '../room/RoomContext.ts'
import { useLotText } from '../room/useCatalogue.ts'
import css from './LotBoard.module.css'
import { lotNo } from '../marks.ts'
import { BidPulse, TimeBar } from './RowBar.tsx'
import { useCompanies, type Companies } from './useCompanies.ts'

interface Choice {
  readonly chosen: LotId | null
  readonly onChoose: (lot: LotId) => void
}

/** Up to this many lots have room for two lines each. */
const ROOMY_MOST = 14

/** The state of all lots: forty without scrolling, in two columns on a wide screen; about a dozen in larger rows. */
export function LotBoard({ chosen, onChoose }: Choice) {
  const { t } = useLingui()
  const lots = useSession((state) => state.lotOrder)
  const companies = useCompanies()
  const wide = useRoomy()
  const roomy = lots.length <= ROOMY_MOST
  const columns = wide && !roomy ? 2 : 1
  const rows = Math.max(1, Math.ceil(lots.length / columns))
  const digits = String(lots.length).length
  return (
    <section
      aria-label={t`Lots`}
      className={classes(roomy && css.roomy)}
      style={{ '--digits': digits } as CSSProperties}
    >
      <div className={css.heads} aria-hidden="true">
        {Array.from({ length: columns }, (_unused, column) => (
          <Heads key={column} />
        ))}
      </div>
      <LotStops lots={lots} chosen={chosen}>
        <ul className={css.board} style={{ '--rows': rows } as CSSProperties}>
          {lots.map((lot) => (
            <BoardRow key={lot} id={lot} chosen={lot === chosen} companies={companies} onChoose={onChoose} />
          ))}
        </ul>
      </LotStops>
    </section>
  )
}

function Heads() {
  return (
    <div className={css.cells}>
      <span>#</span>
      <span>
        <Trans>Lot</Trans>
      </span>
      <span className={css.right}>
        <Trans>Price</Trans>
      </span>
      <span>
        <Trans>Leader</Trans>
      </span>
      <span className={css.right}>
        <Trans>Bids</Trans>
      </span>
      <span className={css.right}>
        <Trans>Clock</Trans>
      </span>
      <span>
        <Trans>State</Trans>
      </span>
    </div>
  )
}

/** Memoised, so that a row repaints only when its own lot changes. */
const BoardRow = memo(function BoardRow({
  id,
  chosen,
  companies,
  onChoose,
}: {
  readonly id: LotId
  readonly chosen: boolean
  readonly companies: Companies
  readonly onChoose: (lot: LotId) => void
}) {
  const lot = useLot(id)
  const text = useLotText(id)
  const stop = useLotStop(id)
  if (!lot) return null
  return (
    <li>
      <button
        type="button"
        {...stop}
        className={classes(
          css.row,
          css.cells,
          css[lot.status],
          lot.holdOffered && !lot.holdUsed && lot.status === 'open' && css.alert,
        )}
        aria-current={chosen ? 'true' : undefined}
        onClick={() => onChoose(id)}
      >
        <span className={css.no}>{lotNo(lot)}</span>
        <span className={css.name}>
          <span className={css.title}>
            {text?.name ?? ' '} <i>{text && !text.name.includes(text.species) && text.species}</i>{' '}
            <i className={css.brief}>{text?.grade}</i>
          </span>{' '}
          <i className={css.more}>
            <span>{text?.specification}</span>
            {text && text.grade !== '' && ` · ${text.grade}`}
          </i>
        </span>
        <span className={classes(css.right, css.price)}>
          <LotPrice lot={lot} />
          <ReserveMark lot={lot} />
        </span>
        <span className={css.leader}>
          <LeaderName lot={lot} companies={companies} />
        </span>
        <span className={classes(css.right, css.bids)}>{lot.bidCount}</span>
        <span className={classes(css.right, css.clock)} aria-hidden="true">
          <ShortClock lot={lot} />
        </span>
        <span className={css.state}>
          {lot.holdOffered && !lot.holdUsed && lot.status === 'open' ? (
            <Mark tone="warn" icon="alert">
              <Trans>Hold?</Trans>
            </Mark>
          ) : (
            <LotMark status={lot.status} asks={lot.award?.asks} />
          )}
        </span>
        <TimeBar lot={lot} />
        <BidPulse key={`${id} pulse`} seq={lot.leading?.seq ?? null} />
      </button>
    </li>
  )
})

function LeaderName({ lot, companies }: { readonly lot: Lot; readonly companies: Companies }) {
  const number = liveBid(lot)?.number
  if (number === undefined) return <span aria-hidden="true">–</span>
  return (
    <>
      <b>#{number}</b> {companies.get(number)}
    </>
  )
}

/**
 * Whether the leading bid has reached the reserve. The room sends the reserve only to the operator and the lot's
 * seller.
 */
function ReserveMark({ lot }: { readonly lot: Lot }) {
  const { t } = useLingui()
  const mark = reserveMark(lot)
  if (mark === 'none') return null
  const met = mark === 'met'
  const words = met ? t`Reserve met` : t`Reserve not met`
  return (
    <span className={css.reserve} data-met={met ? '' : undefined} title={words}>
      <Icon name={met ? 'check' : 'flag'} size={12} />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
