import type { Given } from '../commands.ts'
import { later, type Minor, minor } from '../units.ts'
import type { Room } from './room.ts'
import { open } from './scene.ts'

const bid = (room: Room, number: number, price: Minor) =>
  room.give(`bidder:${number}`, { type: 'bid', lot: 'lot-1', price, notAfter: later(room.now, 10_000) })

const tickWithout = (room: Room, ...silent: readonly number[]) => {
  const lastSeen = Object.fromEntries(room.numbers().map((n) => [n, later(room.now, silent.includes(n) ? -8_000 : 0)]))
  return room.give('room', { type: 'tick', lastSeen })
}

const written = (write: (room: Room) => void): readonly Given[] => {
  const room = open()
  write(room)
  return room.givens
}

/** Sales that once broke a property, by defect. */
export const PINNED: Readonly<Record<string, readonly Given[]>> = {
  // The second lot was judged by its state before the first judgement: lost and returned in one tick.
  'mandates on two lots, lost on both at once': written((room) => {
    for (const lot of ['lot-1', 'lot-2'])
      room.give('bidder:1', { type: 'setCeiling', lot, amount: minor(150_000), mode: 'linkLoss' })
    tickWithout(room, 1)
  }),
  // The property compared ages of ceilings, which a suspension renews.
  'a ceiling suspended, set again at the same amount, and a void after that': written((room) => {
    const set = () =>
      room.give('bidder:1', { type: 'setCeiling', lot: 'lot-1', amount: minor(150_000), mode: 'standing' })
    const strike = () =>
      room.give('host', {
        type: 'voidBid',
        lot: 'lot-1',
        bid: room.state.lots.get('lot-1')?.leading?.seq ?? 0,
        reason: 'by mistake',
      })
    set()
    strike()
    set()
    bid(room, 2, minor(120_000))
    strike()
  }),
}
