import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { sealPassword } from '../../src/client/outbox/seal.ts'
import { AuditLine } from '../../src/contract/calls/audit.ts'
import { ONCE_HEADER } from '../../src/contract/constants.ts'
import { canonical } from '../../src/domain/canonical.ts'
import { instant, milli, minor } from '../../src/domain/units.ts'
import { keepOrder } from '../../src/server/store/orders.ts'
import { certification, company, file, saleOrder, tradeContract } from '../../src/server/store/schema.ts'
import { makeContract } from '../../src/server/trade/contracts.ts'
import { openHouse } from '../support/http/house.ts'
import type { Answered, House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { castOf } from '../support/http/sales.ts'
import { until } from '../support/http/until.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

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
const get = async (who: Login, path: string, query: Record<string, string> = {}) =>
  house.ask('GET', path, { token: await tokenOf(who), query })
const post = async (who: Login, path: string, body: object, headers: Record<string, string> = {}) =>
  house.ask('POST', path, { token: await tokenOf(who), body, headers })

const PARTICULARS = {
  funder: '太仓木业有限公司',
  companyName: '太仓木业有限公司',
  address: '江苏省太仓市港口路 8 号',
  creditCode: '91320585MADEMA012X',
  contacts: '陆建华',
  phone: '0512-5300 1000',
  email: 'trade@example.com',
  bankName: '中国银行太仓支行',
  bankAddress: '',
  accountCNY: '6222000011112222',
  accountUSD: '',
  swift: 'bkchcnbj950',
}
const TYPED = { kind: 'typed', name: '陆建华' } as const

/** Deals of `c1` over all lots of a sale: two of `sellerco`, the last one of `sellerco2`. */
async function won(also: Partial<Parameters<typeof keepOrder>[1]> = {}): Promise<Sale> {
  const sale = await addSale(house, { stand: 'published', lots: 3 })
  for (const [i, lotId] of sale.lots.entries())
    await keepOrder(house.store.db, {
      lotId,
      timelineId: sale.id,
      seq: 10 + i,
      biddingNumber: 1,
      companyId: 'c1',
      sellerCompanyId: i === 2 ? 'sellerco2' : 'sellerco',
      currency: 'USD',
      price: minor(50_000 + i),
      quantity: milli(32_450),
      amount: minor(1_622_500 + i),
      logSeq: 10 + i,
      at: instant(Date.UTC(2026, 10, 20, 6, i)),
      ...also,
    })
  return sale
}

const make = (who: Login, lots: readonly (string | undefined)[], also: object = {}, headers = {}) =>
  post(
    who,
    '/auction/contract/make',
    { contractObjectIds: lots, particulars: PARTICULARS, targetPort: '太仓', note: '', ...also },
    headers,
  )
const Info = z.object({
  contractId: z.string(),
  contractNo: z.string(),
  status: z.number(),
  version: z.number(),
  hash: z.string(),
  content: z.record(z.string(), z.unknown()),
  signatures: z.array(z.object({ by: z.string(), version: z.number() })),
  history: z.array(z.object({ act: z.string(), by: z.string(), reason: z.string().nullable() })),
  may: z.array(z.string()),
})
const Order = z.object({
  contractObjectId: z.string(),
  terminated: z.object({ contractId: z.string(), contractNo: z.string() }).nullable(),
})
const info = async (who: Login, id: string) => Info.parse((await get(who, `/auction/contract/${id}`)).data)
const act = async (who: Login, what: string, id: string, also: object = {}) => {
  const { hash } = await info(who === 'admin' ? 'admin' : who, id)
  return post(who, what === 'verify' ? '/operator/contract/verify' : `/auction/contract/${what}`, {
    contractId: id,
    hash,
    ...also,
  })
}
const sign = (who: Login, id: string, also: object = {}) =>
  act(who, 'sign', id, { password: PASSWORD, agreed: true, mark: TYPED, ...also })
const made = (answer: Answered) => textIn(answer, 'contractId')

let sale: Sale
let id: string
beforeEach(async () => {
  sale = await won()
  id = made(await make('buyer1', sale.lots.slice(0, 2)))
})

describe('a contract', () => {
  test('Ct4: is signed by the buyer and the seller, and verified; its lots say so to both', async () => {
    expect(await info('buyer1', id)).toMatchObject({ status: 0, version: 1, may: ['revise', 'sign', 'terminate'] })
    expect((await info('seller1', id)).may).toEqual([])
    expect(await sign('buyer1', id)).toMatchObject({ code: 200 })
    expect(await info('seller1', id)).toMatchObject({ status: 1, may: ['revise', 'sign', 'return'] })
    const drawn = { kind: 'drawn', strokes: '10,10 20,30 40,50 60,70;80,20 90,30 100,40 110,50 120,60' }
    expect(await sign('seller1', id, { mark: drawn })).toMatchObject({ code: 200 })
    expect((await info('admin', id)).may).toEqual(['return', 'terminate', 'verify'])
    expect(await act('admin', 'verify', id)).toMatchObject({ code: 200 })
    const complete = await info('buyer1', id)
    expect(complete).toMatchObject({ status: 3, may: [], signatures: [{ by: 'buyer' }, { by: 'seller' }] })
    expect(complete.history.map((one) => one.act)).toEqual(['made', 'signed', 'signed', 'verified'])
    for (const [who, side] of [
      ['buyer1', 'buyer'],
      ['seller1', 'seller'],
    ] as const) {
      const { rows } = await get(who, '/auction/order/list', { side, state: 'complete', pageSize: '100' })
      expect(rows).toEqual(
        expect.arrayContaining([expect.objectContaining({ contractObjectId: sale.lots[0], contractId: id })]),
      )
    }
  })

  test('what is signed is its content in both languages, and every reader can check its hash', async () => {
    const { hash, content } = await info('seller1', id)
    expect(createHash('sha256').update(canonical(content)).digest('hex')).toBe(hash)
    expect(content).toMatchObject({
      currency: 'USD',
      total: '32450.01',
      buyer: { companyName: 'c1木业有限公司', swift: 'BKCHCNBJ950' },
      seller: { companyName: 'sellerco木业有限公司' },
      targetPort: '太仓',
      lots: [
        { species: { zh: '云杉', en: 'Spruce' }, price: '500.00', amount: '16225.00', deal: { seq: 10 } },
        { amount: '16225.01', deal: { seq: 11 } },
      ],
    })
  })

  test('the evidence says who signed which version, with what words, when, where from and on what device', async () => {
    await sign('buyer1', id)
    const answer = await get('seller1', `/auction/contract/${id}/evidence`)
    const { hash } = await info('buyer1', id)
    expect(answer.data).toMatchObject({
      versions: [{ version: 1, hash }],
      acts: [
        { act: 'made', evidence: null },
        {
          act: 'signed',
          mark: TYPED,
          evidence: {
            accountId: 'buyer1',
            address: '127.0.0.*',
            hash,
            version: '1',
            consent: expect.stringContaining('第 1 版') as unknown,
            locale: 'zh',
          },
        },
      ],
    })
    expect(JSON.stringify(answer.data)).not.toContain(PASSWORD)
    expect(JSON.stringify(answer.data)).not.toContain('"account":')
    // One's own side and the platform read the whole address.
    for (const who of ['buyer1', 'admin'] as const)
      expect((await get(who, `/auction/contract/${id}/evidence`)).data).toMatchObject({
        acts: [{}, { evidence: { address: '127.0.0.1' } }],
      })
  })

  test('Ct3, Ct6: a change by either is the next version; what was signed lapses', async () => {
    await sign('buyer1', id)
    const before = await info('seller1', id)
    expect(
      await act('seller1', 'revise', id, {
        particulars: { ...PARTICULARS, contacts: 'Aino Virtanen', accountUSD: 'FI21123456' },
      }),
    ).toMatchObject({ code: 200 })
    const after = await info('buyer1', id)
    expect(after).toMatchObject({
      status: 0,
      version: 2,
      signatures: [],
      content: { seller: { contacts: 'Aino Virtanen' } },
    })
    expect(after.hash).not.toBe(before.hash)
    expect(after.content['buyer']).toEqual(before.content['buyer'])
    // The buyer takes a lot out: it can go into another contract.
    expect(
      await act('buyer1', 'revise', id, {
        particulars: PARTICULARS,
        contractObjectIds: sale.lots.slice(0, 1),
        targetPort: '上海',
        note: '请分两批装运',
      }),
    ).toMatchObject({ code: 200 })
    expect(await info('buyer1', id)).toMatchObject({ version: 3, content: { total: '16225.00', targetPort: '上海' } })
    expect(await make('buyer1', sale.lots.slice(1, 2))).toMatchObject({ code: 200 })
  })

  test('stands in the certified companies’ names and codes, which draft and revisions do not change', async () => {
    const code = '91110000MADEMA0019'
    await house.store.db.update(company).set({ creditCode: code }).where(eq(company.id, 'c1'))
    const stranger = { companyName: '他人木业有限公司', creditCode: '91320585MADEMA012X' }
    const drafted = made(
      await make('buyer1', (await won()).lots.slice(0, 1), { particulars: { ...PARTICULARS, ...stranger } }),
    )
    const own = {
      buyer: { companyName: 'c1木业有限公司', creditCode: code },
      seller: { companyName: 'sellerco木业有限公司' },
    }
    expect((await info('buyer1', drafted)).content).toMatchObject(own)
    for (const who of ['buyer1', 'seller1'] as const) {
      // The seller changes it once the buyer has signed.
      if (who === 'seller1') await sign('buyer1', drafted)
      expect(
        await act(who, 'revise', drafted, { particulars: { ...PARTICULARS, ...stranger, contacts: who } }),
      ).toMatchObject({ code: 200 })
      const { content } = await info(who, drafted)
      expect(content).toMatchObject(own)
      expect(JSON.stringify(content)).not.toContain(stranger.companyName)
    }
    // The form begins with them, also where an older contract has another name.
    expect((await get('buyer1', '/auction/contract/particulars')).data).toMatchObject({
      ...own.buyer,
      contacts: 'buyer1',
    })
    // The consent that is kept names the certified company.
    await sign('buyer1', drafted)
    const { data } = await get('seller1', `/auction/contract/${drafted}/evidence`)
    expect(JSON.stringify(data)).toContain('c1木业有限公司')
    expect(JSON.stringify(data)).not.toContain(stranger.companyName)
  })

  test('Ct5: an old version is not signed, and nothing of it stays', async () => {
    const { hash } = await info('buyer1', id)
    expect(await act('buyer1', 'revise', id, { particulars: PARTICULARS, note: 'new' })).toMatchObject({ code: 200 })
    expect(
      await post('buyer1', '/auction/contract/sign', {
        contractId: id,
        hash,
        password: PASSWORD,
        agreed: true,
        mark: TYPED,
      }),
    ).toMatchObject({ code: 601, reason: 'contract.changed', msg: '您打开后合同已有改动，请阅读最新版本。' })
    expect((await info('buyer1', id)).signatures).toEqual([])
  })

  test('a wrong password signs nothing; without consent or a mark nothing is asked', async () => {
    expect(await sign('buyer1', id, { password: 'wrong1' })).toMatchObject({
      code: 601,
      reason: 'account.wrong_password',
    })
    expect(await sign('buyer1', id, { agreed: false })).toMatchObject({ code: 400 })
    expect(await sign('buyer1', id, { mark: { kind: 'drawn', strokes: '1,1' } })).toMatchObject({ code: 400 })
    expect((await info('buyer1', id)).status).toBe(0)
  })

  test('Ct7: the seller returns it with a reason, which the buyer reads; without one it stays', async () => {
    await sign('buyer1', id)
    expect(await act('seller1', 'return', id, { reason: '  ' })).toMatchObject({ code: 400 })
    expect(await act('seller1', 'return', id, { reason: '目的港有误' })).toMatchObject({ code: 200 })
    const { status, signatures, history } = await info('buyer1', id)
    expect([status, signatures]).toEqual([0, []])
    expect(history.at(-1)).toMatchObject({ act: 'returned', by: 'seller', reason: '目的港有误' })
  })

  test('Ct8: terminated by the buyer, its lots are free for another contract', async () => {
    expect(await make('buyer1', sale.lots.slice(0, 1))).toMatchObject({ code: 601, reason: 'contract.lot_taken' })
    expect(await act('buyer1', 'terminate', id, { reason: '重新起草' })).toMatchObject({ code: 200 })
    expect(await info('buyer1', id)).toMatchObject({ status: 4, may: [] })
    // Both parties still find it at their lots, until a lot is in another contract.
    const { contractNo } = await info('buyer1', id)
    const endedOf = async (who: Login, side: string) =>
      ((await get(who, `/auction/order/list?side=${side}&pageSize=50`)).rows ?? []).flatMap((row) => {
        const { contractObjectId: lot, terminated } = Order.parse(row)
        return sale.lots.includes(lot) && terminated !== null ? [[sale.lots.indexOf(lot), terminated] as const] : []
      })
    const ended = { contractId: id, contractNo }
    for (const [who, side] of [
      ['buyer1', 'buyer'],
      ['seller1', 'seller'],
    ] as const)
      expect(new Map(await endedOf(who, side))).toEqual(
        new Map([
          [0, ended],
          [1, ended],
        ]),
      )
    expect(await make('buyer1', sale.lots.slice(0, 1))).toMatchObject({ code: 200 })
  })

  test('Ct8: the platform terminates until it is complete, and no longer', async () => {
    await sign('buyer1', id)
    await sign('seller1', id)
    expect(await act('seller1', 'terminate', id, { reason: 'x' })).toMatchObject({
      code: 601,
      reason: 'contract.not_party',
    })
    await act('admin', 'verify', id)
    expect(await act('admin', 'terminate', id, { reason: 'late' })).toMatchObject({
      code: 601,
      reason: 'contract.complete',
    })
  })

  test('both sign at once, twice each: each signature stands once', async () => {
    const answers = await Promise.all([sign('buyer1', id), sign('colleague1', id), sign('buyer1', id)])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'contract.signed')).toHaveLength(2)
    const both = await Promise.all([
      sign('seller1', id),
      act('buyer1', 'revise', id, { particulars: PARTICULARS, note: 'n' }),
    ])
    const { version, signatures, status } = await info('buyer1', id)
    // One call came first: either the seller signed and the buyer could not change the contract any more, or the seller
    // met a new version.
    if (both[0].code === 200) expect([version, status, signatures.length]).toEqual([1, 2, 2])
    else expect([both[0].reason, version, status, signatures.length]).toEqual(['contract.changed', 2, 0, 0])
    expect(both.filter(({ code }) => code === 200)).toHaveLength(1)
  })
})

describe('a signature that waited on a device', () => {
  beforeAll(() => void vi.stubGlobal('isSecureContext', true))
  afterAll(() => void vi.unstubAllGlobals())

  /** A sealed password as the browser stores it, pressed `ago` ms ago. */
  async function sealed(ago = 0, also: { readonly hash?: string; readonly password?: string } = {}) {
    const { hash, passwordKey } = z
      .object({ hash: z.string(), passwordKey: z.string() })
      .parse((await get('buyer1', `/auction/contract/${id}`)).data)
    const pressedAt = Math.round(house.clock.now() - ago)
    const password = await sealPassword(also.password ?? PASSWORD, {
      key: passwordKey,
      call: 'contractSign',
      hash: also.hash ?? hash,
      pressedAt,
    })
    return { body: { contractId: id, hash, password, agreed: true, mark: TYPED }, pressedAt }
  }
  const send = (body: object, key: string = randomUUID()) =>
    post('buyer1', '/auction/contract/sign', body, { [ONCE_HEADER]: key })

  test('is opened by the server alone, counts as of its arrival, and says when it was pressed', async () => {
    const { body, pressedAt } = await sealed(3_600_000)
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
    expect(await send(body)).toMatchObject({ code: 200 })
    const { acts } = z
      .object({ acts: z.array(z.object({ evidence: z.record(z.string(), z.string()).nullable() })) })
      .parse((await get('buyer1', `/auction/contract/${id}/evidence`)).data)
    expect(acts.at(-1)?.evidence).toMatchObject({ pressedAt: new Date(pressedAt).toISOString(), version: '1' })
  })

  test('sent again under its key it is the same signature, also when the contract went back meanwhile', async () => {
    const { body } = await sealed()
    const key = randomUUID()
    const both = await Promise.all([send(body, key), send(body, key)])
    expect(both).toMatchObject([{ code: 200 }, { code: 200 }])
    expect((await info('buyer1', id)).signatures).toHaveLength(1)
    await act('seller1', 'return', id, { reason: '目的港有误' })
    expect(await send(body, key)).toMatchObject({ code: 200 })
    expect(await info('buyer1', id)).toMatchObject({ status: 0, signatures: [] })
  })

  test('opens for its own version alone, not after a week, and not once it was changed', async () => {
    const again = { reason: 'account.password_again' }
    expect(await send((await sealed(0, { hash: '0'.repeat(64) })).body)).toMatchObject(again)
    expect(await send((await sealed(8 * 24 * 3_600_000)).body)).toMatchObject(again)
    const { body } = await sealed()
    const text = body.password?.sealed ?? ''
    const at = text.length - 20
    const changed = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
    expect(await send({ ...body, password: { sealed: changed } })).toMatchObject(again)
    expect(await send((await sealed(0, { password: 'Wrong12345' })).body)).toMatchObject({
      reason: 'account.wrong_password',
    })
    expect((await info('buyer1', id)).signatures).toHaveLength(0)
  })

  test('of a version that was replaced is refused, and of the newest stays', async () => {
    const { body } = await sealed()
    await act('buyer1', 'revise', id, { particulars: PARTICULARS, targetPort: '宁波', note: '' })
    expect(await send(body)).toMatchObject({ reason: 'contract.changed' })
    expect(await send((await sealed()).body)).toMatchObject({ code: 200 })
  })
})

describe('making one', () => {
  test('Ct1: lots of two sellers, another’s lots and unknown lots are refused', async () => {
    expect(await make('buyer1', [sale.lots[2], (await won()).lots[0]])).toMatchObject({
      reason: 'contract.lots_differ',
    })
    for (const lots of [[sale.lots[2]], ['unknown']])
      expect(await make('buyer2', lots)).toMatchObject({ code: 601, reason: 'contract.lot_not_yours' })
    expect(await make('seller2', [sale.lots[2]])).toMatchObject({ code: 601, reason: 'contract.lot_not_yours' })
  })

  test('Ct1: of two that take the same lot at once, one is made', async () => {
    const lots = (await won()).lots.slice(0, 2)
    const answers = await Promise.all([
      make('buyer1', lots),
      make('colleague1', lots.slice(0, 1)),
      make('buyer1', lots),
    ])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'contract.lot_taken')).toHaveLength(2)
  })

  test('sent again under its key, it is the contract that it became', async () => {
    const lots = (await won()).lots.slice(0, 1)
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([make('buyer1', lots, {}, key), make('buyer1', lots, {}, key)])
    expect(new Set(answers.map(made)).size).toBe(1)
  })

  test('Ct2: held and cancelled deals are left out', async () => {
    expect(await make('buyer1', (await won({ onHold: true })).lots.slice(0, 1))).toMatchObject({
      reason: 'contract.lot_on_hold',
    })
    expect(await make('buyer1', (await won({ cancelled: 'unpaid' })).lots.slice(0, 1))).toMatchObject({
      reason: 'contract.lot_cancelled',
    })
  })

  test('each field says what is wrong with it', async () => {
    const answer = await make('buyer1', (await won()).lots.slice(0, 1), {
      particulars: { ...PARTICULARS, accountCNY: '', swift: 'X', email: 'no' },
      targetPort: ' ',
    })
    expect(answer.code).toBe(400)
    expect(answer.errors?.map(({ path }) => path)).toEqual([
      'body.particulars.email',
      'body.particulars.swift',
      'body.particulars.accountCNY',
      'body.targetPort',
    ])
  })

  test('a company starts with its certified particulars, and goes on with those that it gave last', async () => {
    expect((await get('seller2', '/auction/contract/particulars')).data).toMatchObject({
      companyName: 'sellerco2木业有限公司',
      contacts: 'seller2',
    })
    expect((await get('buyer1', '/auction/contract/particulars')).data).toMatchObject({ swift: 'BKCHCNBJ950' })
    expect(await get('newbie', '/auction/contract/particulars')).toMatchObject({ reason: 'catalogue.not_certified' })
  })
})

describe('another company', () => {
  test('finds no contract, no evidence and no order, and can do nothing', async () => {
    for (const who of ['buyer2', 'seller2', 'host', 'newbie', 'audience1'] as const) {
      for (const path of [`/auction/contract/${id}`, `/auction/contract/${id}/evidence`])
        expect(await get(who, path)).toMatchObject({ code: 404, reason: 'resource.not_found' })
      const { hash } = await info('buyer1', id)
      for (const [what, also] of [
        ['sign', { password: PASSWORD, agreed: true, mark: TYPED }],
        ['revise', { particulars: PARTICULARS }],
        ['return', { reason: 'x' }],
        ['terminate', { reason: 'x' }],
      ] as const)
        expect(await post(who, `/auction/contract/${what}`, { contractId: id, hash, ...also })).toMatchObject({
          code: 404,
        })
      expect((await get(who, '/auction/contract/list', { pageSize: '100' })).rows).not.toContainEqual(
        expect.objectContaining({ contractId: id }),
      )
    }
    expect(await post('buyer1', '/operator/contract/verify', { contractId: id, hash: 'a'.repeat(64) })).toMatchObject({
      code: 403,
    })
  })
})

describe('lists', () => {
  test('say whose step it is, by side and state', async () => {
    await sign('buyer1', id)
    const of = async (who: Login, query: Record<string, string>) =>
      JSON.stringify((await get(who, '/auction/contract/list', { pageSize: '100', ...query })).rows ?? []).includes(id)
    expect(await of('buyer1', { status: '1' })).toBe(true)
    expect(await of('buyer1', { mine: 'true' })).toBe(false)
    expect(await of('seller1', { mine: 'true' })).toBe(true)
    expect(await of('seller1', { side: 'buyer' })).toBe(false)
    expect(await of('seller1', { status: '0' })).toBe(false)
    await sign('seller1', id)
    const review = await get('admin', '/operator/contract/list', { keyword: 'c1木业' })
    expect(review.rows?.[0]).toMatchObject({ contractId: id, status: 2, mine: true, side: null })
  })

  test('find a contract by its number, by a part of it, and by each name that a party was certified under', async () => {
    const { db } = house.store
    const asked = async (query: Record<string, string>) => {
      const { rows = [], total } = await get('admin', '/operator/contract/list', query)
      return { ids: rows.map((row) => z.object({ contractId: z.string() }).parse(row).contractId), total }
    }
    const [row] = await db.select().from(tradeContract).where(eq(tradeContract.id, id))
    const no = row?.contractNo ?? ''
    for (const keyword of [no, no.toLowerCase(), no.slice(3)]) expect((await asked({ keyword })).ids).toEqual([id])
    expect((await asked({ keyword: `${no}9` })).ids).toEqual([])

    const [buyer] = await db.select().from(company).where(eq(company.id, 'c1'))
    const [licence] = await db
      .insert(file)
      .values({
        id: randomUUID(),
        ownerId: 'buyer1',
        name: 'licence.pdf',
        type: 'application/pdf',
        size: 1,
        sha256: '0',
        createdAt: house.clock.now(),
      })
      .returning({ id: file.id })
    await db.insert(certification).values({
      id: randomUUID(),
      accountId: 'buyer1',
      state: 'approved',
      form: buyer?.form ?? ({} as never),
      companyName: '旧名木材行',
      creditCode: '1',
      fileId: licence?.id ?? '',
      submittedAt: house.clock.now(),
      companyId: 'c1',
    })
    expect((await asked({ keyword: '旧名木材' })).ids).toContain(id)
    const all = await asked({ keyword: '木', pageSize: '1', pageNum: '1' })
    const each: string[] = []
    for (let at = 1; at <= (all.total ?? 0); at++)
      each.push(...(await asked({ keyword: '木', pageSize: '1', pageNum: `${at}` })).ids)
    // Both parties have it in their names: the contract is one row.
    expect(new Set(each).size).toBe(all.total)
    expect((await asked({ keyword: '木', status: '3' })).ids).not.toContain(id)
  })
})

test('Ct9: a held deal stops the signing, its cancellation ends the contract, and the next bidder’s deal is free', async () => {
  const running = await addSale(house, {
    stand: 'running',
    bidders: ['c1', 'c2'],
    lots: 2,
    rule: { biddingSeconds: 2, extensionSeconds: 1 },
  })
  const { bid, byOperator, lot, answer } = castOf(house)(running)
  expect(await bid('buyer2', 1, '1000.00')).toMatchObject({ code: 200 })
  expect(await bid('buyer1', 1, '1010.00')).toMatchObject({ code: 200 })
  const state = async (who: Login) =>
    z
      .array(z.object({ contractObjectId: z.string(), state: z.string(), contractId: z.string().nullable() }))
      .parse((await get(who, '/auction/order/list', { pageSize: '100' })).rows)
      .find(({ contractObjectId }) => contractObjectId === running.lots[0])
  await until(async () => (await state('buyer1')) !== undefined)
  const contract = made(await make('buyer1', running.lots.slice(0, 1)))
  await byOperator('admin', 'deal/hold', { ...lot(1), reason: 'a claim' })
  await until(async () => (await state('buyer1'))?.state === 'held')
  expect(await sign('buyer1', contract)).toMatchObject({ code: 601, reason: 'contract.on_hold' })
  // Where the order is behind the log, the log counts.
  const behind = { onHold: false }
  await house.store.db
    .update(saleOrder)
    .set(behind)
    .where(eq(saleOrder.lotId, running.lots[0] ?? ''))
  expect(await sign('buyer1', contract)).toMatchObject({ code: 601, reason: 'contract.on_hold' })
  await byOperator('admin', 'deal/release', { ...lot(1), reason: 'settled' })
  await until(async () => (await state('buyer1'))?.state === 'contract')
  expect(await sign('buyer1', contract)).toMatchObject({ code: 200 })
  await byOperator('admin', 'deal/cancel', { ...lot(1), reason: 'unpaid' })
  await until(async () => (await info('buyer1', contract)).status === 4)
  expect((await info('buyer1', contract)).history.at(-1)).toMatchObject({
    act: 'terminated',
    by: 'room',
    reason: 'unpaid',
  })
  expect(await byOperator('admin', 'deal/offer', { ...lot(1), minutes: 5 })).toMatchObject({ code: 200 })
  expect(await answer('buyer2', 1, 'confirm')).toMatchObject({ code: 200 })
  await until(async () => (await state('buyer2'))?.state === 'unsigned')
  expect(await state('buyer2')).toMatchObject({ contractId: null })
})

test('D9: a deal whose contract is complete is not cancelled', async () => {
  const running = await addSale(house, {
    stand: 'running',
    bidders: ['c1'],
    lots: 2,
    rule: { biddingSeconds: 2, extensionSeconds: 1 },
  })
  const { bid, byOperator, lot } = castOf(house)(running)
  expect(await bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
  await until(async () => (await make('buyer1', running.lots.slice(0, 1))).code === 200)
  const [order] = await house.store.db
    .select()
    .from(saleOrder)
    .where(eq(saleOrder.lotId, running.lots[0] ?? ''))
  const contract = order?.contractId ?? ''
  expect(await sign('buyer1', contract)).toMatchObject({ code: 200 })
  expect(await sign('seller1', contract)).toMatchObject({ code: 200 })
  expect(await act('admin', 'verify', contract)).toMatchObject({ code: 200 })
  expect(await byOperator('admin', 'deal/cancel', { ...lot(1), reason: 'unpaid' })).toMatchObject({
    code: 601,
    reason: 'deal.contract_complete',
  })
  expect((await info('buyer1', contract)).status).toBe(3)
})

test('15.7 the audit trail of a contract has each act once, by its person, refusals too', async () => {
  const before = await get('admin', '/operator/audit/list', { pageSize: '1' })
  const { auditId: last } = AuditLine.parse(before.rows?.[0])
  const { hash } = await info('buyer1', id)
  expect(await sign('colleague1', id, { password: 'Wrong2026' })).not.toMatchObject({ code: 200 })
  expect(await sign('buyer1', id)).toMatchObject({ code: 200 })
  expect(await sign('seller1', id)).toMatchObject({ code: 200 })
  expect(await act('admin', 'verify', id)).toMatchObject({ code: 200 })
  const { rows } = await get('admin', '/operator/audit/list', { pageSize: '100' })
  const lines = z
    .array(AuditLine)
    .parse(rows)
    .filter(({ auditId }) => auditId > last)
    .toReversed()
  expect(
    lines
      .filter(({ act: name }) => name.startsWith('contract'))
      .map(({ act: name, outcome, actor, actedAs }) => `${actor?.account} as ${actedAs}: ${name} ${outcome}`),
  ).toEqual([
    'colleague1 as user: contractSign refused',
    'buyer1 as user: contractSign done',
    'seller1 as user: contractSign done',
    'admin as operator: contractVerify done',
  ])
  const signed = lines.find(({ act: name, outcome }) => name === 'contractSign' && outcome === 'done')
  expect(signed).toMatchObject({ asked: { hash } })
  expect(JSON.stringify(lines)).not.toContain(PASSWORD)
})

test('a contract’s number has the year of Beijing, begins anew each year, and leaves no gap', async () => {
  const terms = new Map()
  const makeAt = async (at: number, lots: readonly string[]) => {
    const result = await makeContract(house.store.db, {
      id: randomUUID(),
      buyer: 'c1',
      account: 'buyer1',
      lots,
      particulars: PARTICULARS,
      targetPort: '太仓',
      note: '',
      onceKey: null,
      at: instant(at),
      terms,
      deliveryOf: () => null,
    } as unknown as Parameters<typeof makeContract>[1])
    if (typeof result === 'string') return result
    const [row] = await house.store.db.select().from(tradeContract).where(eq(tradeContract.id, result.id))
    return row?.contractNo
  }
  const [one, two, three] = [await won(), await won(), await won()]
  const eve = await makeAt(Date.parse('2031-12-31T15:59:59Z'), one.lots.slice(0, 1))
  expect(eve).toBe('TC-2031-000001')
  expect(await makeAt(Date.parse('2031-12-31T16:00:01Z'), one.lots.slice(1, 2))).toBe('TC-2032-000001')
  // A refused one takes no number.
  await makeAt(Date.parse('2032-01-02T00:00:00Z'), one.lots.slice(1, 2))
  // Two at once.
  const both = await Promise.all(
    [two, three].map((each) => makeAt(Date.parse('2032-01-02T00:00:00Z'), each.lots.slice(0, 1))),
  )
  expect(new Set(both)).toEqual(new Set(['TC-2032-000002', 'TC-2032-000003']))
})
