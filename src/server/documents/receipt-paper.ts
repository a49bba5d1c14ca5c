import { canonical } from '../../domain/canonical.ts'
import type { Receipt } from '../../contract/verdict.ts'
import { instant } from '../../domain/units.ts'
import type { Unit } from '../../domain/units.ts'
import { goodsOf } from './contract-paper.ts'
import { grouped, moment, printable, UNIT } from './document.ts'
import type { Both, Printable } from './document.ts'

interface Receipted {
  readonly receipt: Receipt
  readonly company: string
  readonly session: Both
  /** As it is shown: `2-1` for a part of lot 2. */
  readonly lotNo: string
  readonly lot: Both
  readonly timber: Parameters<typeof goodsOf>[0]
  readonly quantity: string
  readonly unit: Unit
  /** The bid was struck later. */
  readonly struck: boolean
}

const CLERK: Readonly<Record<'host' | 'operator', Both>> = {
  host: { zh: '主持人', en: 'the host' },
  operator: { zh: '平台', en: 'the platform' },
}

export function receiptPaper({ receipt, timber, quantity, unit, lotNo, ...said }: Receipted): Printable {
  const { body, keyId, signature } = receipt
  const { biddingNumber: number, price, currency, seq, hash, at, clerk } = body
  return printable({
    template: 'receipt',
    name: `receipt-${lotNo}-${seq}.pdf`,
    title: '出价回执 Bid receipt',
    head: `出价回执 Bid receipt · ${said.session.zh} · ${seq}`,
    mark: '',
    hash,
    watermark: said.struck ? '已作废 STRUCK OUT' : null,
    at: instant(Date.parse(at)),
    enclosed: [
      { name: 'receipt.json', about: 'The receipt, to be verified with the published key', text: canonical(receipt) },
    ],
    data: {
      ...said,
      goods: goodsOf(timber),
      'lot-no': lotNo,
      number,
      currency,
      price: grouped(price),
      quantity: grouped(quantity),
      unit: UNIT[unit],
      at: moment(Date.parse(at)),
      clerk: clerk === undefined ? null : CLERK[clerk],
      seq,
      entry: hash,
      key: keyId,
      signature,
    },
  })
}
