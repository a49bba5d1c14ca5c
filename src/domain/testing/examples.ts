import type { EventType, SessionEvent } from '../events.ts';
import { DEFAULT_RULE } from '../rule.ts';
import type { Bidder, Lot, SessionState } from '../state.ts';
import { instant, milli, minor } from '../units.ts';

/** One event of every type, and a state that they fit: two sellers, three bidders, a lot each. For tests. */
type Example<T extends EventType> = Extract<SessionEvent, { type: T }>;

const at = instant(1_764_000_000_000);
const place = { seq: 7, at, actor: 'room' } as const;
const deadline = instant(at + 180_000);

const offer = { offer: 'offer-1', number: 17, seller: 'S1' } as const;

/** Numbers and names that nothing else holds, so that they can be looked for in bytes. */
export const CANARY = {
  hostCompany: 'company-of-the-host',
  sellerCompany: { S1: 'company-of-S1', S2: 'company-of-S2' },
  bidderCompany: { 17: 'company-of-17', 18: 'company-of-18', 19: 'company-of-19' },
  reserve: { L1: minor(736_451_977), L2: minor(736_451_981) },
  ceiling: minor(581_939_271),
  offerPrice: minor(412_345_679),
  flag: 'shares-a-bank-account',
  account: 'account-of-a-person',
  gagged: 'bidder:17',
} as const;

export const EXAMPLES: { readonly [T in EventType]: Example<T> } = {
  'session.published': {
    ...place, type: 'session.published', actor: 'operator', practice: false, rule: DEFAULT_RULE, startTime: at, signUpDeadline: at,
    hostCompany: CANARY.hostCompany,
    sellers: [{ seller: 'S1', company: CANARY.sellerCompany.S1 }, { seller: 'S2', company: CANARY.sellerCompany.S2 }],
    lots: (['L1', 'L2'] as const).map((lot, index) => ({
      lot, position: index + 1, seller: `S${index + 1}`, currency: 'CNY', unit: 'm3', quantity: milli(32_450), startPrice: minor(200_000),
      addRange: minor(1_000), deliveryDate: '2027-03-01', reserve: CANARY.reserve[lot],
    })),
  },
  'bidder.admitted': {
    ...place, type: 'bidder.admitted', actor: 'operator', number: 17, company: CANARY.bidderCompany[17], flags: [CANARY.flag],
  },
  'bidder.dismissed': { ...place, type: 'bidder.dismissed', actor: 'operator', number: 17, reason: 'withdrew' },
  'bidder.suspended': { ...place, type: 'bidder.suspended', actor: 'operator', number: 17, reason: 'unpaid' },
  'seller.suspended': { ...place, type: 'seller.suspended', actor: 'operator', seller: 'S1', reason: 'undelivered' },
  'session.preopened': { ...place, type: 'session.preopened' },
  'stage.changed': { ...place, type: 'stage.changed', actor: 'host', stage: 'bidding', endsAt: null },
  'stage.adjusted': { ...place, type: 'stage.adjusted', actor: 'host', endsAt: deadline, deadlines: [{ lot: 'L1', deadline }] },
  'round.opened': { ...place, type: 'round.opened', actor: 'host', round: 1, lots: [{ lot: 'L1', opensAt: at, deadline, hardEnd: null }] },
  'lot.opened': { ...place, type: 'lot.opened', lot: 'L1' },
  bid: {
    ...place, type: 'bid', actor: 'bidder:17', lot: 'L1', number: 17, price: minor(201_000), deadline,
    origin: { auto: false, root: 7, rootNumber: 17 }, account: CANARY.account,
  },
  'bid.voided': {
    ...place, type: 'bid.voided', actor: 'host', lot: 'L1', struck: [5], number: 17, reason: 'mistyped', restored: null, deadline,
  },
  'ceiling.set': { ...place, type: 'ceiling.set', actor: 'bidder:17', lot: 'L1', number: 17, amount: CANARY.ceiling, mode: 'standing' },
  'ceiling.dropped': { ...place, type: 'ceiling.dropped', actor: 'bidder:17', lot: 'L1', number: 17 },
  'link.lost': { ...place, type: 'link.lost', number: 17 },
  'link.returned': { ...place, type: 'link.returned', number: 17 },
  'lot.sold': {
    ...place, type: 'lot.sold', lot: 'L1', number: 17, price: minor(201_000), quantity: milli(32_450), amount: minor(6_522_450),
    company: CANARY.bidderCompany[17], offer: null,
  },
  'lot.unsold': { ...place, type: 'lot.unsold', lot: 'L1' },
  'lot.withdrawn': { ...place, type: 'lot.withdrawn', actor: 'operator', lot: 'L1', reason: 'damaged' },
  'lot.adjusted': { ...place, type: 'lot.adjusted', actor: 'seller:S1', lot: 'L1', startPrice: minor(190_000), deliveryDate: '2027-04-01' },
  'lot.split': { ...place, type: 'lot.split', lot: 'L1', child: 'L1-1', quantity: milli(10_000) },
  'hold.offered': { ...place, type: 'hold.offered', lot: 'L1' },
  'lot.held': { ...place, type: 'lot.held', actor: 'host', lot: 'L1', until: deadline, by: 'host' },
  'lot.resumed': { ...place, type: 'lot.resumed', lot: 'L1', deadline },
  'session.closed': { ...place, type: 'session.closed', actor: 'host', message: 'a short break' },
  'session.reopening': { ...place, type: 'session.reopening', actor: 'host', reopensAt: deadline },
  'session.reopened': { ...place, type: 'session.reopened', frozenMs: 60_000, deadlines: [{ lot: 'L1', deadline }] },
  outage: { ...place, type: 'outage', from: at, to: deadline, deadlines: [{ lot: 'L1', deadline }] },
  'speech.set': { ...place, type: 'speech.set', actor: 'host', allowed: false, speaker: CANARY.gagged },
  message: { ...place, type: 'message', actor: 'bidder:17', from: 'bidder:17', text: '请问含水率是多少?', account: CANARY.account },
  'offer.made': {
    ...place, ...offer, type: 'offer.made', actor: 'bidder:17', lot: 'L1', revision: 1, from: 'buyer', price: CANARY.offerPrice,
    quantity: milli(32_450), deliveryDate: '2027-03-01', note: '', expiresAt: deadline, answers: null,
  },
  'offer.ended': { ...place, ...offer, type: 'offer.ended', actor: 'seller:S1', status: 'declined' },
  'deal.held': { ...place, type: 'deal.held', lot: 'L1', number: 17, reason: 'suspended' },
  'session.finished': { ...place, type: 'session.finished', failed: ['L2'] },
  sealed: { ...place, type: 'sealed', actor: 'sealed' },
};

export const EXAMPLE_EVENTS: readonly SessionEvent[] = Object.values(EXAMPLES);

const bidder = (number: 17 | 18 | 19): Bidder => ({ number, company: CANARY.bidderCompany[number], admitted: true, lost: number === 17 });

function lot(name: 'L1' | 'L2', seller: string): Lot {
  return {
    lot: name, position: name === 'L1' ? 1 : 2, seller, currency: 'CNY', unit: 'm3', quantity: milli(32_450), publishedPrice: minor(200_000),
    startPrice: minor(200_000), addRange: minor(1_000), deliveryDate: '2027-03-01', reserve: CANARY.reserve[name], status: 'open', round: 1,
    clock: { opensAt: at, deadline, hardEnd: null }, leading: { seq: 5, number: 18, price: minor(200_000), at }, bidCount: 1,
    highestBefore: null, hold: null, holdUsed: false, holdOffered: name === 'L1',
    ceilings: { 17: { amount: CANARY.ceiling, mode: 'standing', since: 4, suspended: false } },
    deal: {
      number: 17, price: minor(201_000), quantity: milli(32_450), amount: minor(6_522_450), at, seq: 6, company: CANARY.bidderCompany[17],
      onHold: false,
    },
    parent: null, children: 0, withdrawnBecause: null,
    book: { standing: { seq: 5, number: 18, price: minor(200_000), at, root: 5, rootNumber: 18, recent: [18], prev: null }, silentFrom: null, lostAt: {} },
  };
}

/** Not a state that a sale can reach (a lot is open and has a deal): it holds one of everything that somebody must not see. */
export const EXAMPLE_STATE: SessionState = {
  scheduleTimelineId: 'timeline-1', epoch: 'epoch-1', redacted: false, seq: 6, at, practice: false, phase: 4, stage: 'bidding', rule: DEFAULT_RULE,
  startTime: at, signUpDeadline: at, hostCompany: CANARY.hostCompany, round: 1, stageEndsAt: null, closure: null, idleSince: null,
  sellers: {
    S1: { seller: 'S1', company: CANARY.sellerCompany.S1, suspended: false },
    S2: { seller: 'S2', company: CANARY.sellerCompany.S2, suspended: false },
  },
  bidders: { 17: bidder(17), 18: bidder(18), 19: bidder(19) },
  lots: { L1: lot('L1', 'S1'), L2: lot('L2', 'S2') },
  lotOrder: ['L1', 'L2'],
  offers: {
    'offer-1': {
      ...offer, lot: 'L1', revision: 1, from: 'buyer', price: CANARY.offerPrice, quantity: milli(32_450), deliveryDate: '2027-03-01', note: '',
      expiresAt: deadline, status: 'live',
    },
  },
  speech: { allowed: true, gagged: { [CANARY.gagged]: true } },
  messages: [],
};
