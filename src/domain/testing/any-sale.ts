import fc from 'fast-check'
import { test } from 'vitest'
import type { Given } from '../commands.ts'
import { PATIENCE, play, type Played, proof, sale } from './sales.ts'
import { PINNED } from './pinned.ts'

/** The same commands at the same stamps, but decided in another order: as networks and queues may have it. */
const shuffled = (): fc.Arbitrary<Given[]> =>
  fc.tuple(sale(), fc.array(fc.nat(999), { minLength: 1, maxLength: 200, size: 'max' })).map(([givens, keys]) => {
    // The publication stays first; others move by up to a dozen places.
    const [first, ...rest] = givens.map((given, i) => ({ given, place: i + (keys[i % keys.length] ?? 0) / 83 }))
    rest.sort((a, b) => a.place - b.place)
    return [...(first === undefined ? [] : [first]), ...rest].map(({ given }) => given)
  })

/**
 * Checks a property in every sale: pinned failures, generated sales, and generated sales with commands out of order.
 */
export function inAnySale(name: string, normally: number, holds: (played: Played) => void): void {
  for (const [cause, givens] of Object.entries(PINNED)) test(`${name} [${cause}]`, () => holds(play(givens)))
  test(
    name,
    () =>
      fc.assert(
        fc.property(sale(), (givens) => holds(play(givens))),
        proof(normally),
      ),
    PATIENCE,
  )
  test(
    `${name}, whatever the order of arrival`,
    () =>
      fc.assert(
        fc.property(shuffled(), (givens) => holds(play(givens))),
        proof(Math.ceil(normally / 3)),
      ),
    PATIENCE,
  )
}
