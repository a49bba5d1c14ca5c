import { describe, expect, test } from 'vitest'
import { instant, minor } from '../units.ts'
import {
  CLAIMS,
  claimsOf,
  dayOf,
  DEFAULT_PAYMENT_TERMS,
  ENTRY_KINDS,
  nextReminder,
  refuseEntry,
  reminderOf,
  sees,
  standingOf,
} from './money.ts'
import type { Claim, Debt, PaymentEntry, PaymentTerms, Recording } from './money.ts'
import { addDays, dayOff, NO_CHANGES, PUBLISHED, turnsPast, yearsMissing } from './working-days.ts'
import type { WorkingDays } from './working-days.ts'

const TERMS: PaymentTerms = {
  depositRate: 3_000,
  depositDays: 5,
  balanceDays: 10,
  commissionRate: 125,
  commissionBy: 'seller',
  commissionDays: 30,
}
const DEBT: Debt = {
  status: 3,
  amount: minor(1_000_001),
  inForce: minor(1_000_001),
  completeAt: instant(Date.UTC(2026, 10, 20, 15, 59)),
  delivery: '2026-12-31',
  recorded: false,
}
const TODAY = '2026-11-21'
const claims = claimsOf(DEBT, TERMS)
const [deposit] = claims as [Claim, ...Claim[]]
const entry = (seq: number, also: Partial<PaymentEntry> = {}): PaymentEntry => ({
  seq,
  claim: 'deposit',
  kind: 'received',
  amount: minor(100_000),
  day: TODAY,
  reference: `R${seq}`,
  corrects: null,
  ...also,
})
const recording = (also: Partial<Recording> = {}): Recording => ({
  claim: 'deposit',
  kind: 'received',
  amount: minor(1_000),
  day: TODAY,
  reference: 'R9',
  corrects: null,
  over: false,
  ...also,
})
const refused = (entries: readonly PaymentEntry[], also: Partial<Recording>, of: readonly Claim[] = claims) =>
  refuseEntry(of, entries, recording(also), TODAY)

test('claims and entries are stored under these names', () => {
  expect([CLAIMS, ENTRY_KINDS]).toEqual([
    ['deposit', 'balance', 'commission'],
    ['received', 'returned', 'correction'],
  ])
})

describe('Mo1: the claims', () => {
  test('deposit and balance are the amount to the cent; the commission is beside them', () => {
    expect(claims).toMatchObject([
      { claim: 'deposit', by: 'buyer', amount: 300_000 },
      { claim: 'balance', by: 'buyer', amount: 700_001 },
      { claim: 'commission', by: 'seller', amount: 12_500 },
    ])
  })
  test.each([0, 1, 4] as const)('in status %i there are none, unless something was recorded', (status) => {
    expect(claimsOf({ ...DEBT, status }, TERMS)).toEqual([])
    expect(claimsOf({ ...DEBT, status, recorded: true }, TERMS)).toHaveLength(3)
  })
  test('a share is rounded half up', () => {
    const of = (cents: number) =>
      claimsOf({ ...DEBT, amount: minor(cents), inForce: minor(cents) }, { ...TERMS, depositRate: 5_000 })[0]?.amount
    expect([of(1), of(3)]).toEqual([1, 2])
  })
  test('of nothing there is no claim', () => {
    const kinds = (terms: Partial<PaymentTerms>) => claimsOf(DEBT, { ...TERMS, ...terms }).map(({ claim }) => claim)
    expect(kinds({ commissionRate: 0 })).toEqual(['deposit', 'balance'])
    expect(kinds({ depositRate: 0 })).toEqual(['balance', 'commission'])
    expect(kinds({ depositRate: 10_000 })).toEqual(['deposit', 'commission'])
  })
  test('until the operator sets it there is no commission', () => {
    expect(DEFAULT_PAYMENT_TERMS).toEqual({
      depositRate: 2_000,
      depositDays: 3,
      balanceDays: 7,
      commissionRate: 0,
      commissionBy: 'seller',
      commissionDays: 10,
    })
    expect(claimsOf(DEBT, DEFAULT_PAYMENT_TERMS).map(({ claim }) => claim)).toEqual(['deposit', 'balance'])
  })
})

describe('Mo2: the days', () => {
  const days = (debt: Partial<Debt>) => claimsOf({ ...DEBT, ...debt }, TERMS).map(({ due }) => due)
  test('deposit and commission count from completion, the balance back from delivery', () => {
    expect(days({})).toEqual(['2026-11-25', '2026-12-21', '2026-12-21'])
  })
  test('a day ends at midnight in Beijing', () => {
    expect(dayOf(instant(Date.UTC(2026, 10, 20, 16) - 1))).toBe('2026-11-20')
    expect(dayOf(instant(Date.UTC(2026, 10, 20, 16)))).toBe('2026-11-21')
    expect(days({ completeAt: instant(Date.UTC(2026, 10, 20, 16)) })[0]).toBe('2026-11-26')
  })
  test('the balance is never due before the deposit', () => {
    expect(days({ delivery: '2026-11-22' })).toEqual(['2026-11-25', '2026-11-25', '2026-12-21'])
  })
  test('before the contract is complete nothing has a day', () => {
    expect(days({ status: 2, completeAt: null })).toEqual([null, null, null])
  })
})

describe('Mo12: a due day is a working day', () => {
  const complete = (day: string) => ({ ...DEBT, completeAt: instant(Date.parse(`${day}T04:00:00Z`)) })
  const dueOf = (day: string, also: Partial<PaymentTerms> = {}, added?: WorkingDays) =>
    claimsOf(complete(day), { ...TERMS, ...also }, added)[0]
  test('a day agreed on in the National Day holiday moves behind it, and both are shown', () => {
    expect(dueOf('2026-09-27')).toMatchObject({ due: '2026-10-08', agreed: '2026-10-02', moved: 'national' })
  })
  test('a day at the weekend moves to Monday, but for a day on which work is made up', () => {
    expect(dueOf('2026-11-23')).toMatchObject({ due: '2026-11-30', agreed: '2026-11-28', moved: 'weekend' })
    expect(dueOf('2026-10-05')).toMatchObject({ due: '2026-10-10', agreed: '2026-10-10', moved: null })
  })
  test('balance and commission move in the same way', () => {
    const moved = claimsOf({ ...DEBT, delivery: '2027-01-12' }, { ...TERMS, commissionDays: 29 })
    expect(moved.map(({ due, agreed }) => [agreed, due])).toEqual([
      ['2026-11-25', '2026-11-25'],
      ['2027-01-02', '2027-01-04'],
      ['2026-12-19', '2026-12-21'],
    ])
  })
  test('overdue and reminders go by the day that it moved to', () => {
    const claim = dueOf('2026-09-27') as Claim
    const state = (today: string) => standingOf(claim, [], today).state
    expect(['2026-10-04', '2026-10-05', '2026-10-08', '2026-10-09'].map(state)).toEqual([
      'notYetDue',
      'due',
      'due',
      'overdue',
    ])
    expect(nextReminder(standingOf(claim, [], '2026-10-05'), '2026-10-05')).toBe('2026-10-09')
  })
  test('days of the operator come first', () => {
    const added: WorkingDays = {
      off: [{ from: '2026-11-25', to: '2026-11-26', name: '台风停工' }],
      working: ['2026-10-02', '2026-11-28'],
    }
    expect(dueOf('2026-11-20', {}, added)).toMatchObject({ due: '2026-11-27', moved: '台风停工' })
    expect(dueOf('2026-11-23', {}, added)).toMatchObject({ due: '2026-11-28', moved: null })
    expect(dueOf('2026-09-27', {}, added)).toMatchObject({ due: '2026-10-02', moved: null })
  })
  test('a year without a table has its weekends alone', () => {
    expect(['2031-01-01', '2031-01-04', '2031-01-05', '2031-01-06'].map((day) => dayOff(day))).toEqual([
      null,
      'weekend',
      'weekend',
      null,
    ])
  })
  test('the published table of 2026: 33 days off, 14 of them at a weekend; make-up days are at a weekend', () => {
    const { off, working } = PUBLISHED['2026'] as WorkingDays
    const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
    const days = off.flatMap(({ from, to }) => {
      const all = [from]
      while ((all.at(-1) as string) < to) all.push(addDays(all.at(-1) as string, 1))
      return all
    })
    expect(days).toHaveLength(33)
    expect(days.filter((day) => [0, 6].includes(weekday(day)))).toHaveLength(14)
    expect(working.map(weekday).every((day) => day === 0 || day === 6)).toBe(true)
    expect(working.filter((day) => days.includes(day))).toEqual([])
  })
})

describe('Mo13: the table changes after today', () => {
  const off = (from: string, to = from, name = 'x'): WorkingDays => ({ off: [{ from, to, name }], working: [] })
  test('no day up to today is turned, whichever way', () => {
    expect(turnsPast(NO_CHANGES, off('2026-11-24', '2026-11-27'), '2026-11-25')).toBe('2026-11-24')
    expect(turnsPast(off('2026-11-24'), NO_CHANGES, '2026-11-25')).toBe('2026-11-24')
    expect(turnsPast(NO_CHANGES, off('2026-11-26'), '2026-11-25')).toBeNull()
  })
  test('a past day may stay in the table, get another name, or be added as what it is', () => {
    expect(turnsPast(off('2026-11-24'), off('2026-11-24', '2026-11-30', 'y'), '2026-11-24')).toBeNull()
    expect(turnsPast(NO_CHANGES, off('2026-10-01'), '2026-11-25')).toBeNull()
  })
  test('so no overdue claim ceases to be overdue', () => {
    const at = (added: WorkingDays) => standingOf(claimsOf(DEBT, TERMS, added)[0] as Claim, [], '2026-11-26').state
    expect(at(NO_CHANGES)).toBe('overdue')
    expect(turnsPast(NO_CHANGES, off('2026-11-25'), '2026-11-26')).toBe('2026-11-25')
  })
})

test('the table of this year is needed, from November that of the next too', () => {
  expect(yearsMissing(NO_CHANGES, '2026-10-31')).toEqual([])
  expect(yearsMissing(NO_CHANGES, '2026-11-01')).toEqual(['2027'])
  const added = { off: [{ from: '2027-01-01', to: '2027-01-03', name: '元旦' }], working: [] }
  expect(yearsMissing(added, '2026-11-01')).toEqual([])
  expect(yearsMissing(NO_CHANGES, '2031-05-01')).toEqual(['2031'])
})

describe('Mo4: corrections', () => {
  const fixed = (amount: number, seq = 9) =>
    entry(seq, { kind: 'correction', corrects: 1, amount: minor(amount), reference: '' })
  test('the last one counts, and nothing else changes', () => {
    const entries = [entry(1), entry(2), fixed(90_000, 3), fixed(80_000, 4)]
    expect(standingOf(deposit, entries, TODAY).received).toBe(180_000)
    expect(standingOf(deposit, entries.slice(0, 3), TODAY).received).toBe(190_000)
  })
  test('what came is to the cent', () => {
    expect(standingOf(deposit, [], TODAY)).toMatchObject({ received: 0, open: 300_000, over: 0 })
    expect(standingOf(deposit, [entry(1)], TODAY)).toMatchObject({ received: 100_000, open: 200_000, over: 0 })
  })
  test('what never came is corrected to nothing', () => {
    expect(standingOf(deposit, [entry(1), fixed(0)], TODAY)).toMatchObject({ received: 0, open: 300_000 })
  })
  test('a correction of an entry says nothing about the next one', () => {
    const entries = [entry(1, { amount: minor(200_000) }), fixed(100_000, 2)]
    expect(refused(entries, { amount: minor(200_000) })).toBeNull()
    expect(refused(entries, { amount: minor(200_001) })).toBe('payment.over')
  })
  test('only an entry of the claim can be corrected, and to another amount', () => {
    const entries = [entry(1), fixed(90_000, 2)]
    const to = (amount: number, corrects: number | null, claim: Claim['claim'] = 'deposit') =>
      refused(entries, { kind: 'correction', amount: minor(amount), corrects, claim })
    expect(to(0, 1)).toBeNull()
    expect([to(0, 2), to(0, 7), to(0, null), to(0, 1, 'balance')]).toEqual(Array(4).fill('payment.no_entry'))
    expect(to(90_000, 1)).toBe('payment.same')
    expect(to(100_000, 1)).toBeNull()
  })
})

describe('Mo5: limits', () => {
  test('more than the claim is refused until it is said', () => {
    const entries = [entry(1, { amount: minor(299_999) })]
    expect(refused(entries, { amount: minor(1) })).toBeNull()
    expect(refused(entries, { amount: minor(2) })).toBe('payment.over')
    expect(refused(entries, { amount: minor(2), over: true })).toBeNull()
    expect(standingOf(deposit, [...entries, entry(2)], TODAY)).toMatchObject({
      state: 'received',
      open: 0,
      over: 99_999,
    })
  })
  test('of too much a part can be returned without saying it again', () => {
    expect(refused([entry(1, { amount: minor(400_000) })], { kind: 'returned', amount: minor(10) })).toBeNull()
  })
  test('no more is returned than came, whether by a return or by a correction', () => {
    const entries = [entry(1), entry(2, { kind: 'returned', amount: minor(60_000) })]
    expect(refused(entries, { kind: 'returned', amount: minor(40_000) })).toBeNull()
    expect(refused(entries, { kind: 'returned', amount: minor(40_001) })).toBe('payment.returned_more')
    expect(refused(entries, { kind: 'correction', corrects: 1, amount: minor(59_999) })).toBe('payment.returned_more')
  })
  test('an entry of nothing is none', () => {
    expect(refused([], { amount: minor(0) })).toBe('payment.zero')
  })
})

describe('Mo6: the day of an entry', () => {
  test('a day to come is refused', () => {
    expect(refused([], { day: '2026-11-22' })).toBe('payment.future')
    expect(refused([], { day: TODAY })).toBeNull()
  })
})

describe('Mo7: states', () => {
  test.each([
    ['2026-11-21', 0, 'notYetDue'],
    ['2026-11-22', 0, 'due'],
    ['2026-11-25', 0, 'due'],
    ['2026-11-26', 0, 'overdue'],
    ['2026-11-22', 1, 'partlyReceived'],
    ['2026-11-22', 100_000, 'partlyReceived'],
    ['2026-11-26', 100_000, 'overdue'],
    ['2026-11-26', 300_000, 'received'],
  ] as const)('on %s with %i received: %s', (today, received, state) => {
    const entries = received === 0 ? [] : [entry(1, { amount: minor(received) })]
    expect(standingOf(deposit, entries, today).state).toBe(state)
  })
})

describe('Mo8: deals that are no more', () => {
  test('a cancelled deal lessens the claims', () => {
    expect(claimsOf({ ...DEBT, inForce: minor(500_000) }, TERMS).map(({ amount }) => amount)).toEqual([
      150_000, 350_000, 6_250,
    ])
  })
  test.each([
    ['terminated', { status: 4, recorded: true }],
    ['without a deal', { inForce: minor(0) }],
  ] as const)('%s, nothing is open and nothing more comes, but it can be returned', (_what, also) => {
    const released = claimsOf({ ...DEBT, ...also }, TERMS)
    const entries = [entry(1)]
    expect(standingOf(released[0] as Claim, entries, '2027-01-01')).toMatchObject({
      state: 'released',
      open: 0,
      received: 100_000,
    })
    expect(refused(entries, {}, released)).toBe('payment.released')
    expect(refused(entries, { kind: 'returned' }, released)).toBeNull()
    expect(refused(entries, { kind: 'correction', corrects: 1, amount: minor(5) }, released)).toBeNull()
  })
  test('before both have signed there is nothing to record', () => {
    expect(refused([], {}, [])).toBe('payment.none')
    expect(refused([], { claim: 'commission' }, [deposit])).toBe('payment.no_claim')
  })
})

describe('Mo9: reminders', () => {
  const told = (today: string, entries: readonly PaymentEntry[] = []) =>
    reminderOf(standingOf(deposit, entries, today), today)
  test('three days before and once overdue, of a part too, never of what is received', () => {
    expect(['2026-11-21', '2026-11-22', '2026-11-25', '2026-11-26'].map((day) => told(day))).toEqual([
      null,
      'soon',
      'soon',
      'overdue',
    ])
    expect(told('2026-11-23', [entry(1)])).toBe('soon')
    expect(told('2026-11-26', [entry(1, { amount: minor(300_000) })])).toBeNull()
  })
  test('the next day to look at it is the next of the two, or none', () => {
    const next = (today: string, entries: readonly PaymentEntry[] = []) =>
      nextReminder(standingOf(deposit, entries, today), today)
    expect(['2026-11-20', '2026-11-22', '2026-11-25', '2026-11-26'].map((day) => next(day))).toEqual([
      '2026-11-22',
      '2026-11-26',
      '2026-11-26',
      null,
    ])
    expect(next('2026-11-20', [entry(1, { amount: minor(300_000) })])).toBeNull()
  })
  test('the other party does not see a commission', () => {
    const commission = claims[2] as Claim
    expect([sees('seller', commission), sees('buyer', commission), sees(null, commission)]).toEqual([true, false, true])
    expect(sees('seller', deposit)).toBe(true)
  })
})
