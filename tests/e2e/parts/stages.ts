import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import {
  addRound,
  adjustStage,
  bidOrCounteroffer,
  counterOfferList,
  offerAccept,
  start,
} from '../../../src/contract/calls/index.ts'
import { venueOf } from '../../support/world.ts'
import type { OpenSale } from '../openSale.ts'

// Where a test of the room begins: the host, a seller or a buyer has acted before, by calls.

type Sale = Pick<OpenSale, 'server' | 'session'>

/** Bidding so long that no lot ends during a test. */
export const LONG_SECONDS = 600
/** A round that ends during a test: its bid comes by a call, within a second of the start. */
export const SHORT_SECONDS = 15

/** A machine that stands still for 3 s has an outage, which gives open lots 60 s more (O1). */
export const CLOSES = { timeout: 150_000 }

const MINUTE_MS = 60_000
/** A round without a bid in it. */
const EMPTY_SECONDS = 1

const hostOf = ({ server, session }: Sale) => venueOf(server.url, session, session.host)

/** Opens the lots with these places, all by default. */
export async function bidding(sale: Sale, seconds = LONG_SECONDS, lots?: readonly number[]): Promise<void> {
  const contractObjectIds = lots?.map((no) => lotOf(sale, no)) ?? null
  await hostOf(sale).accepted(start, { contractObjectIds, biddingSeconds: seconds })
}

/** A further round for the lots with these places. */
export async function round(sale: Sale, lots: readonly number[], seconds = LONG_SECONDS): Promise<void> {
  await hostOf(sale).accepted(addRound, {
    contractObjectIds: lots.map((no) => lotOf(sale, no)),
    biddingSeconds: seconds,
  })
}

/** A first round without a bid is over; all lots are unsold. */
export async function emptyRound(sale: Sale): Promise<void> {
  await bidding(sale, EMPTY_SECONDS)
  await expect
    .poll(async () => (await hostOf(sale).lots()).every(({ status }) => status === 'unsold'), CLOSES)
    .toBe(true)
}

/** All lots are unsold, and the stage is negotiation. */
export async function negotiation(sale: Sale): Promise<void> {
  await emptyRound(sale)
  await hostOf(sale).accepted(adjustStage, { minutes: null })
}

/** The buyer with this number bids on the lot with this place. */
export async function bids(sale: Sale, number: number, no: number, price: string): Promise<void> {
  const { server, session } = sale
  const buyer = venueOf(server.url, session, session.bidders[number - 1]!)
  expect(await buyer.bid(lotOf(sale, no), price)).toMatchObject({ verdict: 'accepted' })
}

/** In negotiation: the buyer with this number offers for the whole lot, and the seller accepts. */
export async function dealByOffer(sale: Sale, number: number, no: number, price: string): Promise<void> {
  const { server, session } = sale
  const [buyer, seller] = [session.bidders[number - 1]!, session.seller].map((who) => venueOf(server.url, session, who))
  const of = { scheduleTimelineId: session.id, contractObjectId: lotOf(sale, no) }
  const { quantity, deliveryDate } = (await seller!.lots())[no - 1]!
  await buyer!.call(bidOrCounteroffer, {
    body: {
      ...of,
      type: '2',
      price,
      quantity,
      deliveryDate,
      note: '',
      bidKey: randomUUID(),
      notAfter: new Date(Date.now() + 10_000).toISOString(),
      expiresAt: new Date(Date.now() + 5 * MINUTE_MS).toISOString(),
    },
  })
  const { rows } = await seller!.call(counterOfferList, { body: { ...of, type: '2' } })
  const offerId = rows.flatMap((row) => ('offerId' in row ? [row.offerId] : []))[0]!
  await seller!.accepted(offerAccept, { offerId, revision: 1, bidKey: randomUUID() })
}

const lotOf = ({ session }: Sale, no: number): string => session.lots[no - 1]!.id
