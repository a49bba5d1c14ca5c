import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailIn, phoneIn } from './contacts.ts'
import { Email, Phone } from './people.ts'

const near = (parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map((all) => all.join(''))

describe('what is typed is an address as soon as the rules of forms take it, and no sooner', () => {
  it('a phone number', () => {
    fc.assert(
      fc.property(
        near([
          '+',
          '+86',
          '00',
          '86',
          '1',
          '13',
          '138',
          '0000',
          '9',
          '5',
          ' ',
          '-',
          '(',
          '）',
          '.',
          'a',
          '9'.repeat(9),
          ' '.repeat(12),
        ]),
        (typed) => {
          expect(phoneIn(typed)).toBe(Phone.safeParse(typed).data ?? null)
        },
      ),
      { numRuns: 3000 },
    )
    expect(phoneIn('138 0000-0000')).toBe('+8613800000000')
    expect(phoneIn('128 0000 0000')).toBeNull()
    expect(phoneIn('0049 30 1234567')).toBe('+49301234567')
  })
  it('a mail address', () => {
    fc.assert(
      fc.property(
        near(['a', 'Zb', '.', '..', '-', '_', '+', "'", '@', 'mill', '.se', '.com', ' ', '1', 'é', 'x'.repeat(80)]),
        (typed) => {
          expect(emailIn(typed)).toBe(Email.safeParse(typed).data ?? null)
        },
      ),
      { numRuns: 3000 },
    )
    expect(emailIn(' Buyer@Mill.example ')).toBe('buyer@mill.example')
    expect(emailIn('buyer@mill')).toBeNull()
  })
})
