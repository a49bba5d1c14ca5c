import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from './canonical.ts'
import type { SessionEvent } from './events.ts'
import { genesis, hashOf, open, restored, seal, verifyChain, verifyOpening, verifyOpenings } from './log.ts'
import type { Entry, Openings } from './log.ts'
import type { Given } from './commands.ts'
import { decide } from './decide.ts'
import { nextWakeAt } from './decide/wake.ts'
import { isFields, mapSecrets } from './secrets.ts'
import { evolve, initial } from './evolve.ts'
import { instant, later, minor } from './units.ts'
import { upcast } from './versions.ts'
import { redactEvent, redactOpenings, redactState } from './redact.ts'
import { CANARY, EXAMPLE_EVENTS, EXAMPLE_STATE, EXAMPLES } from './testing/examples.ts'

const sha256 = (text: string) => hash('sha256', text)

function salts(): () => string {
  let drawn = 0
  return () => sha256(`salt ${drawn++}`)
}

/** A log of one event of every type. */
function sealed(events: readonly SessionEvent[]): { entries: readonly Entry[]; openings: readonly Openings[] } {
  const entries: Entry[] = []
  const openings: Openings[] = []
  const salt = salts()
  let prevHash = genesis('timeline-1', 'epoch-1', sha256)
  for (const [index, event] of events.entries()) {
    const next = seal({ ...event, seq: index + 1 }, { epoch: 'epoch-1', prevHash, sha256, salt })
    entries.push(next.entry)
    openings.push(next.openings)
    prevHash = next.entry.hash
  }
  return { entries, openings }
}

const events = EXAMPLE_EVENTS.filter(({ type }) => type !== 'sealed' && type !== 'unknown')
const log = sealed(events)
const start = { prevHash: genesis('timeline-1', 'epoch-1', sha256), seq: 0 }

describe('an entry', () => {
  test('keeps its event: open(seal(e)) = e, also after a journey as JSON', () => {
    for (const [index, event] of events.entries()) {
      const row: unknown = JSON.parse(JSON.stringify({ entry: log.entries[index], openings: log.openings[index] }))
      if (!isRow(row)) throw new Error('no row')
      expect(open(row.entry, row.openings)).toEqual({ ...event, seq: index + 1 })
    }
  })

  test('shows no secret without its openings', () => {
    const text = JSON.stringify(log.entries)
    const { sellerCompany, bidderCompany, reserve, gagged: _, ...others } = CANARY
    const secrets = [
      ...Object.values(others),
      ...Object.values(sellerCompany),
      bidderCompany[17],
      ...Object.values(reserve),
      '含水率',
      '"auto"',
      'ceiling',
      'link.lost',
      'offer.made',
      'offer.ended',
      'hold.offered',
      'limit',
    ]
    // `lot.sold` names an offer, openly: the field is there, the offer is not.
    const found = secrets.filter((secret) => text.replaceAll('"offer":null', '').includes(String(secret)))
    expect(found).toEqual([])
  })

  test('that is secret as a whole does not tell its type or actor', () => {
    const whole = events.flatMap(({ type }, index) =>
      log.openings[index]?.['event'] ? [{ type, entry: log.entries[index]! }] : [],
    )
    expect(whole.map(({ type }) => type).sort()).toEqual([
      'ceiling.capped',
      'ceiling.dropped',
      'ceiling.set',
      'hold.offered',
      'limit.set',
      'link.lost',
      'link.returned',
      'offer.ended',
      'offer.made',
      'speech.set',
    ])
    for (const { entry } of whole) {
      expect(entry).toMatchObject({ type: 'sealed', actor: 'sealed' })
      expect(JSON.stringify(entry.payload)).toMatch(/^\{"sealed":"[0-9a-f]{64}"\}$/)
    }
  })

  test('commits to an absent secret too: whether there is a reserve is a secret', () => {
    const published = EXAMPLES['session.published']
    const without = { ...published, lots: published.lots.map((lot) => ({ ...lot, reserve: null })) }
    const shape = (event: SessionEvent) =>
      JSON.stringify(seal(event, { epoch: 'e', prevHash: '', sha256, salt: salts() }).entry).replaceAll(
        /[0-9a-f]{64}/g,
        '…',
      )
    expect(shape(without)).toBe(shape(published))
  })

  test('gives one value two commitments, by its salts: equal secrets cannot be matched', () => {
    const [first, second] = sealed([EXAMPLES['bidder.admitted'], EXAMPLES['bidder.admitted']]).entries
    expect(first?.payload['company']).not.toEqual(second?.payload['company'])
  })

  test('erased openings leave null, and leave `sealed` of an event that was secret as a whole', () => {
    const { entry } = seal(EXAMPLES.bid, { epoch: 'e', prevHash: '', sha256, salt: salts() })
    expect(open(entry, null)).toEqual({ ...EXAMPLES.bid, origin: null, account: null, clerk: null })
    const message = seal(EXAMPLES.message, { epoch: 'e', prevHash: '', sha256, salt: salts() })
    const { account } = message.openings
    expect(open(message.entry, account ? { account } : {})).toEqual({ ...EXAMPLES.message, text: null })
    const ceiling = seal(EXAMPLES['ceiling.set'], { epoch: 'e', prevHash: '', sha256, salt: salts() })
    const { seq, at } = EXAMPLES['ceiling.set']
    expect(open(ceiling.entry, {})).toEqual({ type: 'sealed', seq, at, actor: 'sealed' })
  })

  test('R8: of a type or version that only newer code knows is kept, shown as such, and stops nothing', () => {
    const { entry } = seal(EXAMPLES.bid, { epoch: 'e', prevHash: '', sha256, salt: salts() })
    const { seq, at, actor } = entry
    expect(open({ ...entry, type: 'toString' }, {})).toEqual({
      type: 'unknown',
      seq,
      at,
      actor,
      name: 'toString',
      version: 2,
    })
    const newer = open({ ...entry, payload: { ...entry.payload, v: 99 } }, {})
    expect(newer).toMatchObject({ type: 'unknown', name: 'bid', version: 99 })
    const before = { ...EXAMPLE_STATE, seq: seq - 1 }
    const after = evolve(before, newer)
    expect(after).toEqual({ ...EXAMPLE_STATE, seq, at, shown: { seq, at }, unread: seq })
    expect(redactEvent(newer, { identity: 'audience' }, EXAMPLE_STATE)).toBe(newer)
    const viewer = { identity: 'audience' } as const
    expect(evolve(redactState(before, viewer), newer)).toEqual(redactState(after, viewer))
  })

  test('R8: nothing is decided once an entry was not read, be it public or secret', () => {
    const { seq, at } = EXAMPLES.bid
    const commands: readonly Given['command'][] = [
      { type: 'bid', lot: 'L1', price: minor(99), notAfter: later(at, 1_000) },
      { type: 'tick', lastSeen: {} },
      { type: 'withdrawLot', lot: 'L1', reason: 'x' },
    ]
    for (const unread of [
      { type: 'unknown', seq, at, actor: 'room', name: 'lot.sung', version: 1 },
      { type: 'sealed', seq, at, actor: 'sealed', unread: true },
    ] as const) {
      const state = evolve(EXAMPLE_STATE, unread)
      for (const command of commands)
        expect(decide(state, { command, by: { actor: 'operator', account: null }, at }, at)).toEqual({
          refused: 'session.newer_release',
        })
      expect(nextWakeAt(state)).toBeNull()
      expect(
        evolve(state, { type: 'message', seq: seq + 1, at, actor: 'host', from: 'host', account: null, text: '' })
          .unread,
      ).toBe(seq)
    }
    expect(
      redactEvent({ type: 'sealed', seq, at, actor: 'sealed', unread: true }, { identity: 'operator' }, EXAMPLE_STATE),
    ).toEqual({ type: 'sealed', seq, at, actor: 'sealed' })
  })

  test('R8: a secret that only newer code knows is sealed for everyone, by its name too', () => {
    const { entry, openings } = seal(EXAMPLES['ceiling.set'], { epoch: 'e', prevHash: '', sha256, salt: salts() })
    const whole = openings['event']
    if (whole === undefined || !isFields(whole.value)) throw new Error('no opening')
    const newer = { event: { ...whole, value: { ...whole.value, type: 'ceiling.sung' } } }
    const { seq, at } = entry
    expect(open(entry, newer)).toEqual({ type: 'sealed', seq, at, actor: 'sealed', unread: true })
  })

  test('R8: entries of older versions say what their fields meant then', () => {
    const old = (type: keyof typeof EXAMPLES, ...later: readonly string[]): unknown => {
      const { entry, openings } = seal(EXAMPLES[type], { epoch: 'e', prevHash: '', sha256, salt: salts() })
      const without = (fields: object) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'v' && !later.includes(name)))
      const whole = openings['event']
      const value = whole !== undefined && isFields(whole.value) ? without(whole.value) : null
      const opened = whole && { ...openings, event: { ...whole, value } }
      return open({ ...entry, payload: whole ? entry.payload : without(entry.payload) }, opened ?? openings)
    }
    expect(old('bid', 'clerk')).toEqual({ ...EXAMPLES.bid, clerk: null })
    expect(old('lot.sold', 'account')).toEqual({ ...EXAMPLES['lot.sold'], account: null })
    expect(old('lot.unsold', 'confirmUntil')).toEqual({ ...EXAMPLES['lot.unsold'], confirmUntil: null })
    expect(old('bid.voided', 'account')).toEqual({ ...EXAMPLES['bid.voided'], account: null })
    expect(old('link.lost', 'lots')).toEqual({ ...EXAMPLES['link.lost'], lots: null })
    expect(old('offer.made', 'account')).toEqual({ ...EXAMPLES['offer.made'], account: null })
    const { confirmMinutes: _, ...rule } = EXAMPLES['session.published'].rule
    const { entry, openings } = seal(EXAMPLES['session.published'], { epoch: 'e', prevHash: '', sha256, salt: salts() })
    const { v: __, ...payload } = entry.payload
    expect(open({ ...entry, payload: { ...payload, rule } }, openings)).toEqual(EXAMPLES['session.published'])
  })

  test('P2: the person who made an offer is a secret within a secret: the other side sees the offer without', () => {
    const offer = EXAMPLES['offer.made']
    const { entry, openings } = seal(offer, { epoch: 'e', prevHash: '', sha256, salt: salts() })
    const seller = { identity: 'seller', seller: 'S1' } as const
    const shown = redactOpenings(openings, offer, seller, EXAMPLE_STATE)
    expect(Object.keys(shown)).toEqual(['event'])
    expect(JSON.stringify(shown)).not.toContain(CANARY.account)
    expect(open(entry, shown)).toEqual({ ...offer, account: null })
    expect(redactEvent(offer, seller, EXAMPLE_STATE)).toEqual({ ...offer, account: null })
    expect(verifyOpenings(entry, shown, sha256)).toBeNull()
    expect(verifyOpenings(entry, openings, sha256)).toBeNull()
    expect(redactEvent(offer, { identity: 'host' }, EXAMPLE_STATE)).toEqual(offer)
  })

  test.each(['', 'short', 'has spaces in it but is long enough'])('is not made with the poor salt "%s"', (salt) => {
    expect(() => seal(EXAMPLES.bid, { epoch: 'e', prevHash: '', sha256, salt: () => salt })).toThrow(RangeError)
  })

  test('is hashed as every reader can: SHA-256 over the canonical JSON of all but its hash', () => {
    const entry = log.entries[3]!
    const { hash: own, ...rest } = entry
    expect(own).toBe(sha256(canonical(rest)))
    expect(hashOf(entry, sha256)).toBe(own)
  })
})

describe('a commitment', () => {
  test('is opened by its own salt and value alone', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, other) => {
        const event = { ...EXAMPLES['lot.sold'], company: JSON.stringify(value) }
        const { entry, openings } = seal(event, { epoch: 'e', prevHash: '', sha256, salt: salts() })
        const opening = openings['company']!
        expect(verifyOpening(entry.payload['company'], opening, sha256)).toBe(true)
        fc.pre(JSON.stringify(other) !== JSON.stringify(value))
        expect(verifyOpening(entry.payload['company'], { ...opening, value: JSON.stringify(other) }, sha256)).toBe(
          false,
        )
        expect(verifyOpening(entry.payload['company'], { ...opening, salt: `${opening.salt}0` }, sha256)).toBe(false)
      }),
    )
  })

  test('cannot be read with its salt and value cut elsewhere', () => {
    const salt = 'a'.repeat(32)
    const commitment = { sealed: sha256(`${salt.length}:${salt}${canonical(12)}`) }
    expect(verifyOpening(commitment, { salt, value: 12 }, sha256)).toBe(true)
    expect(verifyOpening(commitment, { salt: `${salt}1`, value: 2 }, sha256)).toBe(false)
  })

  test('is in its own place: openings of another path or entry do not belong', () => {
    for (const [index, entry] of log.entries.entries()) {
      expect(verifyOpenings(entry, log.openings[index]!, sha256)).toBeNull()
    }
    const published = events.findIndex(({ type }) => type === 'session.published')
    const openings = log.openings[published]!
    const swapped = { ...openings, 'lots.0.reserve': openings['lots.1.reserve']! }
    expect(verifyOpenings(log.entries[published]!, swapped, sha256)).toBe('lots.0.reserve')
    expect(verifyOpenings(log.entries[published]!, { practice: openings['hostCompany']! }, sha256)).toBe('practice')
  })

  test.each([[null], ['text'], [{}], [{ sealed: 1 }], [[]]])('is not %j', (commitment) => {
    expect(verifyOpening(commitment, { salt: 'a'.repeat(32), value: null }, sha256)).toBe(false)
  })
})

describe('the chain', () => {
  const last = log.entries.at(-1)!

  test('verifies from its genesis, or any piece of it from what went before', () => {
    expect(verifyChain(log.entries, sha256, start)).toEqual({ ok: true, seq: last.seq, hash: last.hash })
    expect(verifyChain(log.entries.slice(5, 9), sha256)).toEqual({ ok: true, seq: 9, hash: log.entries[8]?.hash })
    expect(verifyChain(log.entries.slice(5), sha256, { seq: 5, prevHash: log.entries[4]!.hash }).ok).toBe(true)
    expect(verifyChain([], sha256, start)).toEqual({ ok: true, seq: 0, hash: start.prevHash })
  })

  test('says nothing of nothing', () => {
    expect(verifyChain([], sha256)).toEqual({ ok: false, seq: 0, because: 'empty' })
  })

  test('another session or epoch has another genesis', () => {
    const starts = [
      ['t', 'e'],
      ['e', 't'],
      ['te', ''],
      ['', 'te'],
    ].map(([t, e]) => genesis(t!, e!, sha256))
    expect(new Set(starts).size).toBe(starts.length)
    expect(verifyChain(log.entries, sha256, { ...start, prevHash: genesis('timeline-2', 'epoch-1', sha256) })).toEqual({
      ok: false,
      seq: 1,
      because: 'prevHash',
    })
  })

  test('breaks where an entry is missing, doubled, moved or of another epoch', () => {
    const [a, b, c, ...rest] = log.entries
    const chain = (...entries: (Entry | undefined)[]) =>
      verifyChain([...entries.filter((entry) => entry !== undefined), ...rest], sha256, start)
    expect(chain(a, c)).toEqual({ ok: false, seq: 3, because: 'seq' })
    expect(chain(a, b, b, c)).toEqual({ ok: false, seq: 2, because: 'seq' })
    expect(chain(b, a, c)).toEqual({ ok: false, seq: 2, because: 'seq' })
    expect(verifyChain(log.entries.slice(1), sha256, start)).toEqual({ ok: false, seq: 2, because: 'seq' })
    expect(chain(a, { ...b!, epoch: 'epoch-2' }, c)).toEqual({ ok: false, seq: 2, because: 'epoch' })
  })

  test('R10: goes on in a new epoch where a restored backup says so, and nowhere else', () => {
    const kept = log.entries.slice(0, 5)
    const head = kept.at(-1)!
    const sealing = { epoch: 'epoch-2', sha256, salt: salts() }
    const entry = restored(head, { ...sealing, restoredAt: instant(9_000_000) })
    // Its time is that of the entry before: it is no sign of life.
    expect(entry).toMatchObject({
      epoch: 'epoch-2',
      seq: 6,
      at: head.at,
      prevHash: head.hash,
      type: 'session.restored',
    })
    expect(open(entry, {}).actor).toBe('room')
    const next = seal({ ...EXAMPLES.message, seq: 7 }, { ...sealing, prevHash: entry.hash }).entry
    expect(verifyChain([...kept, entry, next], sha256, start)).toEqual({ ok: true, seq: 7, hash: next.hash })
    expect(verifyChain([entry, next], sha256, { epoch: 'epoch-1', seq: 5, prevHash: head.hash }).ok).toBe(true)
    const old = seal({ ...EXAMPLES.message, seq: 7 }, { ...sealing, epoch: 'epoch-1', prevHash: entry.hash }).entry
    expect(verifyChain([...kept, entry, old], sha256, start)).toEqual({ ok: false, seq: 7, because: 'epoch' })
    const forged = [{ from: 'epoch-0' }, { epoch: 'epoch-3' }, { hash: next.hash }].map((change) => {
      const unhashed = { ...entry, payload: { ...entry.payload, ...change } }
      return { ...unhashed, hash: hashOf(unhashed, sha256) }
    })
    for (const one of forged)
      expect(verifyChain([...kept, one], sha256, start)).toEqual({ ok: false, seq: 6, because: 'epoch' })
    const state = [...kept, entry].reduce(
      (before, one) => evolve(before, open(one, {})),
      initial('timeline-1', 'epoch-1'),
    )
    expect(state).toMatchObject({ epoch: 'epoch-2', seq: 6, at: head.at })
  })

  test('a rewritten entry, hashed anew, breaks at the next', () => {
    const forged = { ...log.entries[4]!, at: log.entries[3]!.at }
    const rewritten = { ...forged, actor: 'bidder:18' }
    const entry = { ...rewritten, hash: hashOf(rewritten, sha256) }
    expect(verifyChain(log.entries.with(4, entry), sha256, start)).toEqual({ ok: false, seq: 6, because: 'prevHash' })
  })

  test('survives erasing any openings: they are no part of it', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: events.length, maxLength: events.length }), (kept) => {
        const opened = log.entries.map((entry, index) => open(entry, kept[index] ? log.openings[index]! : null))
        expect(opened.map(({ seq }) => seq)).toEqual(log.entries.map(({ seq }) => seq))
        expect(verifyChain(log.entries, sha256, start).ok).toBe(true)
      }),
    )
  })

  test('breaks at any flipped byte of any field', () => {
    const bytes = log.entries.map((entry) => new TextEncoder().encode(JSON.stringify(entry)))
    const flip = fc.integer({ min: 0, max: bytes.length - 1 }).chain((entry) =>
      fc.record({
        entry: fc.constant(entry),
        at: fc.integer({ min: 0, max: bytes[entry]!.length - 1 }),
        bit: fc.integer({ min: 0, max: 7 }),
      }),
    )
    let judged = 0
    fc.assert(
      fc.property(flip, ({ entry, at, bit }) => {
        const flipped = bytes[entry]!.with(at, bytes[entry]![at]! ^ (1 << bit))
        const parsed = parse(flipped)
        if (parsed === null) return
        judged++
        expect(verifyChain(log.entries.with(entry, parsed), sha256, start).ok, new TextDecoder().decode(flipped)).toBe(
          false,
        )
      }),
      { numRuns: 3000 },
    )
    expect(judged).toBeGreaterThan(1000)
  })
})

const isEntry = (value: unknown): value is Entry => isFields(value)
const isRow = (value: unknown): value is { entry: Entry; openings: Openings } =>
  isFields(value) && isEntry(value['entry'])

/** `null` when the bytes are no longer a JSON object, which is detected in any case. */
function parse(bytes: Uint8Array): Entry | null {
  try {
    const entry: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isEntry(entry) ? entry : null
  } catch {
    return null
  }
}

test('an entry whose list is none, or whose items are none, is told by its place', () => {
  expect(() => mapSecrets('session.published', { lots: 5, sellers: [] }, () => null)).toThrow('lots is not a list')
  expect(() => mapSecrets('session.published', { lots: ['x'], sellers: [] }, () => null)).toThrow(
    'lots.0 has no fields',
  )
})

test('a salt that is too short is refused', () => {
  expect(() => seal(EXAMPLES.bid, { epoch: 'e', prevHash: '', sha256, salt: () => 'short' })).toThrow('128 random bits')
})

test('what is no commitment, or no JSON, shows nothing', () => {
  const opening = { salt: 'a'.repeat(32), value: 1 }
  const right = { sealed: sha256(`32:${opening.salt}1`) }
  expect(verifyOpening(right, opening, sha256)).toBe(true)
  expect(verifyOpening({ ...right, more: 1 }, opening, sha256)).toBe(false)
  expect(verifyOpening(null, opening, sha256)).toBe(false)
  expect(verifyOpening(right, { ...opening, value: undefined }, sha256)).toBe(false)
})

test('an entry of an unknown kind has nothing to open', () => {
  const { entry } = seal(EXAMPLES.bid, { epoch: 'e', prevHash: '', sha256, salt: () => 'a'.repeat(32) })
  expect(verifyOpenings({ ...entry, type: 'nonsense' }, {}, sha256)).toBeNull()
})

describe('R8: versions', () => {
  const sealing = () => ({ epoch: 'e', prevHash: '', sha256, salt: salts() })

  test('each type is written in its own; what other nodes read as newer than theirs is none of these', () => {
    const second = [
      'bid',
      'bid.voided',
      'ceiling.dropped',
      'ceiling.set',
      'limit.set',
      'link.lost',
      'lot.sold',
      'lot.unsold',
      'offer.made',
      'session.published',
    ]
    for (const event of events) {
      const { entry, openings } = seal(event, sealing())
      const whole = openings['event']?.value
      const { v } = isFields(whole) ? whole : entry.payload
      expect(v, event.type).toBe(second.includes(event.type) ? 2 : 1)
    }
  })

  test('an entry without one is of the first', () => {
    const { entry, openings } = seal(EXAMPLES['lot.opened'], sealing())
    const { v: _, ...payload } = entry.payload
    expect(open({ ...entry, payload }, openings)).toEqual(EXAMPLES['lot.opened'])
  })

  test('a rule is filled up in a publication alone, and where there is one', () => {
    expect(upcast('message', { rule: {} })).toEqual({ rule: {} })
    expect(upcast('session.published', {})).toEqual({ rulesHash: null })
  })
})

test.each([
  ['seq', 1.5],
  ['at', Number.NaN],
  ['actor', 17],
] as const)('R7: an entry whose %s is none is no event, known or not', (field, wrong) => {
  const { entry, openings } = seal(EXAMPLES['lot.opened'], { epoch: 'e', prevHash: '', sha256, salt: salts() })
  const broken: unknown = JSON.parse(JSON.stringify(entry), (key, value: unknown) => (key === field ? wrong : value))
  if (!isEntry(broken)) throw new Error('no entry')
  const seq = field === 'seq' ? wrong : entry.seq
  expect(() => open(broken, openings)).toThrow(new TypeError(`entry ${seq} holds no event: lot.opened`))
  expect(() => open({ ...broken, type: 'lot.sung' }, openings)).toThrow(new TypeError(`entry ${seq} holds no event`))
})

test('an entry that is not secret as a whole has no opening as a whole, whatever it looks like', () => {
  const { entry, openings } = seal(EXAMPLES['ceiling.set'], { epoch: 'e', prevHash: '', sha256, salt: salts() })
  expect(verifyOpenings(entry, openings, sha256)).toBeNull()
  expect(verifyOpenings({ ...entry, type: 'lot.opened' }, openings, sha256)).toBe('event')
})

test('a secret that an entry of old does not have is not put there', () => {
  expect(mapSecrets('bid', { number: 17, account: 'a' }, () => 'hidden')).toEqual({ number: 17, account: 'hidden' })
})
