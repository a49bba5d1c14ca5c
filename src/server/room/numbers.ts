import { isSecret } from '../../domain/secrets.ts'
import type { Placed } from './position.ts'

/**
 * The numbers that readers of a running sale see: events that are secret as a whole are not counted, so no number tells
 * where one lies (R9). Numbers are only ever added.
 */
export class Numbers {
  /** Places of secret events in the log, in order. */
  readonly #secrets: number[]
  #newest: Placed[]

  /** `newest`: the newest event that everyone sees, and the secrets after it. */
  constructor(secrets: readonly number[], newest: readonly Placed[]) {
    this.#secrets = [...secrets]
    this.#newest = [...newest]
  }

  get newest(): readonly Placed[] {
    return this.#newest
  }

  add(placed: readonly Placed[]): void {
    for (const one of placed) {
      if (!isSecret(one.event)) this.#newest = [one]
      else {
        this.#secrets.push(one.event.seq)
        this.#newest.push(one)
      }
    }
  }

  /** The number of the event at this place of the log, or of the last event before it that everyone sees. */
  of(seq: number): number {
    return seq - this.#first((place) => place > seq)
  }

  /** The place in the log of the event with this number. */
  placeOf(number: number): number {
    return number + this.#first((place, before) => place - before > number)
  }

  /** Number of secrets before the first one that is `beyond`. */
  #first(beyond: (place: number, before: number) => boolean): number {
    let [from, to] = [0, this.#secrets.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (beyond(this.#secrets[middle] ?? 0, middle)) to = middle
      else from = middle + 1
    }
    return from
  }
}
