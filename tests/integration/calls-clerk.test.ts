import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { Receipt } from '../../src/contract/verdict.ts'
import { verifyReceipt } from '../../src/server/receipt.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale, mailOf, seqOf } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'
import { textIn } from '../support/http/people.ts'
import { admissionPin, outbox } from '../../src/server/store/schema.ts'

let house: House
let actorsIn: ReturnType<typeof castOf>
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  actorsIn = castOf(house)
})
afterAll(() => house.close())

const wrong = (pin: string) => (pin === '000000' ? '000001' : '000000')
async function withPin(): Promise<{ readonly sale: Sale; readonly pin: string }> {
  const sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 3 })
  return { sale, pin: textIn(await actorsIn(sale).newPin('buyer1'), 'pin') }
}
const leading = async (sale: Sale) => (await house.rooms.state(sale.id))?.lots.get(sale.lots[0] ?? '')?.leading

test('W1: the PIN is shown once, with the admission, and stored hashed; a new one ends it', async () => {
  const sale = await addSale(house, { stand: 'published' })
  const { signUp, newPin } = actorsIn(sale)
  const first = await signUp('buyer1')
  expect(first).toMatchObject({ code: 200, data: { biddingNumber: 1, pinTries: 5 } })
  expect(textIn(first, 'pin')).toMatch(/^\d{6}$/)
  expect(await signUp('buyer1')).toMatchObject({ code: 200, data: { pin: null, pinTries: 5 } })
  expect(textIn(await newPin('colleague1'), 'pin')).toMatch(/^\d{6}$/)
  expect(await newPin('buyer2')).toMatchObject({ code: 601, reason: 'bidder.not_admitted' })
  expect(await newPin('admin')).toMatchObject({ code: 601, reason: 'bidder.not_admitted' })
  const kept = await house.store.db.select().from(admissionPin)
  expect(kept.every(({ pinHash }) => pinHash.startsWith('$argon2id$'))).toBe(true)
})

test.each(['host', 'admin'] as const)(
  'W1, W2: %s bids, sets and drops a ceiling for a number with its PIN',
  async (clerk) => {
    const { sale, pin } = await withPin()
    const actors = actorsIn(sale)
    expect(await actors.clerk(clerk, 'bid', 1, pin, { price: '1000.00' })).toMatchObject({
      code: 200,
      data: {
        verdict: 'accepted',
        receipt: { body: { biddingNumber: 1, clerk: clerk === 'admin' ? 'operator' : 'host' } },
      },
    })
    expect(await leading(sale)).toMatchObject({ number: 1, account: clerk })
    expect(await actors.clerk(clerk, 'ceiling/set', 1, pin, { amount: '1500.00', mode: 'standing' })).toMatchObject({
      code: 200,
    })
    await actors.bid('buyer2', 1, '1400.00')
    expect(await leading(sale)).toMatchObject({ number: 1, price: 141_000 })
    expect(await actors.clerk(clerk, 'ceiling/drop', 1, pin, {})).toMatchObject({ code: 200 })
    expect(await actors.clerk(clerk, 'ceiling/drop', 1, pin, {})).toMatchObject({ code: 601, reason: 'ceiling.none' })
  },
)

test('P1: a company that limits its people names the caller, and the limit of that person counts', async () => {
  const { sale, pin } = await withPin()
  const { clerk, byOperator } = actorsIn(sale)
  const limited = { biddingNumber: 1, userId: 'colleague1', currency: 'CNY', most: '10100.00' }
  expect(await byOperator('admin', 'limit/set', limited)).toMatchObject({ code: 200 })
  const give = (price: string, caller: string) => clerk('host', 'bid', 1, pin, { price, caller })
  for (const caller of ['', 'unknown', 'buyer2'])
    expect(await give('1000.00', caller)).toMatchObject({ code: 601, reason: 'clerk.caller_unknown' })
  expect(await give('1020.00', 'colleague1')).toMatchObject({ code: 601, reason: 'clerk.over_limit' })
  expect(await give('1020.00', ' Buyer1 ')).toMatchObject({ code: 200 })
  expect(await leading(sale)).toMatchObject({ number: 1, account: 'buyer1' })
})

test('W2: the company, host and operator see in the log that a clerk did it; others see no difference', async () => {
  const { sale, pin } = await withPin()
  const { clerk, get } = actorsIn(sale)
  await clerk('host', 'bid', 1, pin, { price: '1000.00' })
  const says = async (who: 'buyer1' | 'host' | 'admin' | 'buyer2' | 'seller1' | 'audience1') =>
    JSON.stringify((await get(who, 'venue', '/auction/venue/history')).data).includes('"clerk":"host"')
  expect(await Promise.all((['buyer1', 'host', 'admin'] as const).map(says))).toEqual([true, true, true])
  expect(await Promise.all((['buyer2', 'seller1', 'audience1'] as const).map(says))).toEqual([false, false, false])
})

test('W2: the receipt goes to the bidder’s mail, once however often the bid is repeated', async () => {
  const { sale, pin } = await withPin()
  const { clerk } = actorsIn(sale)
  const bid = { price: '1000.00', bidKey: randomUUID(), notAfter: new Date(house.clock.now() + 30_000).toISOString() }
  const first = await clerk('host', 'bid', 1, pin, bid)
  expect(await clerk('host', 'bid', 1, pin, bid)).toMatchObject({ code: 200, data: first.data })
  const sent = (await house.store.db.select().from(outbox)).filter(({ id }) => id === `clerk:${sale.id}:${bid.bidKey}`)
  expect(sent).toMatchObject([{ channel: 'mail', recipient: mailOf('buyer1') }])
  const receipt = Receipt.parse(JSON.parse(/\{"keyId".*\}/.exec(sent[0]?.body ?? '')?.[0] ?? ''))
  expect(receipt).toEqual(Receipt.parse(z.object({ receipt: z.unknown() }).parse(first.data).receipt))
  expect(receipt.body).toMatchObject({ biddingNumber: 1, price: '1000.00', clerk: 'host' })
})

test('W2: a clerk’s acts leave their receipts with the bidder’s company, and in the answer to the clerk, alone', async () => {
  const { sale, pin } = await withPin()
  const { clerk, get } = actorsIn(sale)
  const keys = z
    .array(z.object({ keyId: z.string(), publicKey: z.string() }))
    .parse((await house.ask('GET', '/auction/receipt/keys')).rows)
  const acts = [
    ['bid', { price: '1000.00' }, { price: '1000.00' }],
    [
      'ceiling/set',
      { amount: '1500.00', mode: 'standing' },
      { act: 'ceiling.set', mode: 'standing', price: '1500.00' },
    ],
    [
      'ceiling/set',
      { amount: '1700.00', mode: 'linkLoss' },
      { act: 'ceiling.set', mode: 'linkLoss', price: '1700.00' },
    ],
    ['ceiling/drop', {}, { act: 'ceiling.dropped', mode: 'linkLoss', price: '1700.00' }],
  ] as const
  const answered: Receipt[] = []
  for (const [act, body, said] of acts) {
    const { data } = await clerk('host', act, 1, pin, body)
    const { receipt } = z.object({ receipt: Receipt }).parse(data)
    expect(receipt.body).toMatchObject({ ...said, biddingNumber: 1, clerk: 'host', contractObjectId: sale.lots[0] })
    expect(verifyReceipt(receipt, keys)).toBe(true)
    const [entry] = await house.store.log.readTail(sale.id, receipt.body.seq - 1, 1)
    expect(entry?.entry.hash).toBe(receipt.body.hash)
    answered.push(receipt)
  }
  const list = async (who: 'buyer1' | 'colleague1' | 'buyer2') =>
    z.array(Receipt).parse((await get(who, 'venue', '/auction/receipt/list')).rows)
  const bySeq = (receipts: readonly Receipt[]) => receipts.toSorted((a, b) => a.body.seq - b.body.seq)
  expect(bySeq(await list('buyer1'))).toEqual(answered)
  expect(bySeq(await list('colleague1'))).toEqual(answered)
  expect(await list('buyer2')).toEqual([])
  for (const who of ['host', 'admin', 'seller1', 'audience1'] as const)
    expect(await get(who, 'venue', '/auction/receipt/list')).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
  // A stored ceiling is sealed.
  const { rows } = await house.store.db.execute(sql`SELECT body FROM verdict WHERE timeline_id = ${sale.id}`)
  expect(JSON.stringify(rows)).not.toMatch(/1[57]00[.]00/)
})

test('a ceiling that a clerk set is told without its amount', async () => {
  const { sale, pin } = await withPin()
  await actorsIn(sale).clerk('admin', 'ceiling/set', 1, pin, { amount: '1770.00', mode: 'linkLoss' })
  const bodies = (await house.store.db.select().from(outbox)).filter(({ id }) => id.startsWith(`clerk:${sale.id}:`))
  expect(bodies).toHaveLength(1)
  expect(bodies[0]?.body).not.toMatch(/1,?770/)
})

test('W1: a wrong PIN counts; after five it is locked, even for the right one, until the bidder gets a new one', async () => {
  const { sale, pin } = await withPin()
  const { clerk, newPin } = actorsIn(sale)
  const before = await seqOf(house, sale)
  const give = (with_: string) => clerk('host', 'bid', 1, with_, { price: '1000.00' })
  expect(await give(wrong(pin))).toMatchObject({
    code: 601,
    reason: 'pin.wrong',
    msg: '准入口令不正确，还可再试 4 次。',
  })
  for (let i = 0; i < 3; i++) await give(wrong(pin))
  expect(await give(wrong(pin))).toMatchObject({ code: 601, reason: 'pin.locked' })
  expect(await give(pin)).toMatchObject({ code: 601, reason: 'pin.locked' })
  expect(await seqOf(house, sale)).toBe(before)
  const renewed = textIn(await newPin('buyer1'), 'pin')
  expect(await give(renewed)).toMatchObject({ code: 200 })
})

test('W1: many wrong tries at once are no more than one by one; a right one gives all tries back', async () => {
  const { sale, pin } = await withPin()
  const { clerk, get } = actorsIn(sale)
  await clerk('host', 'bid', 1, wrong(pin), { price: '1000.00' })
  await clerk('host', 'bid', 1, pin, { price: '1000.00' })
  const tries = async () => (await get('admin', 'seller', '/operator/sale/bidder/list')).rows
  expect(await tries()).toMatchObject([{ pinTries: 5 }, { pinTries: null }])
  const all = await Promise.all(
    Array.from({ length: 12 }, () => clerk('host', 'bid', 1, wrong(pin), { price: '1010.00' })),
  )
  expect(all.filter(({ reason }) => reason === 'pin.wrong')).toHaveLength(4)
  expect(await tries()).toMatchObject([{ pinTries: 0 }, { pinTries: null }])
})

test('W1: no PIN, no bidder, no clerk: refused, and no try is lost', async () => {
  const { sale, pin } = await withPin()
  const { clerk, get } = actorsIn(sale)
  const before = await seqOf(house, sale)
  const bid = { price: '1000.00' }
  expect(await clerk('host', 'bid', 2, '123456', bid)).toMatchObject({ code: 601, reason: 'pin.none' })
  expect(await clerk('host', 'bid', 9, '123456', bid)).toMatchObject({ code: 601, reason: 'bidder.not_admitted' })
  expect(await clerk('host', 'bid', 1, '12345', bid)).toMatchObject({ code: 400 })
  for (const who of ['buyer1', 'buyer2', 'seller1', 'audience1'] as const)
    expect(await clerk(who, 'bid', 1, pin, bid)).toMatchObject({ code: 403, reason: 'auth.not_permitted' })
  expect((await get('admin', 'seller', '/operator/sale/bidder/list')).rows).toMatchObject([{ pinTries: 5 }, {}])
  expect(await seqOf(house, sale)).toBe(before)
})
