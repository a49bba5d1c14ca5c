import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { depositSums, limitsOf } from '../../src/domain/deposit.ts'
import { dayOf } from '../../src/domain/trade/money.ts'
import { later, minor } from '../../src/domain/units.ts'
import { referencesOf } from '../../src/server/store/deposit-references.ts'
import { register } from '../../src/server/store/registrations.ts'
import { account, audit, bankEntry, bankLine, sessionDeposit, timeline } from '../../src/server/store/schema.ts'
import { entriesOf } from '../../src/server/store/sessionDeposits.ts'
import { completeContract } from '../support/http/contracts.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
})
afterAll(() => house.close())

const tokens = new Map<Login, Promise<string>>()
function tokenOf(who: Login): Promise<string> {
  const known = tokens.get(who) ?? sellerToken(house, who)
  tokens.set(who, known)
  return known
}
const post = async (who: Login, path: string, body: object) =>
  house.ask('POST', path, { token: await tokenOf(who), body })

interface Lane {
  readonly id: string
  /** The reference of a company's deposit. */
  readonly of: (company: string) => string
}
/** A sale that asks for 50,000 CNY or 8,000 USD, for which three companies have signed up. */
async function lane(): Promise<Lane> {
  const { db } = house.store
  const sale = await addSale(house, { stand: 'published', rule: { admission: 'automatic' } })
  const deposits = [
    { currency: 'CNY' as const, amount: minor(5_000_000) },
    { currency: 'USD' as const, amount: minor(800_000) },
  ]
  await db.update(timeline).set({ deposits, depositFactor: 10 }).where(eq(timeline.id, sale.id))
  const companies = ['c1', 'c2', 'c3']
  for (const company of companies) await register(db, sale.id, company, `buyer${company.slice(1)}`, house.clock.now())
  const references = await referencesOf(db, sale.id, companies)
  return { id: sale.id, of: (company) => references.get(company) ?? '' }
}

const today = () => dayOf(house.clock.now())
const yesterday = () => dayOf(later(house.clock.now(), -86_400_000))
let count = 0
interface Written {
  readonly text: string
  readonly amount?: string
  readonly number?: string
  readonly own?: string
  readonly more?: string
  readonly reversal?: boolean
}
const ntry = ({ text, amount = '50000.00', number = `N${++count}`, more = '', reversal = false }: Written) =>
  `<Ntry><Amt Ccy="CNY">${amount}</Amt><CdtDbtInd>${reversal ? 'DBIT' : 'CRDT'}</CdtDbtInd>${reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today()}</Dt></BookgDt>${number === '' ? '' : `<AcctSvcrRef>${number}</AcctSvcrRef>`}<NtryDtls><TxDtls>${more}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
const statement = (own: string, ...entries: readonly string[]) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${own}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
const named = (name: string) => `<RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>`

const Entry = z.looseObject({
  id: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  refusal: z.string().nullable(),
  number: z.string(),
  short: z.string().nullable(),
  takesBack: z.array(z.object({ of: z.looseObject({ seq: z.number() }), reference: z.string() }).loose()),
  byHand: z.looseObject({ by: z.string() }).nullable(),
  debt: z.looseObject({ reference: z.string(), companyName: z.string() }).nullable(),
})
const Result = z.object({
  recorded: z.number(),
  waiting: z.number(),
  reversed: z.number(),
  known: z.number(),
  leftOut: z.object({ pending: z.number(), out: z.number(), currency: z.number(), unreadable: z.number() }),
  entries: z.array(Entry),
})
const send = (xml: string, who: Login = 'admin', gzip = true) =>
  post(who, '/operator/bank/file/read', {
    name: 'camt.xml',
    gzip,
    bytes: (gzip ? gzipSync(xml) : Buffer.from(xml)).toString('base64'),
  })
async function read(xml: string, who?: Login) {
  const answer = await send(xml, who)
  expect(answer).toMatchObject({ code: 200 })
  return Result.parse(answer.data)
}
const brief = ({ recorded, waiting, reversed, known }: z.infer<typeof Result>) => ({
  recorded,
  waiting,
  reversed,
  known,
})
async function bidder(sale: Lane, company: string) {
  const query = { scheduleTimelineId: sale.id, pageNum: '1', pageSize: '10' }
  const answer = await house.ask('GET', '/operator/sale/bidder/list', { token: await tokenOf('admin'), query })
  const Row = z.looseObject({
    companyId: z.string(),
    biddingNumber: z.number().nullable(),
    limits: z.array(z.looseObject({ currency: z.string(), most: z.string() })),
    deposit: z.looseObject({
      reference: z.string(),
      sums: z.array(z.looseObject({ currency: z.string(), balance: z.string() })),
    }),
  })
  const found = z
    .object({ rows: z.array(Row) })
    .parse(answer)
    .rows.find(({ companyId }) => companyId === company)
  if (!found) throw new Error(`${company} is not there`)
  return found
}
const balance = async (sale: Lane, company: string, of = 'CNY') =>
  (await bidder(sale, company)).deposit.sums.find(({ currency }) => currency === of)?.balance ?? '0.00'

describe('Bl6, Bl7: the hard file', () => {
  test('is recorded as the bank means it; the same file again adds nothing', async () => {
    const [sale, other] = [await lane(), await lane()]
    const hard = (await readFile(new URL('../cases/statements/hard.xml', import.meta.url), 'utf8'))
      .replaceAll('2026-11-26T23:30', `${yesterday()}T23:30`)
      .replaceAll('2026-11-27', today())
      .replaceAll('622200000000', randomUUID())
    const references = [
      sale.of('c1'),
      sale.of('c2'),
      sale.of('c3'),
      sale.of('c2'),
      other.of('c2'),
      sale.of('c3'),
      other.of('c1'),
      other.of('c3'),
    ]
    // The first stands in broken lines, in small letters.
    const [first = ''] = references
    const broken = hard
      .replace('deposit re<', `deposit ${first.slice(0, 5).toLowerCase()}<`)
      .replace('>f1 of', `>${first.slice(5).toLowerCase()} of`)
    const xml = references.reduce((text, reference, at) => text.replaceAll(`REF${at + 1}`, reference), broken)

    const result = await read(xml)
    expect(brief(result)).toEqual({ recorded: 6, waiting: 0, reversed: 1, known: 0 })
    expect(result.leftOut).toEqual({ pending: 1, out: 1, currency: 0, unreadable: 0 })
    expect(result.entries.map(({ number, state }) => `${number} ${state}`)).toEqual([
      'A1 reversed',
      'A2 recorded',
      'A4 recorded',
      'A4 recorded',
      'A5 recorded',
      'A6 recorded',
      'A7 recorded',
    ])
    const short = result.entries.find(({ number }) => number === 'A7')
    expect(short).toMatchObject({
      short: '15.00',
      charges: { currency: 'USD', amount: '15.00' },
      instructed: { currency: 'EUR', amount: '7300.00' },
    })
    expect(await balance(sale, 'c1')).toBe('0.00')
    expect(await balance(sale, 'c2')).toBe('50000.00')
    expect(await balance(sale, 'c3')).toBe('50000.00')
    expect(await balance(other, 'c2')).toBe('30000.00')
    expect(await balance(other, 'c1', 'USD')).toBe('7985.00')
    // Covered, so the room has admitted it; its limits follow.
    expect((await bidder(sale, 'c3')).biddingNumber).not.toBeNull()

    expect(brief(await read(xml))).toEqual({ recorded: 0, waiting: 0, reversed: 0, known: 7 })
    expect(await balance(sale, 'c2')).toBe('50000.00')
  })
})

describe('Bl5: an entry is read once', () => {
  test('of files that overlap, also where it was taken back since', async () => {
    const sale = await lane()
    const own = randomUUID()
    const [first, second] = [ntry({ text: sale.of('c1') }), ntry({ text: sale.of('c2'), number: '' })]
    expect(brief(await read(statement(own, first)))).toMatchObject({ recorded: 1 })
    const back = { kind: 'correction', corrects: 1, amount: '0.00', currency: 'CNY', day: today(), reference: 'wrong' }
    expect(
      await post('admin', '/operator/sale/deposit/record', {
        ...back,
        scheduleTimelineId: sale.id,
        companyId: 'c1',
        after: 1,
      }),
    ).toMatchObject({ code: 200 })
    expect(brief(await read(statement(own, first, second)))).toMatchObject({ recorded: 1, known: 1 })
    expect(await balance(sale, 'c1')).toBe('0.00')
    expect(await balance(sale, 'c2')).toBe('50000.00')
    expect(brief(await read(statement(own, second, first)))).toMatchObject({ recorded: 0, known: 2 })
  })

  test('and tried again while it waits, as what it pays may have come to be since', async () => {
    const sale = await lane()
    const file = statement(randomUUID(), ntry({ text: sale.of('c1') }), ntry({ text: sale.of('c1') }))
    expect(brief(await read(file))).toEqual({ recorded: 1, waiting: 1, reversed: 0, known: 0 })
    expect(brief(await read(file))).toEqual({ recorded: 0, waiting: 0, reversed: 0, known: 2 })
    const back = { kind: 'correction', corrects: 1, amount: '0.00', currency: 'CNY', day: today(), reference: 'wrong' }
    const of = { scheduleTimelineId: sale.id, companyId: 'c1', after: 1 }
    expect(await post('admin', '/operator/sale/deposit/record', { ...of, ...back })).toMatchObject({ code: 200 })
    expect(brief(await read(file))).toEqual({ recorded: 1, waiting: 0, reversed: 0, known: 1 })
    expect(await balance(sale, 'c1')).toBe('50000.00')
  })

  test('by two at once is recorded by one', async () => {
    const sale = await lane()
    const xml = statement(randomUUID(), ntry({ text: sale.of('c1') }))
    const results = await Promise.all([read(xml), read(xml), read(xml)])
    expect(results.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(1)
    expect(await balance(sale, 'c1')).toBe('50000.00')
  })

  test('that a person had recorded is that person’s; after the file no person records it again', async () => {
    const sale = await lane()
    const number = randomUUID()
    const asked = (reference: string, after: number, also: object = {}) =>
      post('admin', '/operator/sale/deposit/record', {
        scheduleTimelineId: sale.id,
        companyId: 'c1',
        after,
        kind: 'received',
        currency: 'CNY',
        amount: '25000.00',
        day: today(),
        reference,
        ...also,
      })
    expect(await asked(` ${sale.of('c1').toLowerCase()}`, 0)).toMatchObject({ code: 200 })
    const own = randomUUID()
    const text = `保证金 ${sale.of('c1')} ${number}`
    const result = await read(statement(own, ntry({ text, amount: '25000.00', number })))
    expect(result.entries).toMatchObject([{ state: 'recorded', byHand: { by: 'admin' } }])
    expect(await balance(sale, 'c1')).toBe('25000.00')
    for (const [reference, also] of [
      [number.toUpperCase(), {}],
      [text, {}],
      ['typed wrong', { bankEntry: number }],
      [sale.of('c1'), {}],
    ] as const)
      expect(await asked(reference, 1, also)).toMatchObject({ reason: 'line.in_deposit' })
    const second = await read(statement(own, ntry({ text, amount: '25000.00', number: `${number}2` })))
    expect(second.entries).toMatchObject([{ state: 'recorded', byHand: null }])
    expect(await balance(sale, 'c1')).toBe('50000.00')
  })
})

describe('Bl6: a reversal', () => {
  test('in a later file takes the entry back; without one it waits', async () => {
    const sale = await lane()
    const own = randomUUID()
    const reversal = () => ntry({ text: 'storno', reversal: true })
    await read(statement(own, ntry({ text: sale.of('c1') })))
    expect(await bidder(sale, 'c1')).toMatchObject({ biddingNumber: 1 })
    expect(brief(await read(statement(own, reversal())))).toMatchObject({ reversed: 1, waiting: 0 })
    expect(await balance(sale, 'c1')).toBe('0.00')
    expect((await bidder(sale, 'c1')).limits.find(({ currency }) => currency === 'CNY')).toMatchObject({ most: '0.01' })
    const again = await read(statement(own, reversal()))
    expect(again.entries).toMatchObject([{ state: 'waiting', reason: 'reversal' }])
    const [waits] = again.entries
    const record = { id: waits?.id, reference: sale.of('c1') }
    expect(await post('admin', '/operator/bank/entry/record', record)).toMatchObject({ reason: 'bank.reversal' })
  })
})

describe('Bl6, X5: a reversal that leaves a limit below what is bound', () => {
  test('is told with company, sale and limits, by a file and by a press; what was bid stays', async () => {
    const { db } = house.store
    const own = randomUUID()
    const sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 3 })
    const deposits = [{ currency: 'CNY' as const, amount: minor(5_000_000) }]
    await db.update(timeline).set({ deposits, depositFactor: 10 }).where(eq(timeline.id, sale.id))
    const references = await referencesOf(db, sale.id, ['c1'])
    const [amount, byHand] = ['49000.07', '49000.09']
    const first = await read(statement(own, ntry({ text: references.get('c1') ?? '', amount })))
    expect(brief(first)).toMatchObject({ recorded: 1 })
    const line = { kind: 'received', currency: 'CNY', amount: byHand, day: today(), reference: own }
    const record = { scheduleTimelineId: sale.id, companyId: 'c2', after: 0, ...line }
    expect(await post('admin', '/operator/sale/deposit/record', record)).toMatchObject({ code: 200 })
    const { bid } = castOf(house)(sale)
    expect(await bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
    const fallen = (company: string, exposed: string) => [
      {
        companyName: `${company}木业有限公司`,
        saleName: '春季木材竞价会',
        limits: [{ currency: 'CNY', most: '0.01', exposed }],
      },
    ]
    const byFile = await send(statement(own, ntry({ text: 'storno', amount, reversal: true })))
    expect(byFile).toMatchObject({ code: 200, data: { reversed: 1, below: fallen('c1', '10000.00') } })
    expect(await bid('buyer2', 1, '1010.00')).toMatchObject({ code: 200 })
    const { entries } = await read(
      statement(own, ntry({ text: 'storno', amount: byHand, number: `${own}2`, reversal: true })),
    )
    const [waits] = entries.filter(({ state }) => state === 'waiting')
    const press = { id: waits?.id, of: waits?.takesBack[0]?.of }
    expect(await post('admin', '/operator/bank/entry/takeBack', press)).toMatchObject({
      code: 200,
      data: { state: 'recorded', below: fallen('c2', '10100.00') },
    })
    const state = await house.rooms.state(sale.id)
    expect(state?.lots.get(sale.lots[0] ?? '')?.leading).toMatchObject({ number: 2, price: 101_000 })
  })
})

describe('Bl6: what a waiting reversal may take back', () => {
  const reversal = (text = 'storno') => ntry({ text, reversal: true })
  const takeBack = (id: string | undefined, of: unknown, who: Login = 'admin') =>
    post(who, '/operator/bank/entry/takeBack', { id, of })
  const byHand = async (sale: Lane, company: string) =>
    expect(
      await post('admin', '/operator/sale/deposit/record', {
        scheduleTimelineId: sale.id,
        companyId: company,
        after: 0,
        kind: 'received',
        currency: 'CNY',
        amount: '50000.00',
        day: today(),
        reference: `hand ${randomUUID()}`,
      }),
    ).toMatchObject({ code: 200 })
  beforeEach(async () => {
    await house.store.db.delete(bankLine)
    await house.store.db.delete(bankEntry)
  })

  test('is an entry recorded by hand, taken back by one act; a later file does not record it anew', async () => {
    const sale = await lane()
    const own = randomUUID()
    await byHand(sale, 'c1')
    expect(await balance(sale, 'c1')).toBe('50000.00')
    const { entries } = await read(statement(own, reversal()))
    expect(entries).toMatchObject([{ state: 'waiting', takesBack: [{ reference: sale.of('c1'), of: { seq: 1 } }] }])
    const [waits] = entries
    const of = waits?.takesBack[0]?.of
    expect(await takeBack(waits?.id, { ...of, seq: 2 })).toMatchObject({ reason: 'bank.not_reversible' })
    expect(await takeBack(waits?.id, of, 'buyer1')).toMatchObject({ code: 403 })
    expect(await takeBack(waits?.id, of)).toMatchObject({ code: 200, data: { state: 'recorded', takesBack: [] } })
    expect(await takeBack(waits?.id, of)).toMatchObject({ reason: 'bank.decided' })
    expect(await balance(sale, 'c1')).toBe('0.00')
    expect((await bidder(sale, 'c1')).limits.find(({ currency }) => currency === 'CNY')).toMatchObject({ most: '0.01' })

    const overlapping = statement(own, ntry({ text: sale.of('c1') }), ntry({ text: sale.of('c1') }))
    const later = await read(overlapping)
    expect(later.entries.map(({ state }) => state)).toEqual(['reversed', 'recorded'])
    expect(await balance(sale, 'c1')).toBe('50000.00')
    expect(brief(await read(overlapping))).toMatchObject({ recorded: 0, known: 2 })
  })

  test('are all debts of its sum on its account, or the one that its texts name', async () => {
    const [sale, other] = [await lane(), await lane()]
    const own = randomUUID()
    await read(statement(own, ntry({ text: sale.of('c1') }), ntry({ text: other.of('c2') })))
    await read(statement(randomUUID(), ntry({ text: sale.of('c3') })))
    const references = ({ takesBack }: z.infer<typeof Entry>) => takesBack.map(({ reference }) => reference).sort()
    const { entries } = await read(statement(own, reversal(), reversal(`storno ${other.of('c2').toLowerCase()}`)))
    const [any, named] = entries
    if (!any || !named) throw new Error('not there')
    expect(references(any)).toEqual([sale.of('c1'), other.of('c2')].sort())
    expect(references(named)).toEqual([other.of('c2')])
    expect(await takeBack(named.id, named.takesBack[0]?.of)).toMatchObject({ code: 200 })
    expect(await balance(other, 'c2')).toBe('0.00')
    expect(await takeBack(any.id, named.takesBack[0]?.of)).toMatchObject({ reason: 'bank.not_reversible' })
    expect(await balance(sale, 'c1')).toBe('50000.00')
    const listed = await house.ask('GET', '/operator/bank/entry/list', {
      token: await tokenOf('admin'),
      query: { pageNum: '1', pageSize: '50', state: 'reversed' },
    })
    expect(listed.rows).toMatchObject([{ debt: { reference: other.of('c2') } }])
  })
})

describe('Bl7: a payment under a contract', () => {
  test('is recorded for the claim of its amount; a reversal takes it back; more than is open waits', async () => {
    const { id, contractNo } = await completeContract(house, post)
    const claims = async () =>
      z
        .object({ claims: z.array(z.looseObject({ claim: z.string(), received: z.string(), open: z.string() })) })
        .parse((await house.ask('GET', `/auction/contract/${id}/payments`, { token: await tokenOf('admin') })).data)
        .claims
    const open = async (kind: string) => (await claims()).find(({ claim }) => claim === kind)?.open
    const total = await open('balance')
    const deposit = await open('deposit')
    if (total === undefined || deposit === undefined) throw new Error('no claims')
    const own = randomUUID()
    const paid = (amount: string, text: string, more = '') =>
      ntry({ text, amount, more }).replace('Ccy="CNY"', 'Ccy="USD"')
    const payer = named('C1 Timber Ltd')
    const result = await read(
      statement(
        own,
        paid(deposit, `Deposit ${contractNo.replaceAll('-', ' ').toLowerCase()}`, payer),
        paid('1000.00', `balance, part ${contractNo}`),
        paid('99999.00', contractNo),
      ),
    )
    expect(result.entries).toMatchObject([
      { state: 'recorded', short: null, debt: { reference: contractNo, of: { kind: 'contract', claim: 'deposit' } } },
      { state: 'recorded', debt: { of: { claim: 'balance' } } },
      { state: 'waiting', reason: 'over', debt: { of: { claim: 'balance' } } },
    ])
    expect(await claims()).toMatchObject([
      { claim: 'deposit', received: deposit, open: '0.00' },
      { claim: 'balance', received: '1000.00' },
    ])
    const [, , over] = result.entries
    const act = { id: over?.id, reference: contractNo, claim: 'balance' }
    expect(await post('admin', '/operator/bank/entry/record', act)).toMatchObject({ reason: 'payment.over' })

    const back = paid('1000.00', 'reversal').replace('CRDT', 'DBIT').replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')
    expect(brief(await read(statement(own, back)))).toMatchObject({ reversed: 1, waiting: 0 })
    expect(await open('balance')).toBe(total)
  })

  test('waits for a reader who may not record payments', async () => {
    const { id, contractNo } = await completeContract(house, post)
    await house.store.db
      .update(account)
      .set({ permissions: ['sale:deposit:record'], companyId: null })
      .where(eq(account.id, 'audience1'))
    const text = ntry({ text: contractNo, amount: '10.00' }).replace('Ccy="CNY"', 'Ccy="USD"')
    const { entries } = await read(statement(randomUUID(), text), 'audience1')
    expect(entries).toMatchObject([{ state: 'waiting', reason: 'refused', debt: { of: { contractId: id } } }])
    const act = { id: entries[0]?.id, reference: contractNo }
    expect(await post('audience1', '/operator/bank/entry/record', act)).toMatchObject({ code: 403 })
    expect(await post('admin', '/operator/bank/entry/record', act)).toMatchObject({
      code: 200,
      data: { state: 'recorded' },
    })
  })
})

describe('Bl7: what waits', () => {
  test('has its reason and a guess; a person records or leaves it, once', async () => {
    const [sale, other] = [await lane(), await lane()]
    const own = randomUUID()
    const result = await read(
      statement(
        own,
        ntry({ text: 'for timber', more: named('c1木业有限公司') }),
        ntry({ text: `${sale.of('c1')} ${other.of('c1')}` }),
        ntry({ text: sale.of('c2'), amount: '50000.01' }),
        ntry({ text: sale.of('c2'), more: named('张三') }),
        ntry({ text: sale.of('c3'), more: named('C3 TIMBER LTD.') }),
      ),
    )
    expect(result.entries.map(({ state, reason }) => reason ?? state)).toEqual([
      'noReference',
      'several',
      'over',
      'payer',
      'recorded',
    ])
    const [guessed, , over, payer] = result.entries
    expect(guessed?.debt).toMatchObject({ companyName: 'c1木业有限公司' })
    expect(over?.debt).toMatchObject({ reference: sale.of('c2') })
    const act = (path: string, body: object) => post('admin', `/operator/bank/entry/${path}`, body)
    expect(await act('record', { id: over?.id, reference: 'BZ-AAAAAA' })).toMatchObject({
      reason: 'bank.reference_unknown',
    })
    expect(await act('record', { id: over?.id, reference: sale.of('c2') })).toMatchObject({ reason: 'bank.over' })
    expect(await act('record', { id: over?.id, reference: sale.of('c2'), over: true })).toMatchObject({
      code: 200,
      data: { state: 'recorded' },
    })
    expect(await balance(sale, 'c2')).toBe('50000.01')
    expect(await act('record', { id: over?.id, reference: sale.of('c2'), over: true })).toMatchObject({
      reason: 'bank.decided',
    })
    expect(await act('leave', { id: payer?.id, why: '退回' })).toMatchObject({
      code: 200,
      data: { state: 'left', why: '退回' },
    })
    expect(await act('leave', { id: payer?.id, why: '退回' })).toMatchObject({ reason: 'bank.decided' })
    const listed = await house.ask('GET', '/operator/bank/entry/list', {
      token: await tokenOf('admin'),
      query: { pageNum: '1', pageSize: '50', state: 'left' },
    })
    expect(listed.rows).toMatchObject([{ id: payer?.id, decidedBy: 'admin' }])
    const lines = await house.store.db
      .select()
      .from(audit)
      .where(and(eq(audit.act, 'depositRecord'), eq(audit.timelineId, sale.id)))
    expect(lines).toHaveLength(2)
  })

  test('is what the reader may not record: the own company’s, and contracts without that right', async () => {
    const sale = await lane()
    const { db } = house.store
    await db
      .update(account)
      .set({ permissions: ['sale:deposit:record'] })
      .where(eq(account.id, 'audience1'))
    await db.update(account).set({ companyId: 'c1' }).where(eq(account.id, 'audience1'))
    const result = await read(
      statement(randomUUID(), ntry({ text: sale.of('c1') }), ntry({ text: sale.of('c2') })),
      'audience1',
    )
    expect(result.entries).toMatchObject([{ state: 'waiting', reason: 'refused' }, { state: 'recorded' }])
    expect(result.entries[0]?.refusal).toContain('本公司')
    expect(
      await db.$count(sessionDeposit, and(eq(sessionDeposit.timelineId, sale.id), eq(sessionDeposit.companyId, 'c1'))),
    ).toBe(0)
  })
})

describe('a file', () => {
  test('is read for those alone who record deposits', async () => {
    for (const who of ['buyer1', 'seller1', 'host'] as const)
      expect(await send('<a/>', who)).toMatchObject({ code: 403 })
  })
  test('that is no statement, or too large, is refused in words', async () => {
    const before = await house.store.db.$count(bankEntry)
    expect(await send('hello')).toMatchObject({ code: 601, reason: 'bank.not_xml' })
    expect(await send('<a/>', 'admin', false)).toMatchObject({ code: 601, reason: 'bank.not_statement' })
    expect(await send(' '.repeat(6 * 1024 * 1024))).toMatchObject({ code: 601, reason: 'bank.too_large' })
    expect(await house.store.db.$count(bankEntry)).toBe(before)
  })
})

// What the bank shows: lines of their own, and two equal instalments.
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `${text.toLowerCase().replaceAll('-', ' – ')} `,
]
interface Act {
  readonly is: 'hand' | 'file' | 'queue' | 'correct'
  readonly what: number
  readonly where: number
  readonly spelling: number
}
const act: fc.Arbitrary<Act> = fc.record({
  is: fc.constantFrom('hand' as const, 'hand' as const, 'file' as const, 'queue' as const, 'correct' as const),
  what: fc.nat(999),
  where: fc.nat(3),
  spelling: fc.nat(SPELLINGS.length - 1),
})
/** `FC_RUNS=25` for a thousand schedules. */
const RUNS = 40 * Number(process.env['FC_RUNS'] ?? 1)

test(
  'two clerks record by hand, correct and read bank files: the cover is the sum of distinct bank lines at every step',
  { timeout: 120_000 * Math.max(1, RUNS / 40) },
  async () => {
    const { db } = house.store
    const clerks = { permissions: ['sale:deposit:record'], companyId: null }
    await db.update(account).set(clerks).where(eq(account.id, 'audience1'))
    /** Two sales in preparation, with what the bank shows of their deposits. */
    const makeWorld = async () => {
      const sales: Lane[] = []
      for (const _sale of ['one', 'two']) {
        const sale = await addSale(house, { stand: 'preparing', lots: 1 })
        await db
          .update(timeline)
          .set({ deposits: [{ currency: 'CNY', amount: minor(20_000_000) }], depositFactor: 10 })
          .where(eq(timeline.id, sale.id))
        for (const company of ['c1', 'c2']) await register(db, sale.id, company, 'buyer1', house.clock.now())
        const references = await referencesOf(db, sale.id, ['c1', 'c2'])
        sales.push({ id: sale.id, of: (company) => references.get(company) ?? '' })
      }
      const places = sales.flatMap((sale) =>
        ['c1', 'c2'].map((company) => ({ timelineId: sale.id, company, reference: sale.of(company) })),
      )
      const textAt = (place: number) => places[place]?.reference ?? ''
      const bank = [
        { number: 'P1', amount: 5_000_000, text: `deposit ${textAt(0)}` },
        { number: 'P2', amount: 4_000_000, text: textAt(1) },
        { number: 'P3', amount: 3_000_000, text: '保证金' },
        { number: 'P5', amount: 2_500_000, text: textAt(2) },
        { number: 'P6', amount: 2_500_000, text: textAt(2) },
        { number: '', amount: 1_500_000, text: `${textAt(3)} deposit` },
      ]
      return { places, bank }
    }
    type World = Awaited<ReturnType<typeof makeWorld>>
    const money = (amount: number) => (amount / 100).toFixed(2)
    const seen = { hand: 0, file: 0, queue: 0, correct: 0 }
    const done = ({ code }: { readonly code: number }, is: Act['is']) => {
      if (code === 200) seen[is] += 1
    }
    const clerk = async ({ places, bank }: World, who: Login, { is, what, where, spelling }: Act) => {
      const place = places[where]
      const line = bank[what % bank.length]
      if (place === undefined || line === undefined) return
      if (is === 'file') {
        // A part of the statement: files overlap.
        const part = bank.slice(what % 3, (what % 3) + 2 + (what % 5))
        const xml = statement(
          'own',
          ...part.map(({ number, amount, text }) => ntry({ number, amount: money(amount), text })),
        )
        return done(await send(xml, who), is)
      }
      if (is === 'queue') {
        const waiting = await db.select().from(bankEntry).where(eq(bankEntry.state, 'waiting'))
        const entry = waiting[what % Math.max(1, waiting.length)]
        if (entry === undefined) return
        const body = { id: entry.id, reference: place.reference, over: true }
        return done(await post(who, '/operator/bank/entry/record', body), is)
      }
      const entries = await entriesOf(db, place.timelineId, place.company)
      const received = entries.filter(({ kind }) => kind === 'received')
      const corrected = received[what % Math.max(1, received.length)]
      if (is === 'correct' && corrected === undefined) return
      const names = [line.number || line.text, line.text]
      const spelled = SPELLINGS[spelling]?.(names[what % 2] ?? line.text) ?? line.text
      const amount = is === 'hand' ? line.amount : what % 3 === 0 ? (corrected?.amount ?? 0) : 0
      const body = {
        scheduleTimelineId: place.timelineId,
        companyId: place.company,
        after: entries.length,
        kind: is === 'hand' ? 'received' : 'correction',
        currency: 'CNY',
        amount: money(amount),
        day: today(),
        reference: spelled,
        corrects: is === 'hand' ? null : (corrected?.seq ?? null),
        bankEntry: is === 'hand' && what % 4 < 2 ? line.number : '',
      }
      return done(await post(who, '/operator/sale/deposit/record', body), is)
    }
    const outcome = await fc.check(
      fc.asyncProperty(fc.array(fc.tuple(act, act), { minLength: 3, maxLength: 7 }), async (schedule) => {
        await db.delete(bankLine)
        await db.delete(bankEntry)
        const world = await makeWorld()
        const { places, bank } = world
        for (const [first, second] of schedule) {
          await Promise.all([clerk(world, 'admin', first), clerk(world, 'audience1', second)])
          const standing = await db.select().from(bankLine).where(isNull(bankLine.takenBackAt))
          for (const amount of new Set(standing.map((line) => line.amount))) {
            const real = bank.filter((line) => line.amount === amount).length
            expect(standing.filter((line) => line.amount === amount).length).toBeLessThanOrEqual(real)
          }
          const sums = await Promise.all(
            places.map(async ({ timelineId, company }) => depositSums(await entriesOf(db, timelineId, company))),
          )
          const cover = sums.flat().reduce((sum, { balance }) => sum + balance, 0)
          expect(cover).toBe(standing.reduce((sum, { amount }) => sum + amount, 0))
          const required = [{ currency: 'CNY' as const, amount: minor(20_000_000) }]
          const limits = sums.reduce((sum, one) => sum + (limitsOf(required, 10, one).CNY ?? 0), 0)
          expect(limits).toBeLessThanOrEqual(cover * 10)
        }
      }),
      { numRuns: RUNS, seed: Number(process.env['FC_SEED'] ?? 20_261_130), endOnFailure: true },
    )
    if (outcome.failed) throw outcome.errorInstance
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(RUNS / 8)
  },
)
