import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wholeFrame } from '../../contract/short.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { SessionState } from '../../domain/state.ts'
import { PATIENCE, play, proof, sale } from '../../domain/testing/sales.ts'
import { instant } from '../../domain/units.ts'
import { Numbers } from '../room/numbers.ts'
import { Disclosed } from './disclosed.ts'
import type { Frame } from './frame.ts'
import { Snapshots } from './welcome.ts'
import { stateJson } from './wire.ts'

const VIEWERS: readonly Viewer[] = [
  { identity: 'audience' },
  { identity: 'buyer', number: 1 },
  { identity: 'buyer', number: 2 },
  { identity: 'buyer', number: 99 },
  { identity: 'host' },
  { identity: 'operator' },
  { identity: 'seller', seller: 'S1' },
]

function jsonOf(frame: Frame): unknown {
  const bytes = Buffer.concat(frame.bytes('plain'))
  return JSON.parse(bytes.subarray(bytes.indexOf('{"sendType"')).toString())
}
const parsed = (json: string): unknown => JSON.parse(json)
const given = { numbers: new Numbers([1], []), disclosed: new Disclosed([]), mark: (hash: string) => hash }
const welcome = (snapshots: Snapshots, state: SessionState, viewer: Viewer) =>
  snapshots.welcome({ ...given, state, viewer, now: instant(0) })

describe('a snapshot that is encoded once for all (mend 7)', () => {
  test('with what is the own of each viewer is all that this viewer sees', { timeout: PATIENCE }, () => {
    fc.assert(
      fc.property(sale(), (givens) => {
        const snapshots = new Snapshots()
        const { states } = play(givens)
        for (const state of states.filter((_, i) => i % 40 === 0 || i === states.length - 1))
          for (const viewer of VIEWERS)
            expect(wholeFrame(jsonOf(welcome(snapshots, state, viewer)), state.scheduleTimelineId)).toEqual({
              sendType: '2',
              epoch: state.epoch,
              seq: given.numbers.of(state.seq),
              now: '1970-01-01T00:00:00.000Z',
              recovered: false,
              snapshot: parsed(stateJson({ ...given, state }, viewer)),
            })
      }),
      proof(20),
    )
  })

  test('shares its bytes among buyers and audience', () => {
    const { states } = play(fc.sample(sale(), { numRuns: 1, seed: 7 })[0] ?? [])
    const state = states.at(-1)
    if (state === undefined) throw new Error('no sale')
    const snapshots = new Snapshots()
    const ends = VIEWERS.slice(0, 4).map((viewer) => welcome(snapshots, state, viewer).bytes('deflated').slice(1))
    for (const end of ends) expect(end.every((bytes, i) => bytes === ends[0]?.[i])).toBe(true)
  })
})
