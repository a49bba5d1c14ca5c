import type { Entry, Openings } from '../../src/domain/log.ts'
import type { Instant } from '../../src/domain/units.ts'
import type { Random } from '../../src/server/seeded.ts'
import type { Calendar } from '../../src/server/room/ports.ts'
import type { AppendResult, Batch, Key, KeptVerdict } from '../../src/server/store/batch.ts'
import { StoreUnavailable } from '../../src/server/store/errors.ts'
import type { Log, LogHead, PresenceRow, Snapshot } from '../../src/server/store/log.ts'
import type { Machine } from './machine.ts'
import type { DatabaseFaults } from './faults.ts'
import { Lock } from './lock.ts'
import { Listening } from './notices.ts'
import type { VirtualTime } from './time.ts'

interface Row {
  readonly entry: Entry
  readonly openings: Openings | null
}
interface Head extends Omit<LogHead, 'aliveAt'> {
  aliveAt: number | null
}

/** As the product sets them: a statement that waits for a lock, and an answer, have so long. */
const STATEMENT_MS = 10_000
const ANSWER_MS = 15_000

const copied = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T))

/**
 * What PostgreSQL is to the rooms (`store/log.sql.ts`): one statement is one step, an append holds the session's row
 * until its commit is durable, and its fence is judged by place, hash and the database's clock after the lock is taken.
 */
export class Database {
  readonly rows: Row[] = []
  readonly verdicts = new Map<string, KeptVerdict>()
  /** As of when appends and marks proved that the room was alive (`alive_at`), ms. */
  readonly alive: number[] = []
  /** When the log reached which place, ms. */
  readonly reached: { readonly at: number; readonly seq: number }[] = []
  #head: Head | null = null
  #snapshot: Snapshot | null = null
  readonly #presence = new Map<string, PresenceRow>()
  readonly #lock = new Lock()
  readonly #time: VirtualTime
  readonly #random: Random
  #faults: DatabaseFaults
  /** Until then every statement fails. */
  #downUntil = 0
  /** Counts what a crash ends: a statement that began before one has no answer. */
  #crashes = 0
  readonly #listeners = new Set<Listening>()

  constructor(time: VirtualTime, random: Random, faults: DatabaseFaults) {
    this.#time = time
    this.#random = random
    this.#faults = faults
  }

  get head(): LogHead | null {
    return this.#head as LogHead | null
  }

  set faults(faults: DatabaseFaults) {
    this.#faults = faults
  }

  /** The primary ends; another takes its place after `ms`, with all that was durable. */
  crash(ms: number): void {
    this.#crashes += 1
    this.#downUntil = this.#time.now() + ms
    for (const one of this.#listeners) one.deafUntil(this.#downUntil + 250)
  }

  /** A connection of one node. */
  connect(machine: Machine): { readonly log: Log; readonly notices: Listening } {
    const notices = new Listening(this.#time, machine)
    this.#listeners.add(notices)
    return { log: this.#logOf(machine), notices }
  }

  say(text: string): void {
    for (const one of this.#listeners) if (!this.#isDrawn(this.#faults.noticeLost)) one.hear('word', text, this.#way())
  }

  readonly calendar: Calendar = {
    due: async (now) => {
      const head = this.#head
      return head && (head.phase === 3 || head.phase === 4 || (head.phase === 2 && this.opensAt <= now))
        ? [head.timelineId]
        : []
    },
  }
  opensAt = 0

  #isDrawn(share: number): boolean {
    return share > 0 && this.#random() < share
  }

  #between([low, high]: readonly [number, number]): number {
    return low + (high - low) * this.#random()
  }

  #way(): number {
    return this.#between(this.#faults.wayMs)
  }

  /** One statement of a node: there, done, and back. Its sender gives up before a late one arrives. */
  #ask<T>(machine: Machine, work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (machine.ended) return
      const unavailable = (): void => reject(new StoreUnavailable('simulated'))
      const back = (tell: () => void): void => void this.#time.after(this.#way(), () => machine.does(tell))
      const late = this.#isDrawn(this.#faults.requestLate) ? this.#random() * this.#faults.lateMs : 0
      this.#time.after(ANSWER_MS, () => machine.does(unavailable))
      this.#time.after(this.#way() + late, () => {
        const crashes = this.#crashes
        if (this.#time.now() < this.#downUntil || this.#isDrawn(this.#faults.requestLost)) return back(unavailable)
        void (async () => work())().then(
          (value) => {
            if (crashes !== this.#crashes || this.#isDrawn(this.#faults.answerLost)) back(unavailable)
            else back(() => resolve(value))
          },
          (error: unknown) =>
            back(() => reject(error instanceof Error ? error : new Error('a statement failed', { cause: error }))),
        )
      })
    })
  }

  /** The session's row. Rejects when the statement's time is over. */
  async #lockRow(): Promise<void> {
    if (!(await this.#lock.take((over) => this.#time.after(STATEMENT_MS, over))))
      throw new StoreUnavailable('a statement’s time is over')
  }

  #logOf(machine: Machine): Log {
    const ask = <T>(work: () => T | Promise<T>): Promise<T> => this.#ask(machine, work)
    const head = (): LogHead | null => copied(this.#head) as LogHead | null
    const find = (keys: readonly Key[]): readonly KeptVerdict[] =>
      keys.flatMap((key) => copied(this.verdicts.get(keyOf(key))) ?? [])
    return {
      ensureHead: (timelineId, epoch, hash) =>
        ask(() => {
          this.#head ??= {
            timelineId,
            epoch,
            seq: 0,
            hash,
            aliveAt: null,
            phase: 1,
            stage: 'preparation',
            sold: 0,
            unsold: 0,
          }
          return head()!
        }),
      head: () => ask(head),
      append: (batch) => ask(() => this.#append(copied(batch))),
      readTail: (_, after, limit) => ask(() => copied(this.rows.slice(after, after + limit))),
      readSecrets: (_, upTo) =>
        ask(() => this.rows.slice(0, upTo).flatMap(({ entry }) => (entry.type === 'sealed' ? [entry.seq] : []))),
      findVerdicts: (keys) => ask(() => find(keys)),
      verdictsOf: (accountId) => ask(() => [...this.verdicts.values()].filter((one) => one.accountId === accountId)),
      verdictOf: async (_, key) => {
        const [found] = await ask(() => find([key]))
        if (found) return found
        await ask(async () => {
          await this.#lockRow()
          this.#lock.free()
        })
        return (await ask(() => find([key])))[0] ?? null
      },
      markAlive: (timelineIds, at) =>
        ask(() => {
          const known = this.#head
          if (known === null || !timelineIds.includes(known.timelineId)) return []
          const now = at ?? this.#time.now()
          const before = known.aliveAt
          const marked = !this.#lock.held && (before === null || before < now - 500)
          if (marked) {
            known.aliveAt = now
            this.alive.push(now)
          }
          return [{ timelineId: known.timelineId, seq: known.seq, before: before as Instant | null, marked }]
        }),
      probe: () =>
        ask(async () => {
          await this.#commit()
        }),
      readAlive: () => ask(() => this.#head?.aliveAt as Instant | null),
      saveSnapshot: (snapshot) =>
        ask(() => {
          if (this.#snapshot === null || this.#snapshot.seq <= snapshot.seq) this.#snapshot = copied(snapshot)
        }),
      loadSnapshot: () =>
        ask(() =>
          this.#snapshot !== null && this.rows[this.#snapshot.seq - 1]?.entry.hash === this.#snapshot.hash
            ? copied(this.#snapshot)
            : null,
        ),
      savePresence: (nodeId, seen, at) =>
        ask(() => {
          if ((this.#presence.get(`${nodeId} 0`)?.lastSeen ?? at) > at) return
          for (const one of seen) this.#presence.set(`${nodeId} ${one.biddingNumber}`, { nodeId, ...one })
        }),
      readPresence: (_, except) => ask(() => [...this.#presence.values()].filter(({ nodeId }) => nodeId !== except)),
      databaseTime: () => ask(() => this.#time.now()),
    }
  }

  /** Milliseconds until rows are durable, on the standby too. */
  #commit(): Promise<void> {
    const waits = this.#isDrawn(this.#faults.standbyWaits) ? this.#random() * this.#faults.standbyMs : 0
    return this.#time.wait(this.#between(this.#faults.commitMs) + waits)
  }

  async #append(batch: Batch): Promise<AppendResult> {
    const { planted } = this.#faults
    await this.#lockRow()
    try {
      const head = this.#head
      if (head === null) throw new Error('no log to append to')
      const fits = head.seq === batch.expectedSeq && (batch.entries[0]?.prevHash ?? head.hash) === head.hash
      if (!fits && planted.fenced) return 'lost'
      if (batch.notAfter !== null && this.#time.now() > batch.notAfter && planted.timed) return 'late'
      const duplicate = planted.unique ? batch.verdicts.filter((one) => this.verdicts.has(keyOf(one))) : []
      if (duplicate.length > 0) return { duplicate: duplicate.map(({ accountId, bidKey }) => ({ accountId, bidKey })) }
      const write = (): void => this.#write(batch, head)
      const crashes = this.#crashes
      const durable = async (): Promise<void> => {
        await this.#commit()
        if (crashes === this.#crashes) write()
      }
      if (planted.durable) await durable()
      else void durable()
      return 'appended'
    } finally {
      this.#lock.free()
    }
  }

  #write(batch: Batch, head: Head): void {
    const { planted } = this.#faults
    const whole = batch.entries.length
    const some = !planted.whole && whole > 1 && this.#random() < 0.2 ? whole - 1 : whole
    for (const [i, entry] of batch.entries.slice(0, some).entries())
      this.rows[entry.seq - 1] = { entry, openings: batch.openings[i] ?? null }
    for (const verdict of batch.verdicts)
      if (planted.verdicts || this.#random() < 0.7)
        this.verdicts.set(keyOf(verdict), { ...verdict, timelineId: batch.timelineId })
    if (whole === 0) return
    const last = batch.entries[some - 1]!
    const aliveAt = Math.max(head.aliveAt ?? 0, batch.at ?? this.#time.now())
    this.alive.push(aliveAt)
    this.reached.push({ at: this.#time.now(), seq: last.seq })
    this.#head = { ...head, ...batch.summary, seq: last.seq, hash: last.hash, aliveAt }
    for (const one of this.#listeners) {
      const way = this.#way()
      if (this.#isDrawn(this.#faults.noticeLost)) continue
      if (typeof batch.carried === 'string' && some === whole) one.hear('carried', batch.carried, way)
      one.hear('append', { timelineId: batch.timelineId, seq: last.seq }, way)
    }
  }
}

const keyOf = ({ accountId, bidKey }: Key): string => `${accountId} ${bidKey}`
