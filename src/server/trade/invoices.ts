import type { InvoiceAddressee } from '../store/schema/trade.ts'
import { invoiceTold } from '../../domain/notify/told.ts'
import type { ContractActor } from '../../domain/trade/contract.ts'
import {
  invoiceable,
  payerOf,
  refuseAsking,
  refuseDay,
  refuseDeciding,
  refuseWithdrawing,
} from '../../domain/trade/invoice.ts'
import type { InvoiceKind, InvoiceRefusal, InvoiceSubject, Invoicing } from '../../domain/trade/invoice.ts'
import { dayOf, DEFAULT_PAYMENT_TERMS, netOf } from '../../domain/trade/money.ts'
import type { Day } from '../../domain/trade/money.ts'
import type { Instant, Minor } from '../../domain/units.ts'
import { tell } from '../notify/tell.ts'
import { lockContract } from '../store/contracts.ts'
import type { ContractRow } from '../store/contracts.ts'
import { violated } from '../store/errors.ts'
import { addInvoice, decideInvoice, invoicesOf, isNumberTaken } from '../store/invoices.ts'
import type { Invoice } from '../store/invoices.ts'
import type { Db } from '../store/open.ts'
import { paymentsOf } from '../store/payments.ts'
import { noteForm, resultOfForm } from '../store/sentForms.ts'
import type { SentKey } from '../store/sentForms.ts'

/** Facts for the rules of invoices, and the requests. */
export async function invoicingOf(db: Pick<Db, 'select'>, row: ContractRow) {
  const [entries, requests] = await Promise.all([paymentsOf(db, row.id), invoicesOf(db, row.id)])
  return {
    status: row.status,
    buyer: row.buyerCompanyId,
    seller: row.sellerCompanyId,
    commissionBy: (row.paymentTerms ?? DEFAULT_PAYMENT_TERMS).commissionBy,
    received: {
      goods: netOf(entries, 'deposit') + netOf(entries, 'balance'),
      commission: netOf(entries, 'commission'),
    },
    requests,
  } satisfies Invoicing
}

/** Payments that a company can ask an invoice for now. */
export const openFor = (about: Invoicing, company: string | null) =>
  (['goods', 'commission'] as const).flatMap((subject) => {
    const amount = invoiceable(about, subject)
    return amount > 0 && company === about[payerOf(about, subject)] ? [{ subject, amount: amount as Minor }] : []
  })

interface Act {
  readonly contractId: string
  readonly actor: ContractActor
  readonly at: Instant
}

interface Asking extends Act {
  readonly id: string
  readonly subject: InvoiceSubject
  readonly kind: InvoiceKind
  readonly amount: Minor
  readonly addressee: InvoiceAddressee
  readonly onceKey: SentKey | null
}

type Outcome = 'done' | 'missing' | InvoiceRefusal

/** Requests an invoice (In1 … In3), or returns the refusal. Sent again under its key, it returns the first request. */
export async function askInvoice(
  db: Db,
  { contractId, actor, at, id, subject, kind, amount, addressee, onceKey }: Asking,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const row = await lockContract(tx, contractId)
    if (!row) return 'missing'
    if (onceKey !== null && (await resultOfForm(tx, actor.account, onceKey)) !== null) return 'done'
    const about = await invoicingOf(tx, row)
    const refused = refuseAsking(about, { subject, amount }, actor)
    if (refused) return refused
    const issuer = subject === 'goods' ? row.sellerCompanyId : null
    await addInvoice(tx, {
      id,
      contractId,
      seq: about.requests.length + 1,
      subject,
      kind,
      amount,
      addressee,
      payerCompanyId: about[payerOf(about, subject)],
      issuerCompanyId: issuer ?? '',
      state: 'asked',
      askedBy: actor.account,
      at,
    })
    if (onceKey !== null)
      await noteForm(tx, { accountId: actor.account, key: onceKey, call: 'invoiceAsk', result: id, sentAt: at })
    await tell(tx, [told(row, { id, amount }, { step: 'asked', to: issuer, actor })], at)
    return 'done'
  })
}

interface Deciding extends Act {
  readonly invoiceId: string
  readonly decision:
    | { readonly type: 'issue'; readonly number: string; readonly day: Day }
    | { readonly type: 'decline'; readonly reason: string }
    | { readonly type: 'withdraw' }
}

/** Issues, declines or withdraws a request, once (In4 … In6), or returns the refusal. */
export async function decideOnInvoice(
  db: Db,
  { contractId, invoiceId, actor, at, decision }: Deciding,
): Promise<Outcome> {
  try {
    return await db.transaction(async (tx): Promise<Outcome> => {
      const row = await lockContract(tx, contractId)
      if (!row) return 'missing'
      const about = await invoicingOf(tx, row)
      const request = about.requests.find(({ id }) => id === invoiceId)
      if (!request || !seesInvoice(about, request, actor)) return 'missing'
      const refused =
        decision.type === 'withdraw'
          ? refuseWithdrawing(about, request, actor)
          : (refuseDeciding(about, request, actor) ??
            (decision.type === 'issue' ? refuseDay(decision.day, dayOf(at)) : null))
      if (refused) return refused
      const by = { decidedBy: actor.account, decidedAt: at, number: null, day: null, reason: null }
      switch (decision.type) {
        case 'withdraw':
          await decideInvoice(tx, invoiceId, { ...by, state: 'withdrawn' })
          return 'done'
        case 'issue': {
          const { number, day } = decision
          if (await isNumberTaken(tx, request.issuerCompanyId, number)) return 'invoice.number_taken'
          await decideInvoice(tx, invoiceId, { ...by, state: 'issued', number, day })
          await tell(tx, [told(row, request, { step: 'issued', to: request.payerCompanyId, actor, number })], at)
          return 'done'
        }
        case 'decline': {
          const { reason } = decision
          await decideInvoice(tx, invoiceId, { ...by, state: 'declined', reason })
          await tell(tx, [told(row, request, { step: 'declined', to: request.payerCompanyId, actor, reason })], at)
          return 'done'
        }
      }
    })
  } catch (error) {
    // A concurrent invoice of another contract has this number.
    if (violated(error) === 'invoice_request_number') return 'invoice.number_taken'
    throw error
  }
}

/** In7: only the commission's payer and the platform see its invoices. */
export const seesInvoice = (
  about: Pick<Invoicing, 'commissionBy' | 'buyer' | 'seller'>,
  { subject }: Pick<Invoice, 'subject'>,
  { company, platform }: ContractActor,
): boolean =>
  company === about.buyer || company === about.seller
    ? subject === 'goods' || company === about[payerOf(about, subject)]
    : platform

const told = (
  { id, contractNo, currency }: ContractRow,
  { id: invoice, amount }: Pick<Invoice, 'id' | 'amount'>,
  {
    step,
    to,
    actor,
    number = '',
    reason = '',
  }: {
    readonly step: 'asked' | 'issued' | 'declined'
    readonly to: string | null
    readonly actor: ContractActor
    readonly number?: string
    readonly reason?: string
  },
) => invoiceTold({ id, contractNo }, { invoice, step, to, actor: actor.account, amount, currency, number, reason })
