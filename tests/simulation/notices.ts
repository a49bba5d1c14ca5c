import type { Appended } from '../../src/server/store/listen.ts'
import type { Machine } from './machine.ts'
import type { VirtualTime } from './time.ts'

/** A node's ear for notices. */
export class Listening {
  readonly #time: VirtualTime
  readonly #machine: Machine
  #deafUntil = 0
  /** Notices of one connection stay in order. */
  #last = 0
  readonly #heard = {
    append: new Set<(appended: Appended) => void>(),
    carried: new Set<(text: string) => void>(),
    word: new Set<(text: string) => void>(),
  }

  constructor(time: VirtualTime, machine: Machine) {
    this.#time = time
    this.#machine = machine
  }

  readonly onAppend = (run: (appended: Appended) => void) => added(this.#heard.append, run)
  readonly onCarried = (run: (text: string) => void) => added(this.#heard.carried, run)
  readonly onWord = (run: (text: string) => void) => added(this.#heard.word, run)

  /** The connection is lost; when it is there again, the node is told that it may have missed notices. */
  deafUntil(until: number): void {
    this.#deafUntil = Math.max(this.#deafUntil, until)
    this.#time.at(until, () =>
      this.#machine.does(() => {
        if (this.#time.now() >= this.#deafUntil) for (const run of this.#heard.append) run(null)
      }),
    )
  }

  hear<K extends 'append' | 'carried' | 'word'>(
    kind: K,
    what: K extends 'append' ? Appended : string,
    ms: number,
  ): void {
    if (this.#time.now() < this.#deafUntil) return
    this.#last = Math.max(this.#last, this.#time.now() + ms)
    this.#time.at(this.#last, () =>
      this.#machine.does(() => {
        for (const run of this.#heard[kind]) (run as (what: unknown) => void)(what)
      }),
    )
  }
}

function added<T>(to: Set<T>, one: T): () => void {
  to.add(one)
  return () => to.delete(one)
}
