import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { Viewer } from '../../src/domain/redact.ts'
import type { AccountId } from '../../src/domain/lot.ts'
import * as calls from '../../src/contract/calls/index.ts'
import type { AnyCall } from '../../src/contract/call.ts'
import type { VenueCaller } from '../../src/server/auth/caller.ts'
import { biddingCommands } from '../../src/server/http/bidding/commands.ts'
import { failureOf } from '../../src/server/http/errors.ts'
import { parseInput } from '../../src/server/http/input.ts'
import { command } from '../../src/server/http/room.ts'
import { inVenue } from '../../src/server/http/route.ts'
import type { Route, Served } from '../../src/server/http/route.ts'
import type { Clock } from '../../src/server/ports.ts'
import { quiet } from '../../src/server/logger.ts'
import type { Logger } from '../../src/server/logger.ts'
import { carrierOf } from '../../src/server/room/carried.ts'
import { sha256 } from '../../src/server/room/hashing.ts'
import type { SignReceipts } from '../../src/server/room/ports.ts'
import type { RoomRecords } from '../../src/server/room/records.ts'
import { openRooms } from '../../src/server/room/rooms.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import { attachLive } from '../../src/server/socket/live.ts'
import type { Live } from '../../src/server/socket/live.ts'
import type { Random } from '../../src/server/seeded.ts'
import type { Database } from './database.ts'
import { Machine } from './machine.ts'
import type { Planted } from './planted.ts'
import type { VirtualTime } from './time.ts'

/** One who takes part, known to the servers by the name as token. */
export interface Person {
  readonly account: AccountId
  readonly viewer: Viewer
  readonly caller: VenueCaller
}

export interface NodeDeps {
  readonly time: VirtualTime
  readonly random: Random
  readonly database: Database
  readonly people: ReadonlyMap<string, Person>
  readonly newId: (kind: string) => string
  readonly onFault: (error: unknown) => void
  readonly planted: Planted | null
}

const CARRIER = carrierOf(Buffer.alloc(32, 7))
/** What the rooms write besides their logs is no part of the simulation. */
const NOTHING: Omit<RoomRecords, 'calendar'> = {
  projections: () => ({
    loaded: () => undefined,
    reached: () => undefined,
    followed: () => undefined,
    again: () => undefined,
    settled: true,
    finish: () => Promise.resolve(),
  }),
  endTokens: () => Promise.resolve(),
  tellOfSetBack: () => Promise.resolve(),
}
const sign: SignReceipts = (bodies) =>
  bodies.map((body) => ({
    keyId: 'simulated',
    body,
    path: [],
    signature: createHash('sha256').update(body.hash).digest('base64url'),
  }))

/** A server of the product: its rooms, its live connections and its calls, on a machine that may pause and end. */
export class Node {
  readonly machine: Machine
  readonly rooms: RoomService
  readonly live: Live
  readonly #routes: Readonly<Record<string, Route>>
  readonly #deps: NodeDeps
  readonly #clock: Clock
  readonly #ends: (() => void)[] = []

  constructor(name: string, skewMs: number, deps: NodeDeps) {
    const { time, random, database, people, newId, onFault, planted } = deps
    this.#deps = deps
    this.machine = new Machine(time, skewMs)
    const { log: plain, notices } = database.connect(this.machine)
    const log = planted?.log?.(plain, random) ?? plain
    const clock = planted?.clock?.(this.machine) ?? this.machine
    const timers = planted?.timers?.(this.machine) ?? this.machine
    this.#clock = clock
    const logger: Logger = {
      ...quiet,
      error: (about: object | string) => onFault(typeof about === 'object' && 'err' in about ? about.err : about),
    }
    this.rooms = openRooms({
      store: {
        log,
        onAppend: notices.onAppend,
        onCarried: notices.onCarried,
        onWord: notices.onWord,
        say: async (text) => void (this.machine.ended || database.say(text)),
      },
      records: { calendar: database.calendar, ...NOTHING },
      clock,
      timers,
      sealing: {
        sha256,
        salt: () =>
          Array.from({ length: 4 }, () =>
            Math.floor(random() * 0x1_0000_0000)
              .toString(16)
              .padStart(8, '0'),
          ).join(''),
      },
      sign,
      carrier: CARRIER,
      newEpoch: () => newId('epoch'),
      nodeId: `${name} ${newId('node')}`,
      logger,
    })
    this.live = attachLive(createServer(), {
      rooms: this.rooms,
      tokens: {
        holderOf: async (token) => {
          const person = people.get(token)
          if (!person) return { reason: 'auth.token_invalid' }
          const { account, viewer, caller } = person
          return {
            account,
            viewer: planted?.viewer?.(viewer) ?? viewer,
            timelineId: caller.timelineId,
            loginTime: caller.createdAt,
          }
        },
        renew: async () => null,
      },
      mark: (hash) => createHmac('sha256', 'simulated').update(hash).digest('hex').slice(0, 16),
      clock,
      timers,
      logger,
    })
    this.#routes = {
      ...biddingCommands({
        rooms: this.rooms,
        newId: () => newId('offer'),
        pace: (_limit, _caller, _key, act) => act(),
      }),
      start: inVenue(calls.start, ({ body, at }, caller) =>
        command(
          this.rooms,
          caller,
          { ...body, at },
          { type: 'start', lots: body.contractObjectIds, biddingSeconds: body.biddingSeconds },
        ),
      ),
    }
  }

  start(): void {
    this.rooms.start().catch(this.failed)
  }

  /** A fault of the code under test; that the database is away is none. */
  readonly failed = (error: unknown): void => this.#deps.onFault(error)

  onEnd(run: () => void): void {
    this.#ends.push(run)
  }

  /** The process ends without a word. */
  kill(): void {
    this.machine.end()
    for (const run of this.#ends.splice(0)) run()
  }

  /** A call as the HTTP server makes it, from its parsed JSON to its answer's. */
  async serve(name: string, sent: { readonly query?: object; readonly body?: unknown }, who: string): Promise<Served> {
    const route = this.#routes[name]
    const person = this.#deps.people.get(who)
    if (route === undefined || person === undefined) throw new Error(`no such call or person: ${name}, ${who}`)
    const parsed = parseInput(route.call as AnyCall, { params: {}, query: sent.query ?? {}, body: sent.body })
    const served = route.run(parsed, person.caller, {
      at: this.#clock.now(),
      locale: 'en',
      address: '192.0.2.1',
      from: { address: '192.0.2.1', secret: null },
      device: '',
      requestId: '',
      second: null,
      site: { host: 'simulated' },
      note: () => undefined,
      trace: null,
      onceKey: null,
    })
    return served.catch(failureOf)
  }
}
