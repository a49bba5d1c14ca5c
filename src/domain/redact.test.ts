import { describe, expect, test } from 'vitest'
import { open, seal } from './log.ts'
import { privyTo, redactEvent, redactOpenings, redactState, sameView, viewKey } from './redact.ts'
import type { Viewer } from './redact.ts'
import { CANARY, EXAMPLE_EVENTS, EXAMPLE_STATE, EXAMPLES } from './testing/examples.ts'

const VIEWERS = {
  room: { identity: 'room' },
  operator: { identity: 'operator' },
  host: { identity: 'host' },
  17: { identity: 'buyer', number: 17 },
  18: { identity: 'buyer', number: 18 },
  S1: { identity: 'seller', seller: 'S1' },
  S2: { identity: 'seller', seller: 'S2' },
  audience: { identity: 'audience' },
} as const satisfies Record<string, Viewer>
const viewers = Object.entries(VIEWERS)

/** The viewers whose view contains the text. */
const finders = (text: string | number, seenBy: (viewer: Viewer) => unknown) =>
  viewers
    .filter(([, viewer]) => JSON.stringify(seenBy(viewer)).includes(String(text)))
    .map(([name]) => name)
    .sort()

const inEvent = (type: keyof typeof EXAMPLES) => (viewer: Viewer) => redactEvent(EXAMPLES[type], viewer, EXAMPLE_STATE)
const inState = (viewer: Viewer) => redactState(EXAMPLE_STATE, viewer)
const names = (...who: (keyof typeof VIEWERS)[]) => ['room', ...who.map(String)].sort()

describe('who sees what, in the event', () => {
  test.each([
    ["the host's company", 'session.published', CANARY.hostCompany, names('host', 'operator')],
    ["a seller's company", 'session.published', CANARY.sellerCompany.S1, names('host', 'operator', 'S1')],
    ['a reserve, which the host must not know', 'session.published', CANARY.reserve.L1, names('operator', 'S1')],
    ['the reserve of an added lot', 'lot.added', CANARY.reserve.L1, names('operator', 'S1')],
    ['the reserve of another seller', 'session.published', CANARY.reserve.L2, names('operator', 'S2')],
    ["a bidder's company", 'bidder.admitted', CANARY.bidderCompany[17], names('host', 'operator', 17)],
    ['the flags', 'bidder.admitted', CANARY.flag, names('operator')],
    ['whether the room bid', 'bid', '"auto"', names(17)],
    ['that a clerk bid', 'bid', '"clerk":"host"', names('host', 'operator', 17)],
    ['whose bid stands again after a void', 'bid.voided', CANARY.account, names('host', 'operator', 18)],
    ['who clicked', 'bid', CANARY.account, names('host', 'operator', 17)],
    ["a ceiling, which is its owner's alone", 'ceiling.set', CANARY.ceiling, names(17)],
    ['that there is a ceiling', 'ceiling.set', 'ceiling', names(17)],
    ['that a ceiling went', 'ceiling.dropped', 'ceiling', names(17)],
    ['whose link is lost', 'link.lost', 'link', names(17)],
    ['whose link is back', 'link.returned', 'link', names(17)],
    ["the buyer's company at the deal", 'lot.sold', CANARY.bidderCompany[17], names('host', 'operator', 17, 'S1')],
    ['an offered hold', 'hold.offered', 'hold', names('host', 'operator')],
    ['a receipt that the log lacks', 'log.denied', 'd'.repeat(64), names('host', 'operator')],
    ['the gag of one', 'speech.set', CANARY.gagged, names('host', 'operator', 17)],
    ['who spoke', 'message', CANARY.account, names('host', 'operator')],
    ['what was said', 'message', '含水率', names('operator', 'host', 17, 18, 'S1', 'S2', 'audience')],
    ['an offer', 'offer.made', CANARY.offerPrice, names('host', 'operator', 17, 'S1')],
    ["an offer's end", 'offer.ended', 'declined', names('host', 'operator', 17, 'S1')],
  ] as const)('%s', (_, type, canary, expected) => {
    expect(finders(canary, inEvent(type))).toEqual(expected)
  })

  test("P2: the person who made a counter is its seller's secret from the buyer", () => {
    const counter = { ...EXAMPLES['offer.made'], from: 'seller' } as const
    expect(finders(CANARY.account, (viewer) => redactEvent(counter, viewer, EXAMPLE_STATE))).toEqual(
      names('host', 'operator', 'S1'),
    )
  })

  test("speech for all is everybody's business", () => {
    const forAll = { ...EXAMPLES['speech.set'], speaker: null }
    expect(redactEvent(forAll, VIEWERS.audience, EXAMPLE_STATE)).toBe(forAll)
  })

  test('an event that is secret as a whole tells its place and time, neither its type nor its actor', () => {
    const { seq, at } = EXAMPLES['ceiling.set']
    expect(redactEvent(EXAMPLES['ceiling.set'], VIEWERS.host, EXAMPLE_STATE)).toEqual({
      type: 'sealed',
      seq,
      at,
      actor: 'sealed',
    })
  })

  test('what hides nothing comes back as it is', () => {
    for (const event of EXAMPLE_EVENTS) expect(redactEvent(event, VIEWERS.room, EXAMPLE_STATE)).toBe(event)
    expect(redactEvent(EXAMPLES['lot.unsold'], VIEWERS.audience, EXAMPLE_STATE)).toBe(EXAMPLES['lot.unsold'])
  })

  test('redacting twice is redacting once', () => {
    for (const event of EXAMPLE_EVENTS) {
      for (const [, viewer] of viewers) {
        const once = redactEvent(event, viewer, EXAMPLE_STATE)
        expect(redactEvent(once, viewer, EXAMPLE_STATE)).toEqual(once)
      }
    }
  })
})

describe('who sees what, in the state', () => {
  test.each([
    ["the host's company", CANARY.hostCompany, names('host', 'operator')],
    ["a seller's company", CANARY.sellerCompany.S1, names('host', 'operator', 'S1')],
    ["a bidder's company", CANARY.bidderCompany[18], names('host', 'operator', 18)],
    ['a reserve, which the host must not know', CANARY.reserve.L1, names('operator', 'S1')],
    ["a ceiling, which is its owner's alone", CANARY.ceiling, names(17)],
    ['whose link is lost', '"lost":["L1"]', names(17)],
    [
      "the buyer's company, which a deal tells the seller",
      CANARY.bidderCompany[17],
      names('host', 'operator', 17, 'S1', 'S2'),
    ],
    ['an offered hold', '"holdOffered":true', names('host', 'operator')],
    ['an offer', CANARY.offerPrice, names('host', 'operator', 17, 'S1')],
    ['the gag of one', CANARY.gagged, names('host', 'operator', 17)],
    ["the room's own book", '"standing":{', names()],
  ] as const)('%s', (_, canary, expected) => {
    expect(finders(canary, inState)).toEqual(expected)
  })

  test('the deal tells the seller of that lot, not the seller of another', () => {
    const deals = (viewer: Viewer) =>
      [...redactState(EXAMPLE_STATE, viewer).lots].map((lot) => lot.deal?.company ?? null)
    expect(deals(VIEWERS.S1)).toEqual([CANARY.bidderCompany[17], null])
    expect(deals(VIEWERS.S2)).toEqual([null, CANARY.bidderCompany[17]])
  })
})

describe('the fan-out', () => {
  test("privyTo names exactly those whose form differs from the audience's", () => {
    for (const event of EXAMPLE_EVENTS) {
      const publicForm = redactEvent(event, VIEWERS.audience, EXAMPLE_STATE)
      const privy = privyTo(event, EXAMPLE_STATE)
      const named = [
        ...(privy.host ? ['host'] : []),
        ...(privy.operator ? ['operator'] : []),
        ...privy.numbers.map(String),
        ...privy.sellers,
        'room',
      ].sort()
      const differs = viewers.filter(
        ([, viewer]) => JSON.stringify(redactEvent(event, viewer, EXAMPLE_STATE)) !== JSON.stringify(publicForm),
      )
      const room = JSON.stringify(event) === JSON.stringify(publicForm) ? ['room'] : []
      expect([...differs.map(([name]) => name), ...room].sort(), event.type).toEqual(named)
      expect(privy.everyone).toBe(false)
    }
  })

  test('of the gag of one person that person knows, the host and the operator', () => {
    const privy = (speaker: string) => privyTo({ ...EXAMPLES['speech.set'], speaker }, EXAMPLE_STATE)
    expect(privy('bidder:17')).toMatchObject({ numbers: [17], sellers: [] })
    expect(privy('seller:S1')).toMatchObject({ numbers: [], sellers: ['S1'] })
    expect(privy('host')).toMatchObject({ numbers: [], sellers: [] })
  })

  test('an absent secret sets no viewer apart', () => {
    for (const event of EXAMPLE_EVENTS) {
      const hidden = redactEvent(event, VIEWERS.audience, EXAMPLE_STATE)
      expect(privyTo(hidden, EXAMPLE_STATE), event.type).toEqual({
        everyone: false,
        operator: false,
        host: false,
        numbers: [],
        sellers: [],
      })
    }
  })

  test("a view's key is its own", () => {
    expect(Object.fromEntries(viewers.map(([name, viewer]) => [name, viewKey(viewer)]))).toEqual({
      room: 'room',
      operator: 'operator',
      host: 'host',
      17: 'buyer:17',
      18: 'buyer:18',
      S1: 'seller:S1',
      S2: 'seller:S2',
      audience: 'audience',
    })
    expect(sameView({ identity: 'buyer', number: 17 }, { identity: 'buyer', number: 17 })).toBe(true)
    expect(sameView({ identity: 'buyer', number: 17 }, { identity: 'buyer', number: 18 })).toBe(false)
    expect(sameView({ identity: 'seller', seller: 'S1' }, { identity: 'host' })).toBe(false)
  })

  test('an opening that is not of the event is given to no viewer', () => {
    const openings = { event: { salt: 'salt-of-128-random-bits', value: CANARY.ceiling } }
    for (const [, viewer] of viewers)
      expect(redactOpenings(openings, EXAMPLES['lot.opened'], viewer, EXAMPLE_STATE)).toEqual({})
  })

  test('with its openings a viewer opens an entry to just the event that it may see', () => {
    const sealing = { epoch: 'e', prevHash: '', sha256: (text: string) => text, salt: () => 'salt-of-128-random-bits' }
    for (const event of EXAMPLE_EVENTS.filter(({ type }) => type !== 'sealed')) {
      const { entry, openings } = seal(event, sealing)
      for (const [, viewer] of viewers) {
        const his = redactOpenings(openings, event, viewer, EXAMPLE_STATE)
        expect(open(entry, his), event.type).toEqual(redactEvent(event, viewer, EXAMPLE_STATE))
      }
    }
  })
})
