import { describe, expect, test } from 'vitest'
import { withEvents, withHole, type Activity } from '../../../../client/room/activity.ts'
import { running } from '../../../../../tests/support/sale.ts'
import { linesOf, type LogFilter } from './lines.ts'

const sale = running()
const heard = sale.events.length
sale.add(1_000, { type: 'message', from: 'host', text: 'Welcome', account: null }, 'host')
sale.bid(2_000, 17, 200_000)
sale.add(3_000, { type: 'message', from: 'bidder:17', text: 'Thanks', account: null }, 'bidder:17')
const late = sale.events.slice(heard)
const { messages } = sale.state

const show = (activity: readonly Activity[], filter: LogFilter = 'all', most = 100, of = messages) => {
  const { lines, more } = linesOf(activity, of, { filter, most })
  return { more, lines: lines.map((line) => (line.kind === 'event' ? line.event.type : line.kind)) }
}

describe('the log on screen', () => {
  test('events and messages in the order of the log, each message once', () => {
    expect(show(withEvents([], late)).lines).toEqual(['said', 'bid', 'said'])
    expect(show(withEvents([], late), 'bids').lines).toEqual(['bid'])
    expect(show(withEvents([], late), 'said').lines).toEqual(['said', 'said'])
  })

  test('a hole stands where it begins, and the messages that the state knows of below it', () => {
    expect(show(withHole([], 0, sale.state.seq)).lines).toEqual(['hole', 'said', 'said'])
  })

  test('messages older than those of the state come from what was heard', () => {
    expect(show(withEvents([], late), 'said', 100, messages.slice(1)).lines).toEqual(['said', 'said'])
  })

  test('the newest lines only; it says that there are more', () => {
    expect(show(withEvents([], late), 'all', 2)).toEqual({ lines: ['bid', 'said'], more: true })
    expect(show(withEvents([], late), 'all', 3).more).toBe(false)
  })

  test('each line has a key of its own, though secrets have the number of the event before them', () => {
    const bid = sale.events.find(({ type }) => type === 'bid')!
    const own = { type: 'ceiling.capped', lot: 'L1', number: 17, seq: bid.seq, at: bid.at, actor: 'room' } as const
    const { lines } = linesOf(withEvents([], [bid, own, own]), [], { filter: 'all', most: 100 })
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3)
  })
})
