import { describe, expect, test } from 'vitest'
import { initial } from '../../domain/evolve.ts'
import { instant } from '../../domain/units.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Person } from './caller.ts'
import { viewerOf } from './caller.ts'
import { isOutlived } from './token-lifetimes.ts'
import { actRefused, bidderCompany, mayReadCatalogue, standpointIn } from './standing.ts'

const facts = { id: 't', practice: false, hostAccountId: 'compere' }
const practice = { ...facts, practice: true }
const state: SessionState = {
  ...initial('t', 'e'),
  phase: 4,
  sellers: { S1: { seller: 'S1', company: 'mill', suspended: false } },
  bidders: {
    7: { number: 7, company: 'yard', admitted: true, suspended: false, lost: [], limits: {}, people: {} },
    8: { number: 8, company: 'dock', admitted: false, suspended: false, lost: [], limits: {}, people: {} },
  },
}
const person = (of: Partial<Person>): Person => ({
  id: 'p',
  login: 'p',
  name: 'P',
  companyId: 'co',
  status: 4,
  roles: [],
  permissions: [],
  ...of,
})
const at = (of: Partial<Person>, signedUp = false, where = facts, stands: SessionState | null = state) =>
  standpointIn(person(of), where, stands, signedUp)

describe('who a person is in a session', () => {
  test('host by name, before anything else', () => {
    expect(at({ id: 'compere', companyId: 'yard' })).toEqual({ identity: 3 })
    expect(at({ id: 'compere' }, false, practice)).toEqual({ identity: 3 })
  })
  test('seller by the lots that the company sells here', () =>
    expect(at({ companyId: 'mill', status: 2 })).toEqual({ identity: 2, seller: 'S1' }))
  test('buyer as long as the company is admitted, applicant before and after', () => {
    expect(at({ companyId: 'yard' })).toEqual({ identity: 1, number: 7 })
    expect(at({ companyId: 'dock' })).toEqual({ identity: 0 })
    expect(at({}, true)).toEqual({ identity: 0 })
  })
  test('audience, if the account may read the catalogue', () => {
    expect(at({})).toEqual({ identity: 4 })
    expect(at({ status: 2, roles: ['admin'], companyId: null })).toEqual({ identity: 4 })
    expect(at({ status: 2, roles: ['audience'], companyId: null })).toEqual({ identity: 4 })
  })
  test('no part, if the account is not certified or has no company, whatever the company has', () => {
    expect(at({ status: 3 })).toBeNull()
    expect(at({ companyId: null })).toBeNull()
    expect(at({ status: 2, companyId: 'yard' })).toBeNull()
  })
  test('no part before the session is published, but for its host and operators', () => {
    expect(at({}, false, facts, null)).toBeNull()
    expect(at({ companyId: 'yard' }, false, facts, { ...state, phase: 1 })).toBeNull()
    expect(at({ roles: ['admin'] }, false, facts, null)).toEqual({ identity: 4 })
    expect(mayReadCatalogue(person({ id: 'compere' }), facts, null)).toBe(true)
  })
  test('in practice a person without a company stands alone; the audience role only watches', () => {
    expect(bidderCompany(person({ companyId: null }), true)).toBe('person:p')
    expect(bidderCompany(person({ companyId: null }), false)).toBeNull()
    const bidders = {
      1: { number: 1, company: 'person:p', admitted: true, suspended: false, lost: [], limits: {}, people: {} },
    }
    expect(at({ companyId: null, status: 2 }, false, practice, { ...state, bidders })).toEqual({
      identity: 1,
      number: 1,
    })
    expect(at({ companyId: null, status: 2, roles: ['audience'] }, false, practice, { ...state, bidders })).toEqual({
      identity: 4,
    })
  })
})

test('eyes follow from the part; an operator sees as one without another part', () => {
  const eyes = (standpoint: Parameters<typeof viewerOf>[0]['standpoint'], roles: string[] = []) =>
    viewerOf({ person: person({ roles }), standpoint })
  expect(eyes({ identity: 1, number: 7 }, ['admin'])).toEqual({ identity: 'buyer', number: 7 })
  expect(eyes({ identity: 2, seller: 'S1' })).toEqual({ identity: 'seller', seller: 'S1' })
  expect(eyes({ identity: 3 })).toEqual({ identity: 'host' })
  expect(eyes({ identity: 0 })).toEqual({ identity: 'audience' })
  expect(eyes({ identity: 4 }, ['admin'])).toEqual({ identity: 'operator' })
})

test('a venue token dies an hour after its session, unless it was given for reading afterwards', () => {
  const over: SessionState = { ...state, phase: 5, at: instant(1_000_000) }
  const hour = 3_600_000
  expect(isOutlived(instant(0), over, instant(1_000_000 + hour - 1))).toBe(false)
  expect(isOutlived(instant(0), over, instant(1_000_000 + hour))).toBe(true)
  expect(isOutlived(instant(1_000_001), over, instant(1_000_000 + 10 * hour))).toBe(false)
  expect(isOutlived(instant(0), state, instant(1_000_000 + 10 * hour))).toBe(false)
})

describe('A14: standing is judged at every act', () => {
  const refused = (of: Partial<Person>, standpoint: Parameters<typeof actRefused>[1], where = state) =>
    actRefused(person(of), standpoint, where)

  test('a bidder acts for its company alone, certified, and without operator’s rights', () => {
    const buyer = { identity: 1, number: 7 } as const
    expect(refused({ companyId: 'yard' }, buyer)).toBeNull()
    expect(refused({ companyId: 'dock' }, buyer)).toBe('bidder.not_admitted')
    expect(refused({ companyId: null }, buyer)).toBe('bidder.not_admitted')
    expect(refused({ companyId: 'yard', status: 2 }, buyer)).toBe('bidder.not_certified')
    for (const rights of [{ roles: ['admin'] }, { permissions: ['sale:deal:hold'] }])
      expect(refused({ companyId: 'yard', ...rights }, buyer)).toBe('bidder.operates_here')
  })
  test('in practice only the company counts', () => {
    const alone = { ...state, practice: true, bidders: { 7: { ...state.bidders[7]!, company: 'person:p' } } }
    expect(refused({ companyId: null, status: 2 }, { identity: 1, number: 7 }, alone)).toBeNull()
    expect(refused({ companyId: 'yard' }, { identity: 1, number: 7 }, alone)).toBe('bidder.not_admitted')
  })
  test('a seller who changed companies sells no more', () => {
    expect(refused({ companyId: 'mill' }, { identity: 2, seller: 'S1' })).toBeNull()
    expect(refused({ companyId: 'yard' }, { identity: 2, seller: 'S1' })).toBe('identity.not_allowed')
  })
  test('host and operators of a bidding company run nothing', () => {
    for (const standpoint of [{ identity: 3 }, { identity: 4 }] as const) {
      expect(refused({ companyId: 'yard' }, standpoint)).toBe('auth.company_bids')
      expect(refused({ companyId: 'mill' }, standpoint)).toBeNull()
      // It was dismissed: it bids no more.
      expect(refused({ companyId: 'dock' }, standpoint)).toBeNull()
      expect(refused({ companyId: 'yard' }, standpoint, { ...state, practice: true })).toBeNull()
    }
  })
})
