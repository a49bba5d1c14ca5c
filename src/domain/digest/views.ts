import { viewKey } from '../redact.ts'
import type { Viewer } from '../redact.ts'
import type { Audience } from '../secrets.ts'
import { minus, plus, Remembered, sumOf } from './bits.ts'

/** How the items of one collection of the state enter digests. */
export interface Part<T> {
  /** The item's bits as the viewer may know it; 0 where it may not know that there is one. */
  readonly bits: (item: T, viewer: Viewer) => number
  /** The viewers who may know more of it than the audience does. Host and operator need not be named. */
  readonly privy: (item: T) => Iterable<Audience>
}

interface View<T extends object> {
  readonly viewer: Viewer
  readonly known: Remembered<T>
}

const AUDIENCE: Viewer = { identity: 'audience' }

/**
 * Sums of one collection, for each viewer. The audience's is made once for all; a buyer's or seller's differs from it
 * by the few items of which it sees more; host and operator see more of all, and have their own.
 */
export class ViewSums<T extends object> {
  readonly #part: Part<T>
  readonly #public: Remembered<T>
  /** The views of host, operator and sellers, who see more of many items than a buyer does. */
  readonly #views = new Map<string, View<T>>()
  #of: object | null = null
  #items: Iterable<T> = []
  #sum = 0
  /** By view: the items of which a buyer or a seller sees more than the audience. */
  #touched: ReadonlyMap<string, readonly T[]> = new Map()

  constructor(part: Part<T>) {
    this.#part = part
    this.#public = new Remembered((item) => part.bits(item, AUDIENCE))
  }

  /** Turns to another collection; nothing is done where it is the same object. */
  turnTo<C extends object>(collection: C, items: (of: C) => Iterable<T>): void {
    if (this.#of === collection) return
    this.#items = items(collection)
    this.#sum = sumOf(this.#items, (item) => this.#public.of(item))
    this.#touched = touchedIn(this.#items, this.#part)
    this.#of = collection
  }

  /** The sum as the viewer sees it. */
  of(viewer: Viewer): number {
    switch (viewer.identity) {
      case 'audience':
        return this.#sum
      case 'buyer':
        return this.#besides(viewer, (item) => this.#part.bits(item, viewer))
      case 'seller': {
        const { known } = this.#viewOf(viewer)
        return this.#besides(viewer, (item) => known.of(item))
      }
      case 'host':
      case 'operator':
      case 'room': {
        const { known } = this.#viewOf(viewer)
        return sumOf(this.#items, (item) => known.of(item))
      }
    }
  }

  /** Hashes items ahead of the next sum. */
  look(items: readonly T[]): void {
    for (const item of items) {
      this.#public.of(item)
      const privy = new Set(keysOf(item, this.#part))
      for (const [key, { viewer, known }] of this.#views)
        if (viewer.identity !== 'seller' || privy.has(key)) known.of(item)
    }
  }

  #viewOf(viewer: Viewer): View<T> {
    const key = viewKey(viewer)
    const view = this.#views.get(key) ?? {
      viewer,
      known: new Remembered((item: T) => this.#part.bits(item, viewer)),
    }
    this.#views.set(key, view)
    return view
  }

  /** The audience's sum, with the items that this view shows differently summed as the view shows them. */
  #besides(viewer: Viewer, bits: (item: T) => number): number {
    let all = this.#sum
    for (const item of this.#touched.get(viewKey(viewer)) ?? [])
      all = plus(minus(all, this.#public.of(item)), bits(item))
    return all
  }
}

function* keysOf<T>(item: T, { privy }: Part<T>): Iterable<string> {
  for (const { numbers, sellers } of privy(item)) {
    for (const number of numbers) yield viewKey({ identity: 'buyer', number })
    for (const seller of sellers) yield viewKey({ identity: 'seller', seller })
  }
}

function touchedIn<T>(items: Iterable<T>, part: Part<T>): ReadonlyMap<string, readonly T[]> {
  const touched = new Map<string, T[]>()
  for (const item of items)
    for (const key of keysOf(item, part)) {
      const list = touched.get(key)
      if (list === undefined) touched.set(key, [item])
      else if (list.at(-1) !== item) list.push(item)
    }
  return touched
}
