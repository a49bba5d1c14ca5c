import { describe, expect, it } from 'vitest'
import { copiesOf, newestOf, ownersOf, withoutMine } from './copies.ts'

const sale = (mine?: object | null) => ({
  rows: [{ name: 'Oak', timelines: [{ state: 2, ...(mine === undefined ? {} : { mine }) }] }],
})
const seat = { identityType: 1, biddingNumber: 17, registered: true }

describe('an answer for everyone', () => {
  it('is kept once for the device, for every account', () => {
    const answer = { at: 1, data: { title: 'Rules' } }
    expect(copiesOf({ account: null, audience: 'everyone' }, answer)).toEqual([['', answer]])
    expect(copiesOf({ account: 'buyer1', audience: 'everyone' }, answer)).toEqual([['', answer]])
  })
  it('is kept as a visitor would get it; what is the caller’s own stays with its account', () => {
    const copies = copiesOf({ account: 'buyer1', audience: 'everyone' }, { at: 1, data: sale(seat) })
    expect(copies).toEqual([
      ['buyer1', { at: 1, data: sale(seat) }],
      ['', { at: 1, data: sale() }],
    ])
    expect(JSON.stringify(copies[1])).not.toContain('17')
  })
  it('leaves even that one has no part in it with the account', () =>
    expect(copiesOf({ account: 'buyer1', audience: 'everyone' }, { at: 1, data: sale(null) })[1]).toEqual([
      '',
      { at: 1, data: sale() },
    ]))
  it('of a caller who left meanwhile keeps nothing of that caller', () =>
    expect(copiesOf({ account: null, audience: 'everyone' }, { at: 1, data: sale(seat) })).toEqual([
      ['', { at: 1, data: sale() }],
    ]))
})

describe('an answer for an account', () => {
  const answer = { at: 1, data: { rows: [] } }
  it('is kept for it alone', () =>
    expect(copiesOf({ account: 'buyer1', audience: 'account' }, answer)).toEqual([['buyer1', answer]]))
  it('is not kept where no account is known: the next reader of the device would find it', () =>
    expect(copiesOf({ account: null, audience: 'account' }, answer)).toEqual([]))
})

describe('who may read what', () => {
  it.each([
    ['a visitor', null, 'everyone', ['']],
    ['a visitor', null, 'account', []],
    ['an account', 'buyer1', 'everyone', ['buyer1', '']],
    ['an account', 'buyer1', 'account', ['buyer1']],
  ] as const)('%s (%s), %s', (_, account, audience, owners) => expect(ownersOf({ account, audience })).toEqual(owners))
  it('reads the newest, of equal ones the own', () => {
    expect(
      newestOf([
        { at: 1, data: 'own' },
        { at: 2, data: 'all' },
      ])?.data,
    ).toBe('all')
    expect(
      newestOf([
        { at: 2, data: 'own' },
        { at: 2, data: 'all' },
      ])?.data,
    ).toBe('own')
    expect(newestOf([undefined, { at: 0, data: 'all' }])?.data).toBe('all')
    expect(newestOf([undefined])).toBeUndefined()
  })
})

it('an answer without anything of the caller’s is not copied', () => {
  const data = sale()
  expect(withoutMine(data)).toBe(data)
})
