import { refusal } from '../../src/client/calls/exchange.ts'
import { NetworkError } from '../../src/client/calls/errors.ts'
import type { Send, SendOptions } from '../../src/client/calls/types.ts'
import { liveAddress } from '../../src/client/room/address.ts'
import type { BidStore } from '../../src/client/room/bids.ts'
import { commandsOf } from '../../src/client/room/commands.ts'
import type { Commands } from '../../src/client/room/commands.ts'
import type { PersistedState } from '../../src/client/room/keep.ts'
import { isOpen } from '../../src/client/room/pending.ts'
import type { Kept, Pending } from '../../src/client/room/pending.ts'
import type { LinkPorts } from '../../src/client/room/link.ts'
import { createProbes } from '../../src/client/room/probes.ts'
import { createRoom } from '../../src/client/room/room.ts'
import type { Room } from '../../src/client/room/room.ts'
import type { Lot } from '../../src/domain/lot.ts'
import type { SessionState } from '../../src/domain/state.ts'
import type { Random } from '../../src/server/seeded.ts'
import { envelopeOf } from '../../src/server/http/present.ts'
import type { Machine } from './machine.ts'
import type { Path } from './network.ts'
import type { Node } from './node.ts'
import type { Carry, Planted } from './planted.ts'

const ORIGIN = 'https://sale.example'
const BYTES = 700

export interface ClientDeps {
  readonly name: string
  readonly session: string
  readonly machine: Machine
  readonly path: Path
  readonly random: Random
  readonly newKey: () => string
  /** The time that no machine knows. */
  readonly trueNow: () => number
  /** A load balancer's choice for a new connection or request. */
  readonly node: () => Node
  readonly planted: Planted | null
}

/** What a person was told of an own command, and when. */
export interface Told {
  readonly who: string
  readonly pending: Pending
  readonly at: number
}

/** The app's own room on a person's device, which keeps open keys and the last state over a restart. */
export class Client {
  readonly name: string
  readonly path: Path
  readonly machine: Machine
  /** Every answer that the screen has shown, in order. */
  readonly told: Told[] = []
  /** When each command was asked, by key. */
  readonly asked = new Map<string, number>()
  /** When the screen said that the room is live. */
  readonly live: { readonly from: number; to: number | null }[] = []
  readonly #deps: ClientDeps
  readonly #kept = new Map<string, Kept>()
  #state: PersistedState | null = null
  #room: Room
  #commands: Commands
  #seen = new Map<string, string>()

  constructor(deps: ClientDeps) {
    this.#deps = deps
    this.name = deps.name
    this.path = deps.path
    this.machine = deps.machine
    ;[this.#room, this.#commands] = this.#open()
  }

  get room(): Room {
    return this.#room
  }

  get commands(): Commands {
    return this.#commands
  }

  get state(): SessionState | null {
    return this.#room.replica.get().state
  }

  get isLive(): boolean {
    return this.#room.link.get().kind === 'live'
  }

  get open(): number {
    return this.#room.bids.store.get().filter(isOpen).length
  }

  start(): void {
    this.#room.start()
  }

  /** The page is closed without a word, and opened again. */
  reload(): void {
    this.#room.stop()
    const last = this.live.at(-1)
    if (last?.to === null) last.to = this.#deps.trueNow()
    ;[this.#room, this.#commands] = this.#open()
    this.#room.start()
  }

  bid(lot: Lot, price: NonNullable<Kept['price']>): void {
    this.#ask({ kind: 'bid', lot: lot.lot, price, send: this.#commands.bid(lot.lot, price) })
  }

  setCeiling(lot: Lot, amount: NonNullable<Kept['price']>, mode: 'standing' | 'linkLoss'): void {
    this.#ask({ kind: 'ceiling', lot: lot.lot, price: amount, send: this.#commands.setCeiling(lot.lot, amount, mode) })
  }

  #ask(ask: Parameters<Room['bids']['ask']>[0]): void {
    const bidKey = this.#room.bids.ask(ask)
    if (bidKey !== null) this.asked.set(bidKey, this.#deps.trueNow())
  }

  #open(): [Room, Commands] {
    const { machine, path, random, newKey, node, name, session, planted } = this.#deps
    const send = this.#sender()
    const commands = commandsOf(session, send, () => undefined)
    const keep: BidStore = {
      load: async () => [...this.#kept.values()],
      save: async (kept) => void this.#kept.set(kept.bidKey, kept),
      drop: async (bidKey) => void this.#kept.delete(bidKey),
    }
    const room = createRoom({
      keep: planted?.keep?.(keep) ?? keep,
      states: { load: async () => this.#state, save: async (kept) => void (this.#state = kept) },
      link: (position) => {
        const ports: LinkPorts = {
          open: (events) =>
            path.open(
              node(),
              liveAddress(ORIGIN, { scheduleTimelineId: session, token: name, from: position() }),
              events,
            ),
          now: () => machine.now(),
          after: (ms, run) => machine.after(ms, run),
          random,
          visible: () => true,
          onWake: () => () => undefined,
          onAnswer: () => () => undefined,
          probes: createProbes({
            question: (signal) => path.call(node(), 60, signal, async () => undefined, unreachable),
            now: () => machine.now(),
          }),
        }
        return planted?.link?.(ports, random) ?? ports
      },
      wallNow: () => machine.now(),
      askVerdict: commands.askVerdict,
      newKey,
      history: () => Promise.resolve(null),
      onHide: () => () => undefined,
      token: () => undefined,
      verdict: () => undefined,
    })
    room.link.subscribe(() => this.#hearLink(room))
    room.bids.store.subscribe(() => this.#hear(room))
    return [room, commands]
  }

  #hear(room: Room): void {
    if (room !== this.#room && this.#room !== undefined) return
    for (const pending of room.bids.store.get()) {
      if (this.#seen.get(pending.bidKey) === pending.state) continue
      this.#seen.set(pending.bidKey, pending.state)
      if (!isOpen(pending)) this.told.push({ who: this.name, pending, at: this.#deps.trueNow() })
    }
  }

  #hearLink(room: Room): void {
    if (this.#room !== undefined && room !== this.#room) return
    const isLive = room.link.get().kind === 'live'
    const last = this.live.at(-1)
    if (isLive && last?.to !== null) this.live.push({ from: this.#deps.trueNow(), to: null })
    else if (!isLive && last?.to === null) last.to = this.#deps.trueNow()
  }

  #sender(): Send {
    const { path, node, name, planted, newKey } = this.#deps
    const carry: Carry = planted?.carry?.(newKey) ?? ((_, body, send) => send(body))
    const send = (call: string, sent: { readonly query?: object; readonly body?: object }, options: SendOptions = {}) =>
      carry(call, sent.body, async (body) => {
        const at = node()
        const served = async () => onWire(envelopeOf(await at.serve(call, { ...sent, body }, name), 'en'))
        const envelope = await path.call(at, BYTES, options.signal, served, unreachable)
        if (envelope.code === 200) return envelope.data
        throw refusal(envelope, envelope.code, 'venue', false, () => undefined)
      })
    return send as Send
  }
}

const unreachable = (): Error => new NetworkError('simulated')
const onWire = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
