import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SessionEvent } from './events.ts'
import { evolve, initial } from './evolve.ts'
import { genesis, open, seal, verifyChain, verifyOpenings } from './log.ts'
import type { Entry, Openings } from './log.ts'
import { privyTo, redactEvent, redactOpenings, redactState, sees } from './redact.ts'
import type { Viewer } from './redact.ts'
import type { SessionState } from './state.ts'
import { EXAMPLES } from './testing/examples.ts'
import { PATIENCE, play, PLENTIFUL, proof, sale } from './testing/sales.ts'
import { later, minor } from './units.ts'

/** Every kind of viewer; buyers 1 to 5 bid, 99 has never been seen. */
const VIEWERS: readonly Viewer[] = [
  { identity: 'room' },
  { identity: 'operator' },
  { identity: 'host' },
  { identity: 'audience' },
  { identity: 'buyer', number: 1 },
  { identity: 'buyer', number: 2 },
  { identity: 'buyer', number: 3 },
  { identity: 'buyer', number: 99 },
  { identity: 'seller', seller: 'S1' },
  { identity: 'seller', seller: 'S2' },
  { identity: 'seller', seller: 'S9' },
]

const sha256 = (text: string) => hash('sha256', text)

/** The log of a sale from its genesis. */
function logOf(events: readonly SessionEvent[], { scheduleTimelineId, epoch }: SessionState) {
  let prevHash = genesis(scheduleTimelineId, epoch, sha256)
  const start = { prevHash, seq: 0 }
  let drawn = 0
  const rows = events.map((event): { entry: Entry; openings: Openings } => {
    const row = seal(event, { epoch, prevHash, sha256, salt: () => sha256(`salt ${drawn++}`) })
    prevHash = row.entry.hash
    return row
  })
  return { rows, entries: rows.map(({ entry }) => entry), start }
}

const UNCOMMANDED: ReadonlySet<string> = new Set(['sealed', 'unknown', 'session.restored'])

describe('in any sale', () => {
  test(
    'R6: redaction commutes with evolve: a replica fed with redacted events is the redacted state, at every event, for every viewer',
    { timeout: PATIENCE },
    () => {
      const seen = new Set<string>()
      fc.assert(
        fc.property(sale(), (givens) => {
          const { events, states } = play(givens)
          for (const { type } of events) seen.add(type)
          for (const viewer of VIEWERS) {
            let replica = redactState(states[0]!, viewer)
            for (const [index, event] of events.entries()) {
              replica = evolve(replica, redactEvent(event, viewer, states[index]!))
              const redacted = redactState(states[index + 1]!, viewer)
              if (!isDeepStrictEqual(replica, redacted))
                expect(replica, `after ${event.type} for ${JSON.stringify(viewer)}`).toEqual(redacted)
            }
          }
        }),
        proof(400),
      )
      // The generated sales must reach every event type that a command makes, or the property proves little.
      const never = Object.keys(EXAMPLES).filter((type) => !UNCOMMANDED.has(type) && !seen.has(type))
      if (PLENTIFUL) expect(never).toEqual([])
    },
  )

  test('redacting is the same with the state before the event as with any later one', () => {
    fc.assert(
      fc.property(sale(), (givens) => {
        const { events, states } = play(givens)
        const last = states.at(-1)!
        for (const viewer of VIEWERS) {
          for (const [index, event] of events.entries()) {
            const [then, now] = [redactEvent(event, viewer, states[index]!), redactEvent(event, viewer, last)]
            if (!isDeepStrictEqual(then, now)) expect(now).toEqual(then)
          }
        }
      }),
      proof(100),
    )
  })

  test("a viewer not privy to an event gets the audience's form of it", () => {
    fc.assert(
      fc.property(sale(), (givens) => {
        const { events, states } = play(givens)
        for (const [index, event] of events.entries()) {
          const state = states[index]!
          const publicForm = redactEvent(event, { identity: 'audience' }, state)
          const privy = privyTo(event, state)
          for (const viewer of VIEWERS.filter((one) => !sees(one, privy))) {
            const form = redactEvent(event, viewer, state)
            if (!isDeepStrictEqual(form, publicForm)) expect(form).toEqual(publicForm)
          }
        }
      }),
      proof(100),
    )
  })

  test('R6: a bid does not tell, by its actor or its shape, whether a person or the room made it', () => {
    fc.assert(
      fc.property(sale(), (givens) => {
        const { events, states } = play(givens)
        for (const [index, event] of events.entries()) {
          if (event.type !== 'bid') continue
          const { lot, seq, at, price, number, deadline } = event
          const form = redactEvent(event, { identity: 'audience' }, states[index]!)
          expect(form).toEqual({
            type: 'bid',
            lot,
            seq,
            at,
            price,
            number,
            deadline,
            actor: `bidder:${number}`,
            origin: null,
            account: null,
            clerk: null,
          })
        }
      }),
      proof(100),
    )
  })
})

/** Fifteen digits in place of a secret: no price, time or hash contains them by chance. */
const canary = (n: number) => minor(713_905_842_016_357 + n * 1_000_003)

/** The same sale with every ceiling and reserve replaced by a unique amount. */
function withCanaries(events: readonly SessionEvent[]) {
  const hidden: { readonly text: string; readonly mayKnow: (viewer: Viewer) => boolean }[] = []
  const hide = (mayKnow: (viewer: Viewer) => boolean) => {
    const amount = canary(hidden.length)
    hidden.push({ text: String(amount), mayKnow })
    return amount
  }
  const marked = events.map((event): SessionEvent => {
    if (event.type === 'ceiling.set') {
      return { ...event, amount: hide((viewer) => viewer.identity === 'buyer' && viewer.number === event.number) }
    }
    if (event.type !== 'session.published') return event
    const lots = event.lots.map((lot) => ({
      ...lot,
      reserve: hide(
        (viewer) => viewer.identity === 'operator' || (viewer.identity === 'seller' && viewer.seller === lot.seller),
      ),
    }))
    return { ...event, lots }
  })
  return { marked, hidden }
}

function statesOf(events: readonly SessionEvent[]): readonly SessionState[] {
  const states = [initial('sale-1', 'epoch-1')]
  for (const event of events) states.push(evolve(states.at(-1)!, event))
  return states
}

describe('a ceiling and a reserve', () => {
  test("C11: are in no other viewer's bytes: not in events, states, entries or openings; their owner has them", () => {
    let ceilings = 0
    fc.assert(
      fc.property(sale(), (givens) => {
        const { marked, hidden } = withCanaries(play(givens).events)
        ceilings += hidden.length
        const states = statesOf(marked)
        const { rows } = logOf(marked, states[0]!)
        for (const viewer of VIEWERS.filter(({ identity }) => identity !== 'room')) {
          const events = JSON.stringify(marked.map((event, index) => redactEvent(event, viewer, states[index]!)))
          const views = JSON.stringify(states.map((state) => redactState(state, viewer)))
          const exported = JSON.stringify(
            rows.map(({ entry, openings }, index) => ({
              ...entry,
              openings: redactOpenings(openings, marked[index]!, viewer, states[index]!),
            })),
          )
          for (const { text, mayKnow } of hidden) {
            const found = { events: events.includes(text), exported: exported.includes(text) }
            const expected = { events: mayKnow(viewer), exported: mayKnow(viewer) }
            if (!isDeepStrictEqual(found, expected)) expect(found, JSON.stringify(viewer)).toEqual(expected)
            if (!mayKnow(viewer) && views.includes(text))
              expect.fail(`a secret in the state of ${JSON.stringify(viewer)}`)
          }
        }
      }),
      proof(100),
    )
    if (PLENTIFUL) expect(ceilings).toBeGreaterThan(200)
  })
})

describe('the log of any sale', () => {
  test('keeps every event, and verifies with all openings or with none', () => {
    fc.assert(
      fc.property(sale(), (givens) => {
        const { events, states } = play(givens)
        const { rows, entries, start } = logOf(events, states[0]!)
        for (const [index, { entry, openings }] of rows.entries()) expect(open(entry, openings)).toEqual(events[index])
        expect(verifyChain(entries, sha256, start)).toMatchObject({ ok: true, seq: events.length })
      }),
      proof(60),
    )
  })

  test('exported for any viewer verifies, and opens to just the events that the viewer may see', () => {
    fc.assert(
      fc.property(sale(), (givens) => {
        const { events, states } = play(givens)
        const { rows, start } = logOf(events, states[0]!)
        for (const viewer of VIEWERS) {
          const exported = rows.map(({ entry, openings }, index) => ({
            entry,
            openings: redactOpenings(openings, events[index]!, viewer, states[index]!),
          }))
          expect(
            verifyChain(
              exported.map(({ entry }) => entry),
              sha256,
              start,
            ).ok,
          ).toBe(true)
          for (const [index, { entry, openings }] of exported.entries()) {
            const opened = open(entry, openings)
            const redacted = redactEvent(events[index]!, viewer, states[index]!)
            if (!isDeepStrictEqual(opened, redacted)) expect(opened).toEqual(redacted)
            if (verifyOpenings(entry, openings, sha256) !== null)
              expect.fail(`an opening of ${entry.type} does not fit`)
          }
        }
      }),
      proof(40),
    )
  })

  test('breaks wherever an entry is changed', () => {
    fc.assert(
      fc.property(sale({ moves: 60 }), fc.nat(), (givens, at) => {
        const { events, states } = play(givens)
        const { entries, start } = logOf(events, states[0]!)
        const index = at % entries.length
        const entry = entries[index]!
        const forgeries: Entry[] = [
          { ...entry, at: later(entry.at, -1) },
          { ...entry, actor: `${entry.actor}0` },
          { ...entry, type: `${entry.type}0` },
          { ...entry, payload: { ...entry.payload, more: 1 } },
        ]
        for (const forged of forgeries) {
          expect(verifyChain(entries.with(index, forged), sha256, start)).toEqual({
            ok: false,
            seq: entry.seq,
            because: 'hash',
          })
        }
      }),
      proof(60),
    )
  })
})
