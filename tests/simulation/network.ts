import type { Socket, SocketEvents } from '../../src/client/room/link.ts'
import type { Address } from '../../src/client/room/address.ts'
import type { Random } from '../../src/server/seeded.ts'
import type { Machine } from './machine.ts'
import type { Node } from './node.ts'
import { framesOf, requestOf, ServerSide } from './server-side.ts'
import type { VirtualTime } from './time.ts'

export interface LinkFaults {
  /** One way, ms. */
  readonly wayMs: readonly [number, number]
  /** Bytes a second, both ways. */
  readonly rate: number
}

/** TCP gives up on a path that carries nothing for so long. */
const GIVEN_UP_MS = 90_000
/** TCP sends again what was lost, later. */
const AGAIN_MS = 400

/**
 * A person's way to the servers: it delays, stalls (what was sent arrives later, in order) and is cut (all connections
 * end at once). Requests travel apart from each other and may overtake; a socket's frames do not.
 */
export class Path {
  readonly #time: VirtualTime
  readonly #random: Random
  readonly machine: Machine
  faults: LinkFaults
  #stalledUntil = 0
  #busyUntil = 0
  readonly #sockets = new Set<() => void>()
  readonly #requests = new Set<() => void>()

  constructor(time: VirtualTime, random: Random, machine: Machine, faults: LinkFaults) {
    this.#time = time
    this.#random = random
    this.machine = machine
    this.faults = faults
  }

  get stalled(): boolean {
    return this.#time.now() < this.#stalledUntil
  }

  stall(ms: number): void {
    this.#stalledUntil = Math.max(this.#stalledUntil, this.#time.now() + ms)
  }

  /** Every connection ends at once, as when a phone changes its network. */
  cut(): void {
    for (const end of [...this.#sockets, ...this.#requests]) end()
  }

  /** When something that is sent now arrives; `null`: never. */
  #arrives(bytes: number): number | null {
    const now = this.#time.now()
    const { wayMs, rate } = this.faults
    const way = wayMs[0] + (wayMs[1] - wayMs[0]) * this.#random()
    this.#busyUntil = Math.max(this.#busyUntil, now) + (bytes * 1_000) / rate
    const free = Math.max(this.#busyUntil, now)
    if (free + way < this.#stalledUntil) {
      return this.#stalledUntil - now > GIVEN_UP_MS ? null : this.#stalledUntil + AGAIN_MS * this.#random() + way
    }
    return free + way
  }

  /** A request and its answer. Rejects as a browser's does; `run` may never have run, or have run in vain. */
  call<T>(
    node: Node,
    bytes: number,
    signal: AbortSignal | undefined,
    run: () => Promise<T>,
    lost: () => Error,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      let over = false
      const settle = (tell: () => void): void => {
        if (over) return
        over = true
        this.#requests.delete(end)
        this.machine.does(tell)
      }
      const end = (): void => settle(() => reject(lost()))
      this.#requests.add(end)
      signal?.addEventListener('abort', () => settle(() => reject(signal.reason as Error)))
      const back = (tell: () => void): void => {
        const at = this.#arrives(bytes)
        if (at !== null) this.#time.at(at, () => settle(tell))
      }
      const at = this.#arrives(bytes)
      if (at === null) return
      this.#time.at(at, () => {
        if (over && signal === undefined) return
        if (node.machine.ended) return back(() => reject(lost()))
        node.machine.does(() => {
          const { machine } = node
          run().then(
            (value) => !machine.ended && back(() => resolve(value)),
            (error: unknown) => !machine.ended && back(() => reject(error as Error)),
          )
          node.onEnd(() => this.#time.after(1, end))
        })
      })
    })
  }

  /** A WebSocket, whose handshake is not simulated. */
  open(node: Node, { url, protocols }: Address, events: SocketEvents): Socket {
    const time = this.#time
    let [isOver, isSilent] = [false, false]
    let lastDown = 0
    let lastUp = 0
    const tell = (run: () => void): void => this.machine.does(() => !isSilent && run())
    const server = new ServerSide(
      (bytes, then) => {
        const at = this.#arrives(bytes.length)
        if (at === null) return
        lastDown = Math.max(lastDown, at)
        // The kernel takes more once the bytes are on the wire.
        time.at(this.#busyUntil, then)
        time.at(lastDown, () => {
          if (isOver) return
          for (const text of framesOf(bytes, partial)) tell(() => events.message(text))
        })
      },
      (code) => {
        // In order, after the frames before it.
        time.at(Math.max(lastDown, this.#arrives(4) ?? 0), () => over(code))
      },
    )
    const partial: { rest: Buffer } = { rest: Buffer.alloc(0) }
    const over = (code: number): void => {
      if (isOver) return
      isOver = true
      this.#sockets.delete(cut)
      node.machine.does(() => server.gone())
      tell(() => {
        if (code === 1006) events.errored()
        events.closed(code)
      })
    }
    const cut = (): void => over(1006)
    this.#sockets.add(cut)
    const up = (run: () => void, bytes: number): void => {
      const at = this.#arrives(bytes)
      if (at === null) return void time.after(GIVEN_UP_MS, cut)
      lastUp = Math.max(lastUp, at)
      time.at(lastUp, () => node.machine.does(run))
    }
    const began = this.#arrives(600)
    if (began !== null) {
      time.at(began + 2 * this.faults.wayMs[0], () => {
        if (isOver) return
        if (node.machine.ended) return over(1006)
        node.onEnd(() => time.after(1, cut))
        node.machine.does(() => {
          if (isOver) return
          tell(events.opened)
          node.live.enter(server.ws, server.sink, requestOf(url, protocols)).catch(node.failed)
        })
      })
    }
    return {
      send: (text) => {
        if (!isOver && server.taken) up(() => server.ws.connection?.take(Buffer.from(text), false), text.length + 6)
      },
      close: () => {
        isSilent = true
        up(() => over(1000), 6)
      },
    }
  }
}
