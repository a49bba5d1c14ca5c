import { describe, expect, it } from 'vitest'
import { Phone } from '../../../../contract/people.ts'
import { joined, partsOf } from './phone.ts'

describe('a phone number in two fields', () => {
  it('is taken apart as it was put together', () => {
    expect(partsOf(joined('+86', '138 0000 0000'))).toEqual({ calling: '+86', number: '138 0000 0000' })
    expect(partsOf(joined('+1', '604 555 0199'))).toEqual({ calling: '+1', number: '604 555 0199' })
  })
  it('keeps the calling code of a number that was pasted whole', () => {
    expect(joined('+86', '+49 30 1234567')).toBe('+49 30 1234567')
    expect(joined('+86', '0049 30 1234567')).toBe('+49 30 1234567')
  })
  it('lets a space be typed', () => expect(partsOf(joined('+86', '138 ')).number).toBe('138 '))
  it('is nothing while no number is typed', () => expect(joined('+86', ' ')).toBe(''))
  it('tells codes apart that begin alike', () => {
    expect(partsOf('+852 2345 6789').calling).toBe('+852')
    expect(partsOf('+8613800000000').calling).toBe('+86')
  })
  it('leaves alone what is no number of any country', () =>
    expect(partsOf('+999 1')).toEqual({ calling: null, number: '+999 1' }))
  it('is what the server takes', () => {
    expect(Phone.parse(joined('+86', '138 0000-0000'))).toBe('+8613800000000')
    expect(Phone.safeParse(joined('+86', '12345678')).success).toBe(false)
  })
})
