import { describe, expect, it } from 'vitest'
import type { User, Who } from '../user.ts'
import { mayEnter, nextOf, participationOf } from './part.ts'
import type { Timeline } from './board.ts'

const noon = Date.parse('2026-11-21T04:00:00.000Z')
const hour = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

const session = (over: Partial<Timeline> = {}): Timeline => ({
  scheduleTimelineId: 't',
  startTime: iso(noon + 2 * hour),
  signUpDeadline: iso(noon + hour),
  state: 2,
  stage: 'preparation',
  lotCount: 3,
  soldCount: 0,
  unsoldCount: 0,
  mine: null,
  ...over,
})
const person = (over: Partial<User> = {}): Who => ({
  kind: 'user',
  user: {
    userId: 'u',
    account: 'a',
    name: 'n',
    appellationName: null,
    company: null,
    status: 4,
    agreementStatus: 1,
    roles: [],
    permissions: [],
    ...over,
  },
})
const sale = { practice: false }
const practice = { practice: true }
const mine = (identityType: 0 | 1 | 2 | 3 | 4, biddingNumber: number | null, registered: boolean) => ({
  identityType,
  biddingNumber,
  registered,
})
const part = (who: Who, over: Partial<Timeline> = {}, of = sale) => participationOf(of, session(over), who, noon)

describe('may I take part?', () => {
  it('a visitor logs in first', () => expect(part({ kind: 'visitor' })).toEqual({ kind: 'visitor' }))
  it('a certified company under agreement signs up until the deadline', () => {
    expect(part(person())).toEqual({ kind: 'canSignUp' })
    expect(part(person(), { signUpDeadline: iso(noon) })).toEqual({ kind: 'audience' })
    expect(part(person(), { state: 3 })).toEqual({ kind: 'audience' })
    expect(part(person(), { state: 1 })).toEqual({ kind: 'notYet' })
  })
  it('a new user gets certified, one in review waits', () => {
    expect(part(person({ status: 2 }))).toEqual({ kind: 'certify', pending: false })
    expect(part(person({ status: 3 }))).toEqual({ kind: 'certify', pending: true })
  })
  it('certified without an agreement signs that first', () => {
    expect(part(person({ agreementStatus: 2 }))).toEqual({ kind: 'agreement', awaiting: true })
    expect(part(person({ agreementStatus: 0 }))).toEqual({ kind: 'agreement', awaiting: false })
  })
  it('a company that signed up learns its number, or that it waits, or that it was dismissed', () => {
    expect(part(person(), { mine: mine(0, null, true) })).toEqual({ kind: 'waiting' })
    expect(part(person(), { mine: mine(1, 17, true) })).toEqual({ kind: 'admitted', number: 17 })
    expect(part(person(), { mine: mine(0, 17, true) })).toEqual({ kind: 'dismissed', number: 17, reason: '' })
    const dismissed = { ...mine(0, 17, true), dismissed: 'papers missing' }
    expect(part(person(), { mine: dismissed })).toEqual({ kind: 'dismissed', number: 17, reason: 'papers missing' })
  })
  it('a reader of the catalogue may watch once sign-up is over, whatever is lacking to bid', () => {
    const audience = mine(4, null, false)
    expect(part(person({ agreementStatus: 0 }), { state: 3, mine: audience })).toEqual({ kind: 'audience' })
    expect(
      part(person({ agreementStatus: 0, company: { companyId: 'c', name: 'c', country: 'CN' } }), { mine: audience }),
    ).toEqual({ kind: 'agreement', awaiting: false })
    expect(mayEnter({ kind: 'audience' }, session({ state: 3, mine: audience }))).toBe(true)
  })
  it('a suspended account takes no part in anything, practice included', () => {
    expect(part(person({ status: 0 }), { mine: mine(1, 17, true) })).toEqual({ kind: 'suspended' })
    expect(part(person({ status: 0 }), {}, practice)).toEqual({ kind: 'suspended' })
  })
  it('host and sellers are what they are', () => {
    expect(part(person(), { mine: mine(3, null, false) })).toEqual({ kind: 'host' })
    expect(part(person({ status: 2 }), { mine: mine(2, null, false) })).toEqual({ kind: 'seller' })
  })
  it('what was read as by a visitor does not say: it is not known yet', () => {
    const { mine: _, ...everyones } = session()
    expect(participationOf(sale, everyones, person(), noon)).toEqual({ kind: 'unknown' })
    expect(participationOf(practice, everyones, person(), noon)).toEqual({ kind: 'unknown' })
    expect(participationOf(sale, everyones, { kind: 'visitor' }, noon)).toEqual({ kind: 'visitor' })
  })
  it('a practice sale takes anyone who has logged in', () => {
    expect(part(person({ status: 2, agreementStatus: 0 }), {}, practice)).toEqual({ kind: 'practice' })
  })
})

describe('may I enter?', () => {
  it('from the opening of the doors until the end', () => {
    const own = mine(1, 17, true)
    const states = ([1, 2, 3, 4, 5] as const).filter((state) =>
      mayEnter({ kind: 'admitted', number: 17 }, session({ state, mine: own })),
    )
    expect(states).toEqual([3, 4])
  })
  it('an applicant, waiting or dismissed, watches like the audience', () => {
    const dismissed = { kind: 'dismissed', number: 3, reason: '' } as const
    for (const state of [2, 3, 4, 5] as const) {
      const may = state === 3 || state === 4
      expect(mayEnter({ kind: 'waiting' }, session({ state, mine: mine(0, null, true) }))).toBe(may)
      expect(mayEnter(dismissed, session({ state, mine: mine(0, 3, true) }))).toBe(may)
    }
  })
  it('a practice sale has its doors open', () =>
    expect(mayEnter({ kind: 'practice' }, session({ state: 2 }))).toBe(true))
})

describe('what is counted down to', () => {
  it('the end of sign-up, then the start', () => {
    expect(nextOf(sale, session(), noon)).toEqual({ kind: 'signUp', at: noon + hour })
    expect(nextOf(sale, session(), noon + hour)).toEqual({ kind: 'start', at: noon + 2 * hour })
  })
  it('nothing once it is for the host to begin', () =>
    expect(nextOf(sale, session({ state: 3 }), noon + 2 * hour)).toEqual({ kind: 'due' }))
  it('nothing while it runs, or when it is over', () => {
    expect(nextOf(sale, session({ state: 4 }), noon)).toEqual({ kind: 'running' })
    expect(nextOf(sale, session({ state: 5 }), noon)).toEqual({ kind: 'over' })
  })
})
