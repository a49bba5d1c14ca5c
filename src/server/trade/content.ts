import { lotNumber } from '../../domain/lot-number.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import type { ContractContent, ContractLot, Particulars } from '../../contract/calls/trade.ts'
import { LOCALES } from '../../contract/constants.ts'
import type { Locale } from '../../contract/constants.ts'
import { canonical } from '../../domain/canonical.ts'
import type { LotId } from '../../domain/lot.ts'
import { formatMilli, formatMinor, minor } from '../../domain/units.ts'
import type { Minor } from '../../domain/units.ts'
import { moistureShown, specification } from '../../contract/sizes.ts'
import { refuseUncovered } from '../documents/letters.ts'
import { nameOf } from '../http/catalogue/names.ts'
import type { TermKind } from '../http/catalogue/names.ts'
import type { Account, Company } from '../store/accounts.ts'
import type { OrderRow } from '../store/orders.ts'
import type { Terms } from '../store/terms.ts'

const clausesIn = (locale: Locale): string =>
  readFileSync(new URL(`./clauses.${locale}.md`, import.meta.url), 'utf8').trim()
const clauses = { zh: clausesIn('zh'), en: clausesIn('en') } as const

/** Particulars and notes of the parties, and the deals of the contract. */
export interface Draft {
  readonly contractNo: string
  readonly version: number
  readonly buyer: Particulars
  readonly seller: Particulars
  readonly orders: readonly OrderRow[]
  readonly targetPort: string
  readonly note: string
  readonly terms: Terms
  /** Delivery dates that were changed in the room. */
  readonly deliveryOf: (lot: LotId) => string | null
}

export interface Content {
  readonly content: ContractContent
  /** SHA-256 (hex) of its canonical JSON. */
  readonly hash: string
  readonly amount: Minor
}

/** The content of a version: everything that the parties sign, in both languages. Refused if no PDF could show it. */
export function contentOf({ orders, terms, deliveryOf, ...said }: Draft): Content {
  const [first] = orders
  if (first === undefined) throw new RangeError('a contract without lots')
  const amount = minor(orders.reduce((sum, { order }) => sum + order.amount, 0))
  const content: ContractContent = {
    contractNo: said.contractNo,
    version: said.version,
    currency: first.order.currency as ContractContent['currency'],
    buyer: said.buyer,
    seller: said.seller,
    lots: orders.map((row) => contractLot(row, terms, deliveryOf)),
    total: formatMinor(amount),
    targetPort: said.targetPort,
    note: said.note,
    clauses,
  }
  refuseUncovered(content)
  return { content, amount, hash: hashOf(content) }
}

/** SHA-256 (hex) over the canonical JSON (RFC 8785). */
export const hashOf = (content: ContractContent): string =>
  createHash('sha256').update(canonical(content)).digest('hex')

function contractLot(
  { order, lot, nameZh, nameEn }: OrderRow,
  terms: Terms,
  deliveryOf: Draft['deliveryOf'],
): ContractLot {
  const both = (kind: TermKind, code: string) => inEach((locale) => nameOf(terms, kind, code, locale))
  const size = specification(lot)
  return {
    contractObjectId: order.lotId,
    scheduleTimelineId: order.timelineId,
    session: { zh: nameZh, en: nameEn },
    lotNo: lot.position,
    lotNumber: lotNumber(lot.position, order.lotId, lot.id),
    name: { zh: lot.nameZh, en: lot.nameEn },
    species: both('species', lot.species),
    origin: both('origin', lot.origin),
    grade: both('grade', lot.grade),
    specification: { zh: size, en: size },
    humidity: moistureShown(lot.humidity),
    quantity: formatMilli(order.quantity),
    unit: lot.unit,
    price: formatMinor(order.price),
    amount: formatMinor(order.amount),
    tradeClause: lot.tradeClause,
    departurePort: both('port', lot.departurePort),
    arrivalPort: both('port', lot.arrivalPort),
    deliveryPlace: both('deliveryPlace', lot.deliveryPlace),
    deliveryDate: deliveryOf(order.lotId) ?? lot.deliveryDate,
    paymentTerms: both('paymentTerms', lot.paymentTerms),
    deal: { seq: order.seq, at: new Date(order.at).toISOString() },
  }
}

const inEach = (text: (locale: Locale) => string): { readonly zh: string; readonly en: string } => {
  const [zh, en] = LOCALES.map(text)
  return { zh: zh ?? '', en: en ?? '' }
}

/** Name and code under which the company is certified: they stand on each of its contracts. */
export const certifiedName = ({
  nameZh,
  creditCode,
  form,
}: Pick<Company, 'nameZh' | 'creditCode' | 'form'>): Pick<Particulars, 'companyName' | 'creditCode'> => ({
  companyName: form?.name ?? nameZh,
  creditCode: creditCode ?? form?.creditCode ?? '',
})

/** The company's certified details as particulars, for its first contract. */
export function certifiedParticulars(
  company: Company,
  person: Pick<Account, 'name' | 'phone' | 'email'> | null,
): Particulars {
  const { nameZh, form, country } = company
  const bank = bankOf(form, country)
  return {
    funder: form?.name ?? nameZh,
    ...certifiedName(company),
    address: form ? `${form.address} ${form.detailedAddress}`.trim() : '',
    contacts: person?.name ?? form?.legalPerson ?? '',
    phone: form?.phone ?? person?.phone ?? '',
    email: person?.email ?? '',
    bankAddress: '',
    swift: '',
    ...bank,
  }
}

const bankOf = (form: CompanyDetails | null, country: string) => ({
  bankName: form?.bank ?? '',
  accountCNY: country === 'CN' ? (form?.bankAccount ?? '') : '',
  accountUSD: country === 'CN' ? '' : (form?.bankAccount ?? ''),
})
