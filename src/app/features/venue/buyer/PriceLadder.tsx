import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { formatMinor, minor, type Minor } from '../../../../domain/units.ts'
import type { Lot } from '../../../../domain/lot.ts'
import { moneyParts } from '../../../lib/format/index.ts'
import { useWide } from '../../../lib/media.ts'
import { Money } from '../../../ui/Money.tsx'
import { ladderOf, pegsOf, placeOnLadder, priceAt, priceByKey, topOf, type Ladder } from '../ladder.ts'
import { useStore, useVenue } from '../room/RoomContext.ts'
import { LadderPegs, usePegWords } from './LadderPegs.tsx'
import css from './PriceLadder.module.css'
import { usePriceRefusal } from './usePriceRefusal.ts'
import { ParcelTotal, StepButton, type ChoiceProps } from './PriceStepper.tsx'
import { useSpokenPrice } from './useSpokenPrice.ts'

/** Number of legal prices within reach of one drag. */
const TICKS = { phone: 21, wide: 31 } as const

/** The legal prices as a horizontal ladder; the buyer drags, taps or uses keys to choose one. Only the button bids. */
export function PriceLadder({ lot, me, bidding }: ChoiceProps) {
  const { price, canChoose } = bidding
  const { standing } = useVenue()
  const own = useStore(standing)
  const count = TICKS[useWide() ? 'wide' : 'phone']
  const [held, hold] = useState<Ladder | null>(null)
  const now = ladderOf(lot, price, count)
  // While a finger is on the ladder it stands still; only the lowest legal price may rise.
  const ladder = held === null ? now : { ...held, next: now.next }
  const pegs = pegsOf(ladder, lot, me, own)
  return (
    <div className={css.ladder} data-off={canChoose ? undefined : ''}>
      <div className={css.head}>
        <p className={css.price}>
          <span className={css.label}>{bidding.isMine ? <Trans>Your price</Trans> : <Trans>Price now</Trans>}</span>
          <Money amount={formatMinor(price)} currency={lot.currency} per={lot.unit} />
        </p>
        <div className={css.total}>
          <ParcelTotal lot={lot} price={price} />
        </div>
      </div>
      <StepButton lot={lot} bidding={bidding} by={-1} />
      <div className={css.scale}>
        <Ticks ladder={ladder} lot={lot} pegs={pegs} />
        <LadderPegs pegs={pegs} lot={lot} />
        <Thumb lot={lot} me={me} bidding={bidding} ladder={ladder} pegs={pegs} onHold={hold} />
      </div>
      <StepButton lot={lot} bidding={bidding} by={1} />
    </div>
  )
}

interface ThumbProps extends ChoiceProps {
  readonly ladder: Ladder
  readonly pegs: ReturnType<typeof pegsOf>
  readonly onHold: (ladder: Ladder | null) => void
}

function Thumb({ lot, bidding, ladder, pegs, onHold }: ThumbProps) {
  const { t } = useLingui()
  const id = useId()
  const track = useRef<HTMLDivElement>(null)
  const { price, canChoose, choose } = bidding
  const refuse = usePriceRefusal(bidding)
  const words = usePegWords(lot, pegs)
  const say = useSpokenPrice(lot, ladder.next)
  const choosePlace = ({ clientX }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (box && box.width > 0) choose(priceAt(ladder, (clientX - box.left) / box.width))
  }
  const take = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    if (!canChoose) return refuse()
    event.currentTarget.setPointerCapture(event.pointerId)
    onHold(ladder)
    choosePlace(event)
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (canChoose && event.currentTarget.hasPointerCapture(event.pointerId)) choosePlace(event)
  }
  const byKey = (event: KeyboardEvent) => {
    const chosen = priceByKey(ladder, price, event.key)
    if (chosen === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (canChoose) choose(chosen, say(chosen))
    else refuse()
  }
  return (
    <div
      className={css.track}
      // A range input cannot mark prices that are no longer legal, nor keep still under a finger.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={t`Price ladder: the price you would bid`}
      aria-orientation="horizontal"
      aria-valuemin={Math.min(ladder.next, price) / 100}
      aria-valuemax={Math.max(topOf(ladder), price) / 100}
      aria-valuenow={price / 100}
      aria-valuetext={say(price)}
      aria-disabled={!canChoose}
      aria-describedby={words === '' ? undefined : id}
      ref={track}
      onPointerDown={take}
      onPointerMove={move}
      onLostPointerCapture={() => onHold(null)}
      onKeyDown={byKey}
    >
      <span className={css.open} style={{ left: percent(placeOnLadder(ladder, ladder.next)) }} />
      <span className={css.thumb} style={{ left: percent(placeOnLadder(ladder, price)) }} />
      {words !== '' && (
        <span id={id} className="visually-hidden">
          {words}
        </span>
      )}
    </div>
  )
}

const percent = (place: number): string => `${Math.min(1, Math.max(0, place)) * 100}%`

/** Every fifth price has a label; of prices too long to stand side by side every tenth. */
const LABEL_EVERY = 5
const LONG = '100000.00'.length

interface TicksProps {
  readonly ladder: Ladder
  readonly lot: Lot
  readonly pegs: ReturnType<typeof pegsOf>
}

function Ticks({ ladder, lot, pegs }: TicksProps) {
  const mine = pegs.find(({ kind }) => kind === 'me')
  const every = formatMinor(topOf(ladder)).length < LONG ? LABEL_EVERY : 2 * LABEL_EVERY
  // The word at the buyer's own peg takes the place of a label that would begin under it.
  const fits = (nth: number) => {
    const after = mine ? nth - mine.place * (ladder.count - 1) : LABEL_EVERY
    return after <= -LABEL_EVERY || after >= LABEL_EVERY
  }
  return (
    <div className={css.ticks} aria-hidden="true">
      {Array.from({ length: ladder.count }, (_unused, nth) => {
        const price = minor(ladder.low + nth * ladder.step)
        // The labels are counted from the start price, so that each keeps its price when the ladder moves.
        const step = (price - lot.startPrice) / lot.addRange
        const labelled = step % LABEL_EVERY === 0
        return (
          <span
            key={price}
            className={css.tick}
            data-past={price < ladder.next ? '' : undefined}
            data-labelled={labelled ? '' : undefined}
            style={{ left: percent(nth / (ladder.count - 1)) }}
          >
            {step % every === 0 && price >= ladder.next && fits(nth) && (
              <Label price={price} isSecond={(step / every) % 2 !== 0} />
            )}
          </span>
        )
      })}
    </div>
  )
}

function Label({ price, isSecond }: { readonly price: Minor; readonly isSecond: boolean }) {
  const { whole, cents } = moneyParts(formatMinor(price), '')
  return (
    <span className={css.figure} data-second={isSecond ? '' : undefined}>
      {whole}
      <small>{cents}</small>
    </span>
  )
}
