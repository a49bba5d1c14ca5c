import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../domain/events.ts'
import { at, EPOCH, running } from '../../../tests/support/sale.ts'
import { filled, withEvents, withHole, withLate, type Activity } from './activity.ts'

const sale = running()
const first = sale.bid(1_000, 17, 200_000)
const second = sale.bid(2_000, 23, 205_000)
const third = sale.bid(3_000, 23, 210_000)

const capped = (seq: number, ms: number): SessionEvent => ({
  type: 'ceiling.capped',
  lot: 'L1',
  number: 17,
  seq,
  at: at(ms),
  actor: 'room',
})
const message = sale.add(4_000, { type: 'message', from: 'host', text: 'Welcome', account: null }, 'host')
const eventsOf = (activity: readonly Activity[]) =>
  activity.map((entry) => (entry.kind === 'event' ? entry.event : entry.kind))

describe("a viewer's own secrets, which have the number of the event before them", () => {
  test('come with a page once, in their place, whichever of them came live', () => {
    const [known, missed] = [capped(first.seq, 1_100), capped(first.seq, 1_200)]
    const [twin, live] = [capped(third.seq, 3_100), { ...capped(third.seq, 3_100) }]
    const before = withEvents(withHole(withEvents([], [first, known]), first.seq, third.seq), [live])
    const page = { epoch: EPOCH, after: first.seq, upTo: third.seq }
    const after = filled(before, { ...page, events: [{ ...known }, missed, second, third, twin, { ...twin }] })
    expect(eventsOf(after)).toEqual([first, known, missed, second, third, twin, live])
  })

  test('come once where two pages join', () => {
    const own = capped(second.seq, 2_100)
    const hole = withHole([], first.seq, third.seq)
    const newer = { epoch: EPOCH, after: second.seq, upTo: third.seq, events: [own, third] }
    const older = { epoch: EPOCH, after: first.seq, upTo: second.seq, events: [second, { ...own }] }
    expect(eventsOf(filled(filled(hole, newer), older))).toEqual([second, own, third])
  })

  test('keep no late message away that has their number, and it is placed before them', () => {
    const own = capped(message.seq, 4_100)
    const late = withLate(withEvents([], [third, own]), [message])
    expect(eventsOf(late)).toEqual([third, message, own])
    expect(withLate(late, [message])).toBe(late)
  })
})
