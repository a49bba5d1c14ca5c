import { randomUUID } from 'node:crypto'
import type { Call } from '../../../src/contract/call.ts'
import * as contract from '../../../src/contract/calls/index.ts'
import type { WorldSession } from '../../support/world.ts'

export type Fields = Readonly<Record<string, unknown>>
/** The caller allowed to make the call; its token is sent when something else is wrong. */
export type Part = 'host' | 'seller' | 'buyer'

export interface Example {
  readonly name: string
  readonly call: Call
  readonly part: Part
  readonly params: Fields
  readonly query: Fields
  readonly body: Fields | null
}

/** Every call of the contract, with a request that would be understood. Sent only with something wrong in it. */
export function examplesOf({ id: scheduleTimelineId, lots }: WorldSession): readonly Example[] {
  const contractObjectId = lots[0]?.id ?? ''
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const lot = { scheduleTimelineId, contractObjectId }
  const keyed = { bidKey: randomUUID(), notAfter: soon }
  const offer = { scheduleTimelineId, offerId: 'o1', revision: 1, bidKey: keyed.bidKey }
  const page = { pageNum: '1', pageSize: '20' }
  const known: Readonly<Record<string, Partial<Pick<Example, 'part' | 'params' | 'query' | 'body'>>>> = {
    login: { body: { account: 'somebody', password: 'Timber2026' } },
    ticket: { body: { scheduleTimelineId } },
    assemblyLogin: { body: { scheduleTimelineId, ticket: 'ticket' } },
    scheduleList: { query: page },
    scheduleInfo: { params: { scheduleId: 's' } },
    timelineInfo: { params: { scheduleTimelineId } },
    biddingRegistrationAdd: { body: { scheduleTimelineId } },
    biddingRegistrationList: { query: page },
    ruleInfo: { query: { scheduleTimelineId } },
    lotList: { query: { ...page, scheduleTimelineId, minPrice: '1.00', sort: 'price' } },
    lotInfo: { params: { contractObjectId } },
    attentionAdd: { body: { contractObjectId } },
    attentionCancel: { body: { contractObjectId } },
    getBiddingInfo: { query: lot },
    getCompareBiddingInfo: { part: 'host', query: lot },
    counterOfferList: { body: { ...lot, type: '1' } },
    bidOrCounteroffer: { body: { ...lot, ...keyed, type: '1', price: '2000.00' } },
    verdict: { query: { bidKey: keyed.bidKey } },
    ceilingSet: { body: { ...lot, ...keyed, amount: '2000.00', mode: 'standing' } },
    ceilingDrop: { body: { ...lot, bidKey: keyed.bidKey } },
    offerAccept: { body: offer },
    offerDecline: { body: offer },
    offerWithdraw: { body: { scheduleTimelineId, offerId: 'o1', bidKey: keyed.bidKey } },
    lotAdjust: { part: 'seller', body: { ...lot, startPrice: '1000.00', deliveryDate: '2027-01-31' } },
    accomplish: { part: 'host', body: { scheduleTimelineId } },
    start: { part: 'host', body: { scheduleTimelineId, contractObjectIds: [contractObjectId], biddingSeconds: 60 } },
    addRound: { part: 'host', body: { scheduleTimelineId, contractObjectIds: [contractObjectId], biddingSeconds: 60 } },
    lotsToAdd: { part: 'host', query: { scheduleTimelineId } },
    lotsAdd: { part: 'host', body: { scheduleTimelineId, contractObjectIds: ['a-draft'] } },
    adjustStage: { part: 'host', body: { scheduleTimelineId, minutes: 5 } },
    closeTemporarily: { part: 'host', body: { scheduleTimelineId, message: 'A break' } },
    reopen: { part: 'host', body: { scheduleTimelineId } },
    holdLot: { part: 'host', body: lot },
    voidBid: { part: 'host', body: { ...lot, seq: 5, reason: 'A slip' } },
    setSpeech: { part: 'host', body: { scheduleTimelineId, allowed: false, speaker: 'bidder:1' } },
    withdrawLot: { part: 'host', body: { ...lot, reason: 'Damaged' } },
    people: { part: 'host', query: { scheduleTimelineId } },
    messageAdd: { body: { scheduleTimelineId, content: 'Hello' } },
    messageList: { body: { scheduleTimelineId } },
    history: { query: { scheduleTimelineId, after: '0', upTo: '100', most: '50' } },
    logExport: { query: { scheduleTimelineId, after: '0' } },
  }
  return Object.entries<unknown>(contract).flatMap(([name, call]) =>
    isCall(call) ? [{ name, call, part: 'buyer', params: {}, query: {}, body: null, ...known[name] }] : [],
  )
}

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'token' in value
