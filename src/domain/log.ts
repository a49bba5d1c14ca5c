import { canonical } from './canonical.ts'
import type { Actor, SessionEvent } from './events.ts'
import { isEvent, isFields, isKnown, mapSecrets, wholeSecret } from './secrets.ts'
import type { Fields } from './secrets.ts'
import type { Instant } from './units.ts'
import { upcast, versionOf } from './versions.ts'

/** SHA-256 of a text's UTF-8 bytes, in hex. */
export type Sha256 = (text: string) => string
/** A fresh random text of at least 128 bits, in hex or base64url. */
export type Salt = () => string

/**
 * An event as logged. `payload` holds the event's fields with plain numbers (times in ms, money in minor units); a
 * secret field is `{sealed: <commitment>}`. A wholly secret event has type and actor `sealed`, and its payload is one
 * commitment.
 */
export interface Entry {
  readonly epoch: string
  readonly seq: number
  readonly at: Instant
  readonly type: string
  readonly actor: Actor
  readonly payload: Fields
  readonly prevHash: string
  readonly hash: string
}

/** Salt and value behind a commitment. Stored apart from the entries, so that it can be erased. */
interface Opening {
  readonly salt: string
  readonly value: unknown
}
/** By path: `company`, `lots.3.reserve`; `event` for an event that is secret as a whole. */
export type Openings = Readonly<Record<string, Opening>>

export const WHOLE = 'event'
const SALT = /^[\w-]{22,}$/

/*
 * Three kinds of text are hashed, and no text can be of two kinds: a genesis is a JSON array, an entry a JSON object,
 * and a commitment begins with the digits of its salt's length, which also fixes where the salt ends and the value
 * begins.
 */

/** The hash that precedes the first entry of a session's epoch. */
export const genesis = (scheduleTimelineId: string, epoch: string, sha256: Sha256): string =>
  sha256(canonical(['genesis', scheduleTimelineId, epoch]))

/** An entry's hash covers all its fields and the previous entry. */
export function hashOf(
  { epoch, seq, at, type, actor, payload, prevHash }: Omit<Entry, 'hash'>,
  sha256: Sha256,
): string {
  return sha256(canonical({ epoch, seq, at, type, actor, payload, prevHash }))
}

const commitmentTo = ({ salt, value }: Opening, sha256: Sha256): string =>
  sha256(`${salt.length}:${salt}${canonical(value)}`)

interface Sealing {
  readonly epoch: string
  readonly prevHash: string
  readonly sha256: Sha256
  readonly salt: Salt
}

/**
 * Turns an event into the log's next entry. Secret fields are always committed to, even when empty: absence is a secret
 * too.
 */
export function seal(
  event: SessionEvent,
  { epoch, prevHash, sha256, salt }: Sealing,
): { readonly entry: Entry; readonly openings: Openings } {
  const openings: Record<string, Opening> = {}
  const commit = (path: string, value: unknown) => {
    const opening = { salt: fresh(salt), value }
    openings[path] = opening
    return { sealed: commitmentTo(opening, sha256) }
  }
  const { seq, at, actor, type, ...own } = event
  // A nested secret has its own commitment: the other side of an offer does not see its maker's person.
  const payload = { v: versionOf(type), ...mapSecrets(type, own, ({ path, value }) => commit(path, value)) }
  const body = wholeSecret(event)
    ? { type: 'sealed', actor: 'sealed', payload: commit(WHOLE, { type, actor, ...payload }) }
    : { type, actor, payload }
  const unhashed = { epoch, seq, at, ...body, prevHash }
  return { entry: { ...unhashed, hash: hashOf(unhashed, sha256) }, openings }
}

/**
 * The entry with which a restored log begins a new epoch (R10). It follows the newest entry of the backup, in the same
 * chain.
 */
export function restored(
  last: Pick<Entry, 'epoch' | 'seq' | 'at' | 'hash'>,
  { epoch, restoredAt, sha256, salt }: Omit<Sealing, 'prevHash'> & { readonly restoredAt: Instant },
): Entry {
  const { seq, at, hash, epoch: from } = last
  const event: SessionEvent = { type: RESTORED, seq: seq + 1, at, actor: 'room', epoch, from, hash, restoredAt }
  return seal(event, { epoch, prevHash: hash, sha256, salt }).entry
}

const RESTORED = 'session.restored' satisfies SessionEvent['type']

function fresh(salt: Salt): string {
  const text = salt()
  if (!SALT.test(text)) throw new RangeError('a salt needs 128 random bits, in hex or base64url')
  return text
}

/**
 * Reads an entry back as an event, in the current version. Erased values are `null`, wholly secret events `sealed`. A
 * type or version that only newer code knows is `unknown`: it is stored and does not stop the room. Openings are not
 * checked; `verifyOpenings` does that.
 */
export function open(entry: Entry, openings: Openings | null): SessionEvent {
  const { seq, at } = entry
  if (entry.type !== 'sealed')
    return opened({ ...entry.payload, type: entry.type, seq, at, actor: entry.actor }, openings)
  const sealed = { type: 'sealed', seq, at, actor: 'sealed' } as const
  const whole = openings?.[WHOLE]?.value
  if (!isFields(whole)) return sealed
  const event = opened({ ...whole, seq, at }, openings)
  // Newer code may hold a secret here, so the payload is hidden from everyone.
  return event.type === 'unknown' ? { ...sealed, unread: true } : event
}

function opened({ v = 1, ...fields }: Fields, openings: Openings | null): SessionEvent {
  const { type, seq } = fields
  if (!isKnown(type) || typeof v !== 'number' || v > versionOf(type)) return asEvent(unknown(fields, v))
  const whole = mapSecrets(type, upcast(type, fields), ({ path, value }) =>
    isCommitment(value) ? (openings?.[path]?.value ?? null) : value,
  )
  if (!isEvent(whole)) throw new TypeError(`entry ${String(seq)} holds no event: ${type}`)
  return whole
}

const unknown = ({ type, seq, at, actor }: Fields, v: unknown): Fields => ({
  type: 'unknown',
  seq,
  at,
  actor,
  name: String(type),
  version: Number(v),
})

function asEvent(fields: Fields): SessionEvent {
  if (!isEvent(fields)) throw new TypeError(`entry ${String(fields['seq'])} holds no event`)
  return fields
}

const isCommitment = (value: unknown): boolean => isFields(value) && 'sealed' in value

export type Broken = 'empty' | 'epoch' | 'seq' | 'prevHash' | 'hash'
type Verified =
  | { readonly ok: true; readonly seq: number; readonly hash: string }
  | { readonly ok: false; /** of the first entry that does not fit */ readonly seq: number; readonly because: Broken }

/**
 * Where verification begins: missing fields are taken from the first entry. A whole log follows its `genesis` and seq
 * 0.
 */
export interface After {
  readonly epoch?: string
  readonly prevHash?: string
  readonly seq?: number
}

/**
 * Are these entries one unbroken piece of a log, unchanged? Its epoch changes where a restored backup says so alone. Needs no openings, so it holds for a redacted export too.
 */
export function verifyChain(entries: readonly Entry[], sha256: Sha256, after: After = {}): Verified {
  const first = entries[0]
  let seq = after.seq ?? (first ? first.seq - 1 : 0)
  let hash = after.prevHash ?? first?.prevHash
  let epoch = after.epoch ?? first?.epoch
  if (hash === undefined) return { ok: false, seq, because: 'empty' }
  for (const entry of entries) {
    const because = misfit(entry, { epoch, seq: seq + 1, prevHash: hash }, sha256)
    if (because) return { ok: false, seq: entry.seq, because }
    ;({ epoch, seq, hash } = entry)
  }
  return { ok: true, seq, hash }
}

function misfit(
  entry: Entry,
  due: { epoch: string | undefined; seq: number; prevHash: string },
  sha256: Sha256,
): Broken | null {
  if (entry.epoch !== due.epoch && !begins(entry, due.epoch)) return 'epoch'
  if (entry.seq !== due.seq) return 'seq'
  if (entry.prevHash !== due.prevHash) return 'prevHash'
  return entry.hash === hashed(entry, sha256) ? null : 'hash'
}

/** Whether the entry says that a backup was restored, whose newest entry was the one before, of that epoch. */
const begins = ({ type, payload, epoch, prevHash }: Entry, before: string | undefined): boolean =>
  type === RESTORED && payload['epoch'] === epoch && payload['from'] === before && payload['hash'] === prevHash

/** `null` for an entry that cannot have been hashed, e.g. a lone surrogate in a tampered text. */
function hashed(entry: Entry, sha256: Sha256): string | null {
  try {
    return hashOf(entry, sha256)
  } catch {
    return null
  }
}

/** Whether an opening matches its commitment. `commitment` as in a payload: `{sealed: …}`. */
export function verifyOpening(commitment: unknown, opening: Opening, sha256: Sha256): boolean {
  if (!isFields(commitment) || Object.keys(commitment).length !== 1) return false
  try {
    return commitment['sealed'] === commitmentTo(opening, sha256)
  } catch {
    return false
  }
}

/** Path of the first opening that does not belong to the entry; `null` when all do. */
export function verifyOpenings(entry: Entry, openings: Openings, sha256: Sha256): string | null {
  const commitments = commitmentsIn(entry, openings)
  const wrong = Object.entries(openings).find(
    ([path, opening]) => !verifyOpening(commitments.get(path), opening, sha256),
  )
  return wrong?.[0] ?? null
}

/** The commitments of an entry by path. */
function commitmentsIn({ type, payload }: Entry, openings: Openings): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  const whole = openings[WHOLE]?.value
  if (type === 'sealed') found.set(WHOLE, payload)
  const fields = type === 'sealed' ? (isFields(whole) ? whole : {}) : { ...payload, type }
  const name = fields['type']
  if (isKnown(name)) mapSecrets(name, fields, ({ path, value }) => (found.set(path, value), value))
  return found
}
