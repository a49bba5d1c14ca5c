import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { nextPrice } from '../../../../domain/prices.ts'
import type { BiddingNumber, Ceiling, Lot } from '../../../../domain/lot.ts'
import { priceNow } from '../../../../domain/outcome.ts'
import { amountOf, formatMinor, type Minor } from '../../../../domain/units.ts'
import { groupThousands, moneyParts } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { useFar } from '../../../ui/useFar.tsx'
import { UnitName } from '../../../ui/UnitName.tsx'
import { LimitLine } from '../limits/LimitLine.tsx'
import { Leader } from '../parts/Leader.tsx'
import { Mends } from '../parts/Mends.tsx'
import { MoneyField } from '../parts/MoneyField.tsx'
import { Price } from '../parts/Price.tsx'
import { ShortClock } from '../parts/ShortClock.tsx'
import { useRefused } from '../parts/useRefused.ts'
import { standingPrice, usePrice } from '../parts/usePrice.ts'
import { useIsLive, usePart, usePending, useVenue } from '../room/RoomContext.ts'
import { BidFate } from './BidFate.tsx'
import { shows } from '../../../ui/shown.ts'
import css from './CeilingDialog.module.css'
import { LiveButton } from '../parts/LiveButton.tsx'

interface Props {
  readonly lot: Lot
  readonly onClose: () => void
  /** `CeilingBody`, which keeps what was typed when panel and dialog take turns. */
  readonly children: ReactNode
}

/**
 * Sets a ceiling, a standing one or one for a lost link. A phone opens it from below, a wide screen beside the deck.
 */
export function CeilingDialog({ lot, onClose, children }: Props) {
  return (
    <Dialog title={<CeilingTitle lot={lot} />} sheet="bottom" onClose={onClose}>
      {children}
    </Dialog>
  )
}

/** The same form inside the page, where it covers neither price nor button. */
export function CeilingPanel({ lot, id, onClose, children }: Props & { readonly id: string }) {
  const { t } = useLingui()
  const panel = useRef<HTMLElement>(null)
  // It opens below other buttons: it comes into view as a whole, its heading takes the focus, and what had it gets it
  // back.
  useLayoutEffect(() => {
    const [section, before] = [panel.current, document.activeElement]
    section?.querySelector('h3')?.focus()
    section?.scrollIntoView({ block: 'nearest' })
    return () => {
      if (section?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [])
  // Escape closes it, as it does a dialog. The form moves between panel and dialog, so that React's own events pass by.
  const byKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  })
  useEffect(() => {
    const section = panel.current
    section?.addEventListener('keydown', byKey)
    return () => section?.removeEventListener('keydown', byKey)
  }, [])
  return (
    <section className={css.panel} id={id} ref={panel} aria-labelledby={`${id}-title`}>
      <div className={css.title}>
        <h3 id={`${id}-title`} tabIndex={-1}>
          <CeilingTitle lot={lot} />
        </h3>
        <Button variant="quiet" icon aria-label={t`Close`} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      {children}
    </section>
  )
}

const CeilingTitle = ({ lot }: { readonly lot: Lot }) => <Trans>My ceiling on lot {lot.position}</Trans>

/** The form, with the current price and ceiling. */
export function CeilingBody({ lot, me }: { readonly lot: Lot; readonly me: BiddingNumber }) {
  const current = lot.ceilings[me] ?? null
  return (
    <>
      <Mends>
        <Now lot={lot} />
      </Mends>
      <p className={css.secret}>
        <Trans>Only you can see it; the host, the seller and the operator cannot. It ends with the round.</Trans>
      </p>
      {current && (
        <Mends>
          <Current lot={lot} ceiling={current} />
        </Mends>
      )}
      <Mends>
        <LimitLine me={me} currency={lot.currency} />
      </Mends>
      <Mends>
        <BidFate lot={lot.lot} kind="ceiling" />
        <BidFate lot={lot.lot} kind="ceilingDrop" />
      </Mends>
      {lot.status === 'open' ? (
        <CeilingForm lot={lot} me={me} current={current} />
      ) : (
        <p>
          <Trans>A ceiling can be set while the lot is open.</Trans>
        </p>
      )}
    </>
  )
}

/** The lot's current price, shown while the buyer decides on a ceiling. */
function Now({ lot }: { readonly lot: Lot }) {
  const live = useIsLive()
  return (
    <div className={css.now}>
      <span className={css.amount}>
        <Price key={lot.lot} price={priceNow(lot)} currency={lot.currency} unit={lot.unit} stale={!live} />
      </span>
      <Leader lot={lot} />
      <ShortClock lot={lot} />
    </div>
  )
}

function Current({ lot, ceiling }: { readonly lot: Lot; readonly ceiling: Ceiling }) {
  const { room, commands } = useVenue()
  const armed = usePart(
    room.ceilings,
    (all) => all.find(({ contractObjectId }) => contractObjectId === lot.lot)?.armed ?? ceiling.mode === 'standing',
  )
  const dropping = usePending(lot.lot, 'ceilingDrop')?.state === 'sending'
  const drop = () =>
    room.bids.ask({ kind: 'ceilingDrop', lot: lot.lot, price: ceiling.amount, send: commands.dropCeiling(lot.lot) })
  return (
    <div className={css.current}>
      <p>
        <b className={css.amount}>
          <Money amount={formatMinor(ceiling.amount)} currency={lot.currency} per={lot.unit} />
        </b>
        <CeilingMark ceiling={ceiling} armed={armed} />
      </p>
      <LiveButton variant="line" size="small" busy={dropping} working={<Trans>Removing…</Trans>} onClick={drop}>
        <Trans>Remove</Trans>
      </LiveButton>
    </div>
  )
}

function CeilingMark({ ceiling, armed }: { readonly ceiling: Ceiling; readonly armed: boolean }) {
  if (ceiling.suspended)
    return (
      <Mark tone="warn" icon="pause">
        <Trans>Suspended by a struck bid: set it again</Trans>
      </Mark>
    )
  if (ceiling.capped)
    return (
      <Mark tone="warn" icon="pause">
        <Trans>Stopped by your limit</Trans>
      </Mark>
    )
  if (ceiling.mode === 'standing')
    return (
      <Mark tone="good" icon="check">
        <Trans>Always active</Trans>
      </Mark>
    )
  return armed ? (
    <Mark tone="warn" icon="play">
      <Trans>Armed: bidding for you</Trans>
    </Mark>
  ) : (
    <Mark tone="calm" icon="pause">
      <Trans>Waiting for a lost link</Trans>
    </Mark>
  )
}

function CeilingForm({
  lot,
  me,
  current,
}: {
  readonly lot: Lot
  readonly me: BiddingNumber
  readonly current: Ceiling | null
}) {
  const { t } = useLingui()
  const { room, commands } = useVenue()
  const mostId = useId()
  const { sign } = moneyParts('', lot.currency)
  const least = lot.leading?.number === me ? lot.leading.price : nextPrice(lot)
  const [mode, setMode] = useState<Ceiling['mode']>(current?.mode ?? 'standing')
  const price = usePrice({ lot, initial: current?.amount ?? null, least, onGrid: true })
  // A ceiling that was set or dropped here or elsewhere is the form's new beginning; the focus stays where it is.
  const since = current?.since ?? null
  const [begun, begin] = useState(since)
  if (since !== begun) {
    begin(since)
    setMode(current?.mode ?? 'standing')
    price.begin(current?.amount ?? null)
  }
  const amount = price.value
  const far = useFar({ amount, stands: standingPrice(lot), currency: lot.currency, per: lot.unit })
  const sending = usePending(lot.lot, 'ceiling')?.state === 'sending'
  const refused = useRefused()
  const set = (form: Element | null, sure = false): void => {
    if (!price.settle() || amount === null) return form === null ? undefined : refused(form)
    if (!sure && far.asks()) return
    room.bids.ask({ kind: 'ceiling', lot: lot.lot, price: amount, send: commands.setCeiling(lot.lot, amount, mode) })
  }
  return (
    <form className={css.form} onSubmit={(event) => (event.preventDefault(), set(event.currentTarget))}>
      <fieldset className={css.modes}>
        <legend>{t`When it bids for you`}</legend>
        <Choice mode="standing" chosen={mode} onChoose={setMode} title={t`Always`}>
          <Trans>When someone bids higher, the room bids for you, as low as possible and never above this price.</Trans>
        </Choice>
        <Choice mode="linkLoss" chosen={mode} onChoose={setMode} title={t`Only while my link is lost`}>
          <Trans>
            It sleeps while you are connected; if your connection breaks, the room bids for you up to this price until
            you are back.
          </Trans>
        </Choice>
      </fieldset>
      <MoneyField
        label={
          <>
            <Trans>No higher than</Trans> ({sign}/<UnitName unit={lot.unit} />)
          </>
        }
        lot={lot}
        price={price}
        hint={
          <Trans>
            From <Money amount={formatMinor(least)} currency={lot.currency} />, in steps of{' '}
            <Money amount={formatMinor(lot.addRange)} currency={lot.currency} />
          </Trans>
        }
      />
      <Mends>
        <p className={css.most} id={mostId}>
          {amount !== null && <Most lot={lot} amount={amount} least={least} />}
        </p>
      </Mends>
      {far.question(() => set(null, true))}
      <LiveButton
        type="submit"
        wide
        busy={sending}
        aria-describedby={mostId}
        working={<Trans>Setting the ceiling…</Trans>}
      >
        {current ? <Trans>Change the ceiling</Trans> : <Trans>Set the ceiling</Trans>}
      </LiveButton>
    </form>
  )
}

/** The highest bid of the ceiling: its number of steps, and the total of the parcel at that price. */
function Most({ lot, amount, least }: { readonly lot: Lot; readonly amount: Minor; readonly least: Minor }) {
  const steps = (amount - least) / lot.addRange
  const total = <Money amount={formatMinor(amountOf(amount, lot.quantity))} currency={lot.currency} />
  return (
    <>
      <span>
        <Plural
          value={steps}
          _0="The least now"
          one="One step above the least now"
          other={`${groupThousands(steps)} steps above the least now`}
        />
      </span>
      <b key={amount} {...shows(formatMinor(amountOf(amount, lot.quantity)))}>
        <Trans>At most {total} in all</Trans>
      </b>
    </>
  )
}

interface ChoiceProps {
  readonly mode: Ceiling['mode']
  readonly chosen: Ceiling['mode']
  readonly onChoose: (mode: Ceiling['mode']) => void
  readonly title: string
  readonly children: ReactNode
}

function Choice({ mode, chosen, onChoose, title, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className={css.choice}>
      <input
        id={id}
        type="radio"
        name="mode"
        checked={mode === chosen}
        onChange={() => onChoose(mode)}
        aria-describedby={`${id}-what`}
      />
      <div>
        <label htmlFor={id}>{title}</label>
        <p id={`${id}-what`}>{children}</p>
      </div>
    </div>
  )
}
