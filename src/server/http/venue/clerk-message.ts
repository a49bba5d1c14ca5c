import { LOCALES } from '../../../contract/constants.ts'
import { Receipt } from '../../../contract/verdict.ts'
import type { Verdict } from '../../../contract/verdict.ts'
import type { BiddingNumber, CompanyId, LotId } from '../../../domain/lot.ts'
import { formatMinor, type Instant } from '../../../domain/units.ts'
import { translator } from '../../i18n.ts'
import { lotsById } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { putMails } from '../../store/outbox.ts'
import { findSession } from '../../store/schedules.ts'
import { signerUp } from './signer-up.ts'

/** A bid, a ceiling set, a ceiling dropped. */
export type ClerksAct = 'bid' | 'set' | 'drop'

const subject = /*i18n*/ { id: 'clerk.subject', message: 'Bid for you by telephone: {sale}, lot {position}' }

const mails = {
  bid: /*i18n*/ {
    id: 'clerk.bid.mail',
    message:
      'At your request, and by your admission PIN, the sale room bid for your number {number}.\n\nSale: {sale}\nLot: {position} {lot}\nPrice: {price} {currency}\n\nThe receipt, signed and verifiable offline:\n{receipt}\n\nIf you did not ask for it, call the operator at once and get a new PIN in your user center, under bidding sign-up.',
  },
  // The amount is left out: neither host nor operator may read a ceiling in the list of messages.
  set: /*i18n*/ {
    id: 'clerk.set.mail',
    message:
      'At your request, and by your admission PIN, the sale room set a ceiling for your number {number}.\n\nSale: {sale}\nLot: {position} {lot}\n\nYou see its amount in the room, and its signed receipt there under My receipts (log entry {receipt}). If you did not ask for it, call the operator at once and get a new PIN in your user center, under bidding sign-up.',
  },
  drop: /*i18n*/ {
    id: 'clerk.drop.mail',
    message:
      'At your request, and by your admission PIN, the sale room dropped the ceiling of your number {number}.\n\nSale: {sale}\nLot: {position} {lot}\n\nYou find its signed receipt in the room under My receipts (log entry {receipt}). If you did not ask for it, call the operator at once and get a new PIN in your user center, under bidding sign-up.',
  },
} as const

const shortMessages = {
  bid: /*i18n*/ {
    id: 'clerk.bid.sms',
    message: 'Timber Sale Room: bid {price} {currency} for your number {number} on lot {position}. Receipt {receipt}.',
  },
  set: /*i18n*/ {
    id: 'clerk.set.sms',
    message: 'Timber Sale Room: a ceiling was set for your number {number} on lot {position}. Receipt {receipt}.',
  },
  drop: /*i18n*/ {
    id: 'clerk.drop.sms',
    message: 'Timber Sale Room: the ceiling of your number {number} on lot {position} was dropped. Receipt {receipt}.',
  },
} as const

interface Told {
  readonly timelineId: string
  readonly company: CompanyId
  readonly number: BiddingNumber
  readonly lot: LotId
  readonly said: ClerksAct
  readonly key: string
  readonly verdict: Verdict
  readonly at: Instant
}

/** Tells the person who signed the company up, by mail or else by phone, of the act in its name, with the receipt. */
export async function tellBidder(db: Db, noticed: Told): Promise<void> {
  const { timelineId, company, lot: id, number, said, key, verdict, at } = noticed
  const [to, session, lots] = await Promise.all([
    signerUp(db, timelineId, company),
    findSession(db, timelineId),
    lotsById(db, [id]),
  ])
  const lot = lots.get(id)
  if (!to || !session || !lot) return
  const { receipt } = verdict
  const written = LOCALES.map((locale) => {
    const say = translator(locale)
    const gaps = {
      number,
      sale: locale === 'zh' ? session.schedule.nameZh : session.schedule.nameEn,
      lot: locale === 'zh' ? lot.nameZh : lot.nameEn,
      position: lot.position,
      price: verdict.price === null ? '' : formatMinor(verdict.price),
      currency: lot.currency,
      // A short message, and a message about a ceiling, only name the log entry; the room shows the whole receipt.
      receipt:
        receipt === null
          ? ''
          : to.channel === 'mail' && said === 'bid'
            ? JSON.stringify(Receipt.encode(receipt))
            : `#${receipt.body.seq}`,
    }
    return { subject: say(subject, gaps), body: say((to.channel === 'mail' ? mails : shortMessages)[said], gaps) }
  })
  const all = (part: 'subject' | 'body', between: string) => written.map((one) => one[part]).join(between)
  const mail = { subject: all('subject', ' · '), body: all('body', to.channel === 'mail' ? '\n\n———\n\n' : ' ') }
  await putMails(db, [{ id: `clerk:${timelineId}:${key}`, ...to, ...mail }], at)
}
