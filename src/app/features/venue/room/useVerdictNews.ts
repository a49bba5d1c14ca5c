import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { formatMinor } from '../../../../domain/units.ts'
import type { Pending } from '../../../../client/room/pending.ts'
import type { Missing } from '../../../../client/room/witness.ts'
import { useClient } from '../../../lib/client.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import type { NewsKind } from '../news.ts'
import { reasonText } from '../parts/reasonText.ts'
import { useIsLive, useVenue } from './RoomContext.ts'
import { sentences, tell, tellNotice } from './tell.ts'

const KIND: Readonly<Record<Exclude<Pending['state'], 'sending'>, NewsKind>> = {
  checking: 'checking',
  accepted: 'accepted',
  refused: 'refused',
  notCounted: 'refused',
}

/** The verdicts on the person's own acts, and what the log was found not to have of them. */
export function useVerdictNews(): void {
  const client = useClient()
  const { t } = useLingui()
  const { room, missing } = useVenue()
  const live = useIsLive()
  const verdicts = useRef(statesOf(room.bids.store.get()))

  const acceptedWords = (kind: Pending['kind'], amount: string): string => {
    switch (kind) {
      case 'bid':
        return t`Accepted: ${amount}.`
      case 'ceiling':
        return t`Ceiling set: ${amount}.`
      case 'ceilingDrop':
        return t`Ceiling removed.`
      case 'offer':
        return t`Offer made: ${amount}.`
      case 'offerAccept':
        return t`You accepted the offer: ${amount}.`
      case 'offerDecline':
        return t`You declined the offer.`
      case 'offerWithdraw':
        return t`Your offer is withdrawn.`
      case 'dealConfirm':
        return t`Deal confirmed: ${amount}.`
      case 'dealDecline':
        return t`You declined the deal.`
      case 'clerk':
        return t`Bid entered: ${amount}.`
    }
  }
  const words = (one: Pending, amount: string): string => {
    switch (one.state) {
      case 'sending':
        return ''
      case 'checking':
        return live ? t`No answer to ${amount} yet. Asking the room; please do not bid again.` : ''
      case 'accepted':
        return acceptedWords(one.kind, amount)
      case 'refused':
        return sentences(
          client,
          t`Not accepted: ${amount}.`,
          one.msg ?? (one.reason === null ? '' : reasonText(client, one.reason, one.numbers, one.sentAt)),
        )
      case 'notCounted':
        return t`${amount} did not reach the room and does not count. You can safely bid again.`
    }
  }
  const tellVerdict = (one: Pending): void => {
    const currency = room.replica.get().state?.lots.get(one.lot)?.currency ?? 'CNY'
    const amount = one.price === null ? t`your request` : formatMoney(formatMinor(one.price), currency)
    const text = words(one, amount)
    if (one.state !== 'sending' && text !== '') tell(client, KIND[one.state], { key: 'verdict', text })
  }
  const tellVerdicts = useEffectEvent(() => {
    const all = room.bids.store.get()
    const before = verdicts.current
    verdicts.current = statesOf(all)
    for (const one of all) if (before.get(one.bidKey) !== one.state) tellVerdict(one)
  })
  useEffect(() => room.bids.store.subscribe(tellVerdicts), [room])

  const tellMissing = useEffectEvent(({ lost, denied }: Missing) => {
    if (denied.length > 0)
      tellNotice(
        client,
        {
          tone: 'bad',
          key: 'denied',
          shownMs: null,
          title: t`The log of this sale lacks a bid of yours`,
          text: t`Your receipt is genuine, but its entry is missing. The platform has been alarmed. Keep the receipt.`,
        },
        'missing',
      )
    if (lost.length > 0)
      tellNotice(
        client,
        {
          tone: 'warn',
          key: 'lost',
          shownMs: null,
          title: t`The room was restored from a backup`,
          text: t`What you did after the backup is lost: look at your lots and bid again where you need to. Your receipts stay valid as evidence.`,
        },
        'missing',
      )
  })
  useEffect(() => missing.subscribe(() => tellMissing(missing.get())), [missing])
}

const statesOf = (all: readonly Pending[]): ReadonlyMap<string, Pending['state']> =>
  new Map(all.map(({ bidKey, state }) => [bidKey, state]))
