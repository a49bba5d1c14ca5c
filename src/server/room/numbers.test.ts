import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evolve } from '../../domain/evolve.ts'
import { redactEvent, redactState } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import { isSecret } from '../../domain/secrets.ts'
import { PATIENCE, play, proof, sale } from '../../domain/testing/sales.ts'
import { numberedEvent, numberedState } from './numbered.ts'
import { Numbers } from './numbers.ts'

const VIEWERS: readonly Viewer[] = [
  { identity: 'audience' },
  { identity: 'buyer', number: 1 },
  { identity: 'buyer', number: 2 },
  { identity: 'seller', seller: 'S1' },
  { identity: 'host' },
  { identity: 'operator' },
]

describe('numbers without the places of secrets (R9)', () => {
  test('count what everyone sees; a secret has the number of the event before it', { timeout: PATIENCE }, () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (secret) => {
        const places = secret.flatMap((one, i) => (one ? [i + 1] : []))
        const numbers = new Numbers(places, [])
        let counted = 0
        secret.forEach((one, i) => {
          if (!one) counted += 1
          expect(numbers.of(i + 1)).toBe(counted)
          if (!one) expect(numbers.placeOf(counted)).toBe(i + 1)
        })
      }),
      proof(200),
    )
  })

  test('a replica fed with numbered events is the numbered view of the room', { timeout: PATIENCE }, () => {
    fc.assert(
      fc.property(sale(), (givens) => {
        const { events, states } = play(givens)
        const [first] = states
        const last = states.at(-1)
        if (first === undefined || last === undefined) return
        const numbers = new Numbers([], [])
        numbers.add(events.map((event) => ({ event, hash: '' })))
        for (const viewer of VIEWERS) {
          const shown = events
            .map((event) => redactEvent(event, viewer, last))
            .filter((event) => event.type !== 'sealed')
            .map((event) => numberedEvent(event, numbers))
          const everyones = shown.filter((event) => !isSecret(event)).map(({ seq }) => seq)
          expect(everyones).toEqual(everyones.map((_, i) => i + 1))
          expect(shown.reduce(evolve, redactState(first, viewer))).toEqual(
            numberedState(redactState(last, viewer), numbers),
          )
        }
      }),
      proof(30),
    )
  })
})
