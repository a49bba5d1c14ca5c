import { describe, expect, it } from 'vitest'
import { nextAsking, nextAskingOfSale, type FollowedLot, type FollowedSale } from './following.ts'

const AT = Date.UTC(2026, 10, 27, 6)
const lot = (status: FollowedLot['status'], deadlineIn: number | null = null): FollowedLot => ({
  status,
  deadline: deadlineIn === null ? null : new Date(AT + deadlineIn).toISOString(),
  startTime: new Date(AT + 20_000).toISOString(),
})

describe('pages outside the room follow the sale', () => {
  it('a lot is asked for at its deadline, and each minute before', () => {
    expect(nextAsking([lot('open', 45_000)], AT, 0)).toBe(45_000)
    expect(nextAsking([lot('open', 3_600_000)], AT, 0)).toBe(60_000)
    expect(nextAsking([lot('open', 3_600_000), lot('open', 12_000)], AT, 0)).toBe(12_000)
    expect(nextAsking([lot('scheduled')], AT, 0)).toBe(20_000)
  })

  it('at 0 it asks until the state is final, at growing intervals', () => {
    const asked: number[] = []
    for (let now = AT; now < AT + 200_000;) {
      const wait = nextAsking([lot('open', 0)], now, 0)
      if (wait === false) throw new Error('the lot was given up')
      asked.push(wait)
      now += wait
    }
    expect(asked.slice(0, 8)).toEqual([1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    expect(nextAsking([lot('sold'), lot('withdrawn'), lot('failed')], AT, 0)).toBe(false)
    expect(nextAsking([{ ...lot('failed'), asks: 'bidder' }], AT, 0)).toBe(60_000)
    expect(nextAsking([lot('sold'), lot('held')], AT, 0)).toBe(60_000)
  })

  it('readers of one lot ask within a second, not at once', () => {
    expect(nextAsking([lot('open', 10_000)], AT, 0.5)).toBe(10_500)
    expect(nextAsking([], AT, 0.5)).toBe(false)
  })
})

describe('the session of a page', () => {
  const sale = (state: FollowedSale['state'], signUpIn = 30_000, startIn = 50_000): FollowedSale => ({
    state,
    signUpDeadline: new Date(AT + signUpIn).toISOString(),
    startTime: new Date(AT + startIn).toISOString(),
  })
  it('is asked for when its phase changes, and every third minute for its counts', () => {
    expect(nextAskingOfSale(sale(2), AT, 0)).toBe(30_000)
    expect(nextAskingOfSale(sale(3), AT, 0)).toBe(50_000)
    expect(nextAskingOfSale(sale(2, 3_600_000), AT, 0)).toBe(180_000)
    expect(nextAskingOfSale(sale(4), AT, 0)).toBe(180_000)
    expect(nextAskingOfSale(sale(5), AT, 0)).toBe(false)
  })
  it('is asked for again at growing intervals as long as a change that is due has not come', () => {
    expect([0, 1_000, 9_000, 900_000].map((late) => nextAskingOfSale(sale(2, -late), AT, 0))).toEqual([
      1_000, 1_000, 9_000, 30_000,
    ])
  })
})
