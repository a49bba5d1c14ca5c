/** What a document calls the fields of its data, in both languages. */
const FIELDS: Readonly<Record<string, string>> = {
  more: '补充说明 Remarks',
  name: '名称 Name',
  goods: '货物 Goods',
  papers: '文件 Documents',
  reference: '文件编号 Document No.',
  clause: '贸易术语 Trade term',
  from: '起运港 Departure port',
  to: '到货港 Arrival port',
  place: '交货地点 Place of delivery',
  payment: '付款条件 Payment terms',
  session: '专场 Sale',
  venue: '地点 Venue',
  note: '备注 Note',
  port: '目的港 Target port',
  company: '企业 Company',
  buyer: '买方 Buyer',
  seller: '卖方 Seller',
  'buyer-name': '买方 Buyer',
  'seller-name': '卖方 Seller',
  clauses: '合同条款 Clauses',
  text: '条款 Clauses',
  signatures: '签署 Signatures',
  signature: '签署 Signature',
  outcome: '审核意见 Outcome',
  consent: '同意文字 Consent',
  head: '页眉 Page head',
}

/** A field by its path in a document’s data: `标的 Lot 4 · 补充说明 Remarks`. */
export function fieldName(path: readonly string[], data: unknown): string {
  let at: unknown = data
  const said: string[] = []
  for (const key of path) {
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined
    const label = FIELDS[key]
    if (label !== undefined) said.push(label)
    else if (said.length === 0 && isNumbered(at)) said.push(`标的 Lot ${at.no}`)
    // The fields of a party have their labels in the data.
    else if (isLabelled(at)) said.push(`${at.zh} ${at.en}`)
  }
  return said.length > 0 ? said.join(' · ') : path.join('.')
}

const isNumbered = (value: unknown): value is { readonly no: string | number } =>
  typeof value === 'object' && value !== null && 'no' in value
const isLabelled = (value: unknown): value is { readonly zh: string; readonly en: string } =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value && 'value' in value
