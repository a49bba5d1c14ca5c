import type { Day } from './money.ts'
import type { ContractActor, ContractParty, ContractStatus } from './contract.ts'

/** Rules: `TRADE.md`, In1 … In7. */

/** The subject of an invoice: the goods (deposit and balance), or the platform's commission. */
export const INVOICE_SUBJECTS = ['goods', 'commission'] as const
export type InvoiceSubject = (typeof INVOICE_SUBJECTS)[number]
/** An ordinary VAT invoice, or a special one, which its buyer deducts. */
export const INVOICE_KINDS = ['ordinary', 'special'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]
export type InvoiceState = 'asked' | 'issued' | 'declined' | 'withdrawn'

export interface InvoiceRequest {
  readonly subject: InvoiceSubject
  readonly state: InvoiceState
  /** Minor units. */
  readonly amount: number
}

/** The facts that the rules of invoices rest on. */
export interface Invoicing {
  readonly status: ContractStatus
  readonly buyer: string
  readonly seller: string
  /** The party that pays the commission. */
  readonly commissionBy: ContractParty
  /** Received for each subject, less the returned, in minor units. */
  readonly received: Readonly<Record<InvoiceSubject, number>>
  readonly requests: readonly InvoiceRequest[]
}

export type InvoiceRefusal =
  | 'invoice.not_complete'
  | 'invoice.not_payer'
  | 'invoice.not_issuer'
  | 'invoice.nothing'
  | 'invoice.amount_changed'
  | 'invoice.decided'
  | 'invoice.own'
  | 'invoice.future'
  | 'invoice.number_taken'

/** In1: the payer of a subject is the party that asks for its invoice. */
export const payerOf = ({ commissionBy }: Pick<Invoicing, 'commissionBy'>, subject: InvoiceSubject): ContractParty =>
  subject === 'goods' ? 'buyer' : commissionBy

/** In2: the amount that an invoice can be asked for now, in minor units. */
export function invoiceable({ status, received, requests }: Invoicing, subject: InvoiceSubject): number {
  if (status !== 3) return 0
  const standing = requests.filter(
    (one) => one.subject === subject && (one.state === 'asked' || one.state === 'issued'),
  )
  return Math.max(0, received[subject] - standing.reduce((sum, { amount }) => sum + amount, 0))
}

/** In1, In2, In3: the refusal of a request for an invoice; `null`: accepted. `amount`: as its asker read it. */
export function refuseAsking(
  about: Invoicing,
  { subject, amount }: Pick<InvoiceRequest, 'subject' | 'amount'>,
  { company }: ContractActor,
): InvoiceRefusal | null {
  if (company === null || company !== about[payerOf(about, subject)]) return 'invoice.not_payer'
  if (about.status !== 3) return 'invoice.not_complete'
  const open = invoiceable(about, subject)
  if (open === 0) return 'invoice.nothing'
  return amount === open ? null : 'invoice.amount_changed'
}

/** In4, In6: the refusal of issuing or declining by this actor; `null`: accepted. */
export function refuseDeciding(
  about: Pick<Invoicing, 'buyer' | 'seller'>,
  { subject, state }: InvoiceRequest,
  { company, platform }: ContractActor,
): InvoiceRefusal | null {
  const isParty = company !== null && (company === about.buyer || company === about.seller)
  if (subject === 'goods' ? company !== about.seller : !platform) return 'invoice.not_issuer'
  if (subject === 'commission' && isParty) return 'invoice.own'
  return state === 'asked' ? null : 'invoice.decided'
}

/** In5: an invoice's day is not in the future. */
export const refuseDay = (day: Day, today: Day): InvoiceRefusal | null => (day > today ? 'invoice.future' : null)

/** In4: the refusal of a withdrawal by this actor; `null`: accepted. */
export function refuseWithdrawing(
  about: Pick<Invoicing, 'buyer' | 'seller' | 'commissionBy'>,
  { subject, state }: InvoiceRequest,
  { company }: ContractActor,
): InvoiceRefusal | null {
  if (company === null || company !== about[payerOf(about, subject)]) return 'invoice.not_payer'
  return state === 'asked' ? null : 'invoice.decided'
}
