/*
 * Sums of 52-bit hashes. A sum has no order, so parts come in any order and unchanged parts are not hashed again. It
 * guards against faults, not against malice; the log's hashes do that.
 */
const MOST = 2 ** 52

/** 52 bits of a value of JSON by its text (cyrb53 by bryc, public domain). */
export function bitsOf(value: unknown): number {
  const text = JSON.stringify(value)
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    a = Math.imul(a ^ unit, 2_654_435_761)
    b = Math.imul(b ^ unit, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  return (b >>> 0) + (a & 0xf_ffff) * 2 ** 32
}

export const plus = (a: number, b: number): number => (a + b) % MOST
export const minus = (a: number, b: number): number => (a + MOST - b) % MOST

export function sumOf<T>(items: Iterable<T>, bits: (item: T) => number): number {
  let all = 0
  for (const item of items) all = plus(all, bits(item))
  return all
}

/** The bits of immutable objects, hashed once each. */
export class Remembered<T extends object> {
  readonly #known = new WeakMap<T, number>()
  readonly #make: (item: T) => number

  constructor(make: (item: T) => number) {
    this.#make = make
  }

  of(item: T): number {
    const found = this.#known.get(item)
    if (found !== undefined) return found
    const bits = this.#make(item)
    this.#known.set(item, bits)
    return bits
  }
}
