import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { companyPhone, emailIn, phoneIn } from './contacts.ts'
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

  it.each([
    ['sales@木材.中国', 'sales@木材.中国'],
    ['sales@木材。中国', 'sales@木材.中国'],
    ['ivan@лес.рф', 'ivan@лес.рф'],
    ['sales@xn--5nqu72n.xn--fiqs8s', 'sales@xn--5nqu72n.xn--fiqs8s'],
    ['o&m@mill.example.fi', 'o&m@mill.example.fi'],
    ['Buyer <buyer@mill.example.fi>', 'buyer@mill.example.fi'],
    ['"Lin, Qing" <Lin@Mill.example>;', 'lin@mill.example'],
    ['mailto:buyer@mill.example?subject=x', 'buyer@mill.example'],
    ['<mailto:buyer@mill.example>', 'buyer@mill.example'],
    ['林清 <mailto:buyer@mill.example>', 'buyer@mill.example'],
    ['buyer@mill.example;', 'buyer@mill.example'],
    ['buyer@mill.example，', 'buyer@mill.example'],
    ['邮箱：buyer@mill.example', 'buyer@mill.example'],
    ['E-mail: Buyer@Mill.example', 'buyer@mill.example'],
    ['buyer@mill.example <Buyer@mill.example>', 'buyer@mill.example'],
    ["'buyer@mill.example' <buyer@mill.example>", 'buyer@mill.example'],
    ['mailto:o%26m@mill.example', 'o&m@mill.example'],
    ['mailto:100%@mill.example', null],
    ['mailto:a%0d%0abcc:x@mill.example', null],
    ['"clerk@bank.example" <buyer@mill.example>', null],
    ['a@b.example, c@d.example', null],
    ['a@b.example <script>', null],
    ['a b@mill.example', null],
    ['a@-mill.example', null],
    ['a@mill.example\r\nbcc:x@y.example', null],
  ])('the mail address %s', (text, stored) => {
    expect(emailIn(text)).toBe(stored)
  })

  it.each([
    ['0571-88888888', '0571-88888888'],
    ['0571-88888888转802', '0571-88888888 转 802'],
    ['0571-88888888转接802', '0571-88888888 转 802'],
    ['0571-88888888*802', '0571-88888888 转 802'],
    ['0571-88888888/802', '0571-88888888 转 802'],
    ['+358 9 1234 567 ext. 12', '+358 9 1234 567 ext. 12'],
    ['+358 9 1234 567 / 12', '+358 9 1234 567 ext. 12'],
    ['0571-8888 8888 转 801', '0571-8888 8888 转 801'],
    ['0571-88888888（转801）', '0571-88888888 转 801'],
    ['（0571）88888888 (分机 801)', '(0571)88888888 转 801'],
    ['0571-88888888 轉 801', '0571-88888888 转 801'],
    ['0571-88888888内线801', '0571-88888888 转 801'],
    ['+358 9 1234 567 (ext. 12)', '+358 9 1234 567 ext. 12'],
    ['0571-88888888 转 801 或 802', null],
    ['0571-88888888、88888889', null],
    ['0571/88888888/', null],
  ])('the company phone %s', (text, stored) => {
    expect(companyPhone(text)).toBe(stored)
  })
})
