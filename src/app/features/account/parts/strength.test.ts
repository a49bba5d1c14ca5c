import { describe, expect, it } from 'vitest'
import { strengthOf } from './strength.ts'

describe('strength of a password in words', () => {
  it('is too short below six signs', () => expect(strengthOf('a1b2c')).toBe('short'))
  it.each(['abc123', '123456a', 'qwerty1', 'aaaaaa1', 'zxcvbnm1', 'a20262026'])('%s is weak', (password) =>
    expect(strengthOf(password)).toBe('weak'),
  )
  it.each(['k7rq2mzd', 'teak4plum'])('%s is fair', (password) => expect(strengthOf(password)).toBe('fair'))
  it.each(['Larch7Quay4Moss', 'k7Rq2mZd9xWt'])('%s is strong', (password) =>
    expect(strengthOf(password)).toBe('strong'),
  )
  it('counts what is known about the person for next to nothing', () => {
    expect(strengthOf('shengguoqiang8')).not.toBe('weak')
    expect(strengthOf('shengguoqiang8', ['sheng.guoqiang@example.com'])).toBe('weak')
  })
  it('never falls when a sign is added that cannot be guessed', () => {
    const order = ['short', 'weak', 'fair', 'strong']
    const grown = Array.from('m7Tq2kVd9xWzR4bn', (_, at) =>
      order.indexOf(strengthOf('m7Tq2kVd9xWzR4bn'.slice(0, at + 1))),
    )
    expect(grown).toEqual(grown.toSorted((a, b) => a - b))
    expect(grown.at(-1)).toBe(3)
  })
})
