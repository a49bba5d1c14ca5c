import { expect } from 'vitest'
import * as z from 'zod'
import { instant, milli, minor } from '../../../src/domain/units.ts'
import { keepOrder } from '../../../src/server/store/orders.ts'
import type { House } from './house.ts'
import { sellerToken, textIn } from './people.ts'
import { addSale, PASSWORD } from './world.ts'
import type { Login } from './world.ts'

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

type Post = (who: Login, path: string, body: object) => ReturnType<House['ask']>

/** A contract of `buyer1` (c1) over 10,000 US$ of timber, signed by both and verified, and its number. */
export async function completeContract(house: House, post: Post) {
  const sale = await addSale(house, { stand: 'published', lots: 2 })
  for (const [i, lotId] of sale.lots.entries())
    await keepOrder(house.store.db, {
      lotId,
      timelineId: sale.id,
      seq: 10 + i,
      biddingNumber: 1,
      companyId: 'c1',
      sellerCompanyId: 'sellerco',
      currency: 'USD',
      price: minor(50_000),
      quantity: milli(10_000),
      amount: minor(500_000),
      logSeq: 10 + i,
      at: instant(Date.UTC(2026, 10, 20, 6, i)),
    })
  const terms = { contractObjectIds: sale.lots, particulars: PARTICULARS, targetPort: '太仓', note: '' }
  const id = textIn(await post('buyer1', '/auction/contract/make', terms), 'contractId')
  const Read = z.object({ hash: z.string(), contractNo: z.string() })
  const read = async (who: Login) =>
    Read.parse((await house.ask('GET', `/auction/contract/${id}`, { token: await sellerToken(house, who) })).data)
  const mark = { kind: 'typed', name: '陆建华' }
  for (const who of ['buyer1', 'seller1'] as const) {
    const { hash } = await read(who)
    const signing = { contractId: id, hash, password: PASSWORD, agreed: true, mark }
    expect(await post(who, '/auction/contract/sign', signing)).toMatchObject({ code: 200 })
  }
  const { hash, contractNo } = await read('admin')
  expect(await post('admin', '/operator/contract/verify', { contractId: id, hash })).toMatchObject({ code: 200 })
  return { id, contractNo }
}
