import { ReplicaDigest } from '../../src/domain/digest.ts'
import type { SessionEvent } from '../../src/domain/events.ts'
import { redactState } from '../../src/domain/redact.ts'
import type { Viewer } from '../../src/domain/redact.ts'
import type { SessionState } from '../../src/domain/state.ts'
import { sha256 } from '../../src/server/room/hashing.ts'
import { beginning } from '../../src/server/room/load.ts'
import { numberedState } from '../../src/server/room/numbered.ts'
import { Numbers } from '../../src/server/room/numbers.ts'
import { advance } from '../../src/server/room/position.ts'
import type { Position } from '../../src/server/room/position.ts'
import type { Client } from './client.ts'
import type { Database } from './database.ts'

/* The numbers are LAW.md's, written here once more: a check that imports them checks nothing. */
const GRACE_MS = 250
const OUTAGE_GAP_MS = 3_000
const OUTAGE_FLOOR_MS = 60_000
/** Clocks of nodes differ by this at most (`skew`), and a little is between two instants of a step. */
const CLOCKS_MS = 400
/** A screen that says “live” is never older than this: the link's 8 s, a tick, and what a notice may be late. */
const LIVE_MS = 16_000

/** One entry, and the state that it was decided on. */
interface Step {
  readonly before: SessionState
  readonly event: SessionEvent
}
export interface Folded {
  readonly state: SessionState
  readonly steps: readonly Step[]
  readonly numbers: Numbers
}
type Violation = string

/** The log from its beginning, folded by the law. Throws where its chain or its head is broken. */
export function foldedOf({ head, rows }: Database, session: string): Folded {
  if (head === null) throw new Error('no log')
  let position: Position = beginning(session, head.epoch, sha256)
  const steps: Step[] = []
  const numbers = new Numbers([], [])
  for (const row of rows) {
    const before = position.state
    const next = advance(position, [row], sha256)
    steps.push(...next.placed.map(({ event }) => ({ before, event })))
    numbers.add(next.placed)
    position = next.position
  }
  if (position.state.seq !== head.seq || position.hash !== head.hash)
    throw new Error(`the head says ${head.seq}, the log ends at ${position.state.seq}`)
  return { state: position.state, steps, numbers }
}

/** LAW.md over the whole log: prices rise, bids come in time, a lot goes to its highest bid that counts, once. */
export function checkLaw({ steps, state }: Folded, { alive }: Database): Violation[] {
  const found: Violation[] = []
  const bids = new Map<string, readonly { readonly seq: number; readonly price: number; readonly number: number }[]>()
  const closed = new Map<string, number>()
  for (const { before, event } of steps) {
    if (event.at < before.at) found.push(`R4 time goes back at ${event.seq}`)
    const lot = 'lot' in event && typeof event.lot === 'string' ? before.lots.get(event.lot) : undefined
    const own = lot === undefined ? [] : (bids.get(lot.lot) ?? [])
    const top = own.at(-1)
    switch (event.type) {
      case 'bid':
        // C6, C7: of equal amounts the earlier ceiling leads.
        if (top && (event.origin?.auto === true ? event.price < top.price : event.price <= top.price))
          found.push(`B2 bid ${event.seq} at ${event.price} is not above ${top.price}`)
        if (closed.has(event.lot)) found.push(`K3 bid ${event.seq} comes after ${event.lot} was closed`)
        // R4: only an event before it moves a bid's time beyond its stamp. At the closing the leader's ceiling rises to the reserve (C9).
        if (lot?.clock && event.at > lot.clock.deadline && event.at > before.at && event.origin?.auto !== true)
          found.push(`B4 bid ${event.seq} is stamped after the deadline of ${event.lot}`)
        bids.set(event.lot, [...own, { seq: event.seq, price: event.price, number: event.number }])
        break
      case 'bid.voided':
        bids.set(
          event.lot,
          own.filter(({ seq }) => !event.struck.includes(seq)),
        )
        break
      case 'lot.sold':
      case 'lot.unsold':
        if (closed.has(event.lot))
          found.push(`K3 ${event.lot} is closed twice: at ${closed.get(event.lot)} and ${event.seq}`)
        closed.set(event.lot, event.seq)
        if (lot?.clock && event.at < lot.clock.deadline + GRACE_MS)
          found.push(`K1 ${event.lot} is closed ${lot.clock.deadline + GRACE_MS - event.at} ms too early`)
        if (event.type === 'lot.sold' && (top?.number !== event.number || top.price !== event.price))
          found.push(
            `K2 ${event.lot} went to ${event.number} at ${event.price}; its highest bid is ${top?.number}'s at ${top?.price}`,
          )
        if (event.type === 'lot.unsold' && top && lot?.reserve === null)
          found.push(`K2 ${event.lot} has a bid and no reserve, and is unsold`)
        found.push(
          ...outages(alive, lot?.clock?.opensAt ?? 0, event.at).flatMap((up) =>
            lot?.clock?.hardEnd === null && event.at < up + OUTAGE_FLOOR_MS - CLOCKS_MS
              ? [`O2 ${event.lot} is closed ${Math.round((event.at - up) / 1_000)} s after an outage`]
              : [],
          ),
        )
        break
      default:
    }
  }
  if (state.phase !== 5) found.push(`F4 the sale did not end: phase ${state.phase}`)
  return found
}

/** When rows were taken again, of the outages between two moments. */
function outages(alive: readonly number[], from: number, to: number): readonly number[] {
  return alive.filter((at, i) => {
    const before = alive[i - 1] ?? at
    return before > from && at < to && at - before > OUTAGE_GAP_MS + CLOCKS_MS
  })
}

/** What people were told of their commands, against the log; each is told once, and for good. */
export function checkAnswers({ steps }: Folded, { verdicts, rows }: Database, clients: readonly Client[]): Violation[] {
  const found: Violation[] = []
  const acknowledged: { readonly lot: string; readonly seq: number; readonly asked: number; readonly told: number }[] =
    []
  for (const { name, told, asked } of clients) {
    const first = new Map<string, string>()
    for (const { pending, at } of told) {
      const { bidKey, state } = pending
      const before = first.get(bidKey)
      if (before !== undefined && before !== state)
        found.push(`${name} was told of ${bidKey} “${before}”, then “${state}”`)
      first.set(bidKey, state)
      const counts = verdicts.get(`${name} ${bidKey}`)?.body.verdict === 'accepted'
      if (counts !== (state === 'accepted'))
        found.push(`${name} was told of ${bidKey} “${state}”; it ${counts ? 'counts' : 'does not count'}`)
      if (pending.state !== 'accepted' || pending.receipt === null) continue
      const { seq, hash } = pending.receipt.body
      if (rows[seq - 1]?.entry.hash !== hash) found.push(`the receipt of ${name} for ${seq} is not of the log`)
      const event = steps[seq - 1]?.event
      const from = asked.get(bidKey)
      if (event?.type !== 'bid' || from === undefined) continue
      if (event.lot !== pending.lot || event.price !== pending.price)
        found.push(`bid ${seq} of ${name} is another than was sent`)
      if (event.at < from - CLOCKS_MS || event.at > at + CLOCKS_MS)
        found.push(`R3 bid ${seq} is stamped ${event.at - from} ms after it was sent`)
      acknowledged.push({ lot: pending.lot, seq, asked: from, told: at })
    }
    for (const key of asked.keys()) if (!first.has(key)) found.push(`${name} was never told of ${key}`)
    for (const { accountId, bidKey } of verdicts.values())
      if (accountId === name && !asked.has(bidKey))
        found.push(`${name} has a verdict of ${bidKey}, which was never sent`)
  }
  for (const a of acknowledged)
    for (const b of acknowledged)
      if (a.lot === b.lot && a.told < b.asked && a.seq > b.seq)
        found.push(`bid ${b.seq} was sent after the answer to ${a.seq}, and lies before it`)
  return [...found, ...unwritten(steps, verdicts, clients)]
}

/** Bids by hand that no verdict knows: their senders were never told. */
function unwritten(steps: readonly Step[], verdicts: Database['verdicts'], clients: readonly Client[]): Violation[] {
  const names = new Set(clients.map(({ name }) => name))
  const accepted = new Map<string, number>()
  for (const { accountId, body } of verdicts.values())
    if (body.verdict === 'accepted' && body.receipt?.body.act === undefined && body.receipt)
      accepted.set(`${accountId} ${body.receipt.body.seq}`, 1)
  return steps.flatMap(({ event }) =>
    event.type === 'bid' &&
    event.origin?.auto !== true &&
    event.account !== null &&
    names.has(event.account) &&
    !accepted.has(`${event.account} ${event.seq}`)
      ? [`bid ${event.seq} of ${event.account} has no verdict`]
      : [],
  )
}

/** Whether every client shows at the end what the redacted state shows, and strayed on no way there. */
export function checkReplicas({ state, numbers }: Folded, clients: ReadonlyMap<Client, Viewer>): Violation[] {
  return [...clients].flatMap(([client, viewer]) => {
    const own = client.state
    if (own === null) return [`${client.name} shows nothing`]
    const due = new ReplicaDigest().of(numberedState(redactState(state, viewer), numbers))
    const strayed = client.room.diverged.get()
    return [
      ...(new ReplicaDigest().of(own) === due
        ? []
        : [`${client.name} shows ${own.seq}, other than the room's ${numbers.of(state.seq)}`]),
      ...(strayed === 0 ? [] : [`the replica of ${client.name} strayed ${strayed} times`]),
    ]
  })
}

/** Whether a client whose screen says “live” shows what the log had a while ago. */
export function checkFreshness({ reached, rows }: Database, now: number, clients: readonly Client[]): Violation[] {
  const known = reached.findLast(({ at }) => at < now - LIVE_MS)
  if (known === undefined) return []
  const secrets = rows.slice(0, known.seq).filter(({ entry }) => entry.type === 'sealed').length
  return clients.flatMap((client) => {
    const since = client.live.at(-1)
    // Told that bids cannot be taken now, the reader knows that the price may have moved.
    if (!client.isLive || client.room.interrupted.get() || since === undefined || now - since.from < LIVE_MS) return []
    const seq = client.state?.seq ?? 0
    return seq >= known.seq - secrets
      ? []
      : [
          `${new Date(now).toISOString().slice(11, 23)} ${client.name} says “live” (since ${new Date(since.from).toISOString().slice(14, 23)}) and shows ${seq}, though the log was at ${known.seq - secrets} ${LIVE_MS} ms ago`,
        ]
  })
}

/**
 * M10: a bidder whose screen was live for a while, and answered, is not judged lost. `beforeMs`, `afterMs`: for how long
 * it was live, around the judgement.
 */
export function checkLost(
  { steps }: Folded,
  clients: ReadonlyMap<Client, Viewer>,
  [beforeMs, afterMs]: readonly [number, number],
): Violation[] {
  return steps.flatMap(({ event }) => {
    if (event.type !== 'link.lost') return []
    const client = [...clients].find(([, viewer]) => viewer.identity === 'buyer' && viewer.number === event.number)?.[0]
    const live = client?.live.some(
      ({ from, to }) => from < event.at - beforeMs && (to === null || to > event.at + afterMs),
    )
    return live === true ? [`M10 ${client!.name} was live and is judged lost at ${event.seq}`] : []
  })
}
