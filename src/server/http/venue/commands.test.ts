import { expect, test } from 'vitest'
import type { Command } from '../../../domain/commands.ts'
import { running } from '../../../../tests/support/sale.ts'
import type { Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import { Numbers } from '../../room/numbers.ts'
import { parseInput } from '../input.ts'
import { venueCommands } from './commands.ts'

test('the bid that a strike names is found with secrets that this node has not read yet', async () => {
  const { state } = running()
  let numbers = new Numbers([], [])
  const given: Command[] = []
  const rooms: Pick<Rooms, 'state' | 'current' | 'numbers' | 'give'> = {
    state: async () => state,
    current: async () => {
      numbers = new Numbers([5], [])
      return state
    },
    numbers: async () => numbers,
    give: async (_, command) => {
      given.push(command)
      return { verdict: 'refused', reason: 'bid.none', seq: null, price: null, at: null, receipt: null }
    },
  }
  const { voidBid } = venueCommands({ db: {} as Db, rooms: rooms as Rooms }, () => Promise.reject(new Error('no pace')))
  const scheduleTimelineId = state.scheduleTimelineId
  const person = { id: 'h', login: 'h', name: 'H', roles: [] }
  await voidBid.run(
    parseInput(voidBid.call, {
      params: {},
      query: {},
      body: { scheduleTimelineId, contractObjectId: 'L1', seq: 9, reason: 'slip' },
    }),
    { kind: 'venue', person, token: '', timelineId: scheduleTimelineId, standpoint: { identity: 3 } } as never,
    { at: state.at } as never,
  )
  expect(given).toEqual([{ type: 'voidBid', lot: 'L1', bid: 10, reason: 'slip' }])
})
