import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { amountOf, formatMinor } from '../../../../domain/units.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Money } from '../../../ui/Money.tsx'
import { BidFate } from '../buyer/BidFate.tsx'
import { lotNo } from '../marks.ts'
import { inSeconds } from '../parts/LotClock.tsx'
import { usePending, useSecondsLeft, useSession, useVenue } from '../room/RoomContext.ts'
import { awardsFor, type Awarded } from './awards.ts'
import css from './Awards.module.css'
import { useClient } from '../../../lib/client.ts'
import { LiveButton } from '../parts/LiveButton.tsx'
import { useTakenIn } from '../parts/useTakenIn.ts'
import { useSaid } from '../room/Said.tsx'
import { tellNotice } from '../room/tell.ts'
import type { Award } from '../../../../domain/lot.ts'

/** Deals that wait for this party's confirmation, above everything else, because their time is short. */
export function Awards() {
  const { seat } = useVenue()
  const lots = useSession((state) => state.lots)
  const awards = useMemo(() => awardsFor({ lots }, seat), [lots, seat])
  return (
    <>
      {awards.map((one) => (
        <AwardNotice key={one.lot.lot} awarded={one} />
      ))}
    </>
  )
}

function AwardNotice({ awarded: { lot, award } }: { readonly awarded: Awarded }) {
  const closure = useSession((state) => state.closure)
  const left = useSecondsLeft(award.until, closure?.since ?? null)
  const price = <Money amount={formatMinor(award.price)} currency={lot.currency} per={lot.unit} />
  const words = useSaid<HTMLParagraphElement>('asked')
  if (left === 0) return null
  return (
    <section className={css.award}>
      <Icon name="hammer" />
      <p className={css.words} ref={words}>
        {award.asks === 'seller' ? (
          <Trans>
            <b>Lot {lotNo(lot)}</b> closed below your reserve. Number {award.number} bid <b>{price}</b>. Do you give it
            at that price?
          </Trans>
        ) : (
          <Trans>
            <b>Lot {lotNo(lot)}</b> is free again: its deal was cancelled. You may have it at your own last bid,{' '}
            <b>{price}</b>.
          </Trans>
        )}{' '}
        <span className={css.left} data-runs="">
          {left === null ? null : <Trans>{inSeconds(left)} left to answer</Trans>}
        </span>
      </p>
      <Answers awarded={{ lot, award }} />
      <BidFate lot={lot.lot} kind="dealConfirm" />
      <BidFate lot={lot.lot} kind="dealDecline" />
    </section>
  )
}

function Answers({ awarded: { lot, award } }: { readonly awarded: Awarded }) {
  const client = useClient()
  const { t } = useLingui()
  const { room, commands } = useVenue()
  const states = [usePending(lot.lot, 'dealConfirm')?.state, usePending(lot.lot, 'dealDecline')?.state]
  const busy = states.includes('sending') || states.includes('checking')
  const gives = award.asks === 'seller'
  const no = lotNo(lot)
  const price = formatMoney(formatMinor(award.price), lot.currency)
  const amount = formatMoney(formatMinor(amountOf(award.price, lot.quantity)), lot.currency)
  const pressing = useTakenIn({ figure: () => termsOf(award), asks: true })
  const changed = t`Now ${price}, ${amount} in all. Nothing was sent; press again.`
  const accept = async () => {
    const title = gives ? t`Give lot ${no} to number ${award.number}?` : t`Take lot ${no}?`
    const text = t`${price}, ${amount} in all. This is a deal at once.`
    if (!(await confirm(client, { title, text, confirmLabel: gives ? t`Give it` : t`Take it` }))) return
    // The command names no price: it is sent only for the award that the question named.
    const now = room.replica.get().state?.lots.get(lot.lot)?.award ?? null
    if (now === null || termsOf(now) !== termsOf(award)) {
      const text = t`The terms have changed: nothing was sent.`
      tellNotice(client, { tone: 'warn', title: text, key: 'award' })
      return
    }
    room.bids.ask({ kind: 'dealConfirm', lot: lot.lot, price: award.price, send: commands.confirmDeal(lot.lot) })
  }
  const decline = () =>
    room.bids.ask({ kind: 'dealDecline', lot: lot.lot, price: award.price, send: commands.declineDeal(lot.lot) })
  return (
    <div className={css.acts}>
      <LiveButton
        size="small"
        busy={busy}
        data-fresh={pressing.fresh}
        onClick={(event) => pressing.press(event, { words: () => changed, send: () => void accept() })}
      >
        {gives ? t`Give it` : t`Take it`}
      </LiveButton>
      <LiveButton variant="line" size="small" busy={busy} onClick={decline}>
        {t`Decline`}
      </LiveButton>
      {pressing.told && <p>{changed}</p>}
    </div>
  )
}

/** What a yes to the award binds. */
const termsOf = ({ asks, number, price }: Award): string => `${asks} ${number} ${price}`
