import { describe, expect, test } from 'vitest'
import { minor } from '../../../domain/units.ts'
import { add, drop, LOT, SILENCE, turn, type Announcements, type Rank, type Utterance } from './announcements.ts'
import { spokenMs } from './speech.ts'

const of = (rank: Rank, text: string, more: Partial<Utterance> = {}): Utterance => ({
  rank,
  key: text,
  text,
  until: null,
  names: null,
  ...more,
})
const price = (text: string, figure = 100) =>
  of('price', text, { key: 'price', names: { lot: 'L1', price: minor(figure) } })
const spoken = (state: Announcements) => state.speaking?.text ?? null

test('15 characters a second; a Chinese character is a syllable', () => {
  expect(spokenMs('a'.repeat(15))).toBe(1_000)
  expect(spokenMs('出价五个字')).toBe(1_000)
})

describe('the queue', () => {
  test('one at a time: the next is given out when the one before it was said', () => {
    let state = add(SILENCE, of('word', 'a'.repeat(15)), 0)
    state = add(state, of('word', 'second'), 10)
    expect(spoken(turn(state, 999))).toBe('a'.repeat(15))
    expect(spoken(turn(state, 1_000))).toBe('second')
    expect(spoken(turn(turn(state, 1_000), 9_000))).toBeNull()
  })

  test('marks come before prices, prices before words', () => {
    let state = add(SILENCE, of('word', 'a'.repeat(15)), 0)
    for (const one of [of('word', 'word'), of('mine', 'mine'), price('price'), of('mark', 'mark')])
      state = add(state, one, 0)
    const heard = [1_000, 2_000, 3_000, 4_000].map((now) => spoken((state = turn(state, now))))
    expect(heard).toEqual(['mark', 'price', 'mine', 'word'])
  })

  test('rivals’ bids: every 4 s at most, the newest only', () => {
    let state = add(SILENCE, price('first'), 0)
    state = add(state, price('second'), 1_000)
    state = add(state, price('third'), 2_000)
    expect(spoken(turn(state, 3_999))).toBeNull()
    expect(spoken((state = turn(state, 4_000)))).toBe('third')
    expect(state.waiting).toEqual([])
  })

  test('an urgent one is said at once and alone: prices that waited are older than it', () => {
    let state = add(SILENCE, of('word', 'Host: a long sentence'), 0)
    state = add(state, price('old'), 0)
    state = add(state, of('urgent', 'Outbid', { key: 'lead', names: { lot: 'L1', price: minor(1) } }), 500)
    expect(spoken(state)).toBe('Outbid')
    expect(state.waiting.map(({ text }) => text)).toEqual(['Host: a long sentence'])
    state = add(state, price('new'), 600)
    expect(spoken((state = turn(state, 1_000)))).toBe('Host: a long sentence')
    expect(spoken(turn(state, 4_500))).toBe('new')
  })

  test('a long sentence ends its parts after a mark: a figure stays with its words, and counts as said with the last', () => {
    const names = { lot: 'L1', price: minor(100_000) }
    const text = '1 号标的，欧洲橡木方材，¥1,000.00，暂无出价，剩余 1 分钟 20 秒，下一口 ¥1,000.00'
    let state = add(SILENCE, of('mark', text, { key: LOT, names }), 0)
    const said = [state.speaking]
    for (let now = 0; now < 20_000; now += 200) {
      state = turn(state, now)
      if (state.speaking !== null && state.speaking.id !== said.at(-1)?.id) said.push(state.speaking)
    }
    expect(said.map((one) => one?.text)).toEqual([
      '1 号标的，欧洲橡木方材，¥1,000.00，暂无出价，',
      '剩余 1 分钟 20 秒，下一口 ¥1,000.00',
    ])
    expect(said.map((one) => one?.names)).toEqual([null, names])
  })

  test('the rest of the lot’s sentence is not said after an urgent text, whose figures are newer', () => {
    let state = add(SILENCE, of('mark', `${'a'.repeat(70)}, next ¥1,000.00`, { key: LOT }), 0)
    expect(state.waiting).toHaveLength(1)
    state = add(state, of('urgent', 'Outbid: ¥1,010.00', { key: 'lead' }), 1_000)
    expect(state.waiting).toEqual([])
  })

  test('a verdict that the loss of the lead cuts off is said with it, and not once more', () => {
    let state = add(SILENCE, of('urgent', 'Accepted: 100.', { key: 'verdict' }), 0)
    state = add(state, of('urgent', 'Outbid: 110.', { key: 'lead' }), 100)
    expect(spoken(state)).toBe('Accepted: 100. Outbid: 110.')
    expect(spoken(turn(state, 60_000))).toBeNull()
  })

  test('what is false by then is not said', () => {
    const state = add(add(SILENCE, of('word', 'a'.repeat(75)), 0), of('mark', '10 s', { until: 2_000 }), 0)
    expect(spoken(turn(state, 5_000))).toBeNull()
    expect(drop(add(state, price('old'), 0), ({ rank }) => rank === 'price').waiting).toHaveLength(1)
  })

  test('a long text is said in parts, between which other news comes', () => {
    const words = 'The lot lies in two parcels, each with a tally of its own. '.repeat(4)
    let state = add(SILENCE, of('word', words), 0)
    expect(spokenMs(spoken(state) ?? '')).toBeLessThanOrEqual(5_000)
    state = add(state, of('mark', '20 seconds left'), 100)
    expect(spoken((state = turn(state, 5_000)))).toBe('20 seconds left')
    const rest: string[] = []
    for (let now = 10_000; state.waiting.length > 0; now += 6_000) rest.push(spoken((state = turn(state, now))) ?? '')
    expect(rest.join(' ')).toBe(words.trim().slice(words.trim().length - rest.join(' ').length))
  })
})
