import * as z from 'zod'
import { INVOICE_KINDS, INVOICE_SUBJECTS } from '../../domain/trade/invoice.ts'
import { call } from '../call.ts'
import { InvoiceFields, InvoiceNumber } from '../people.ts'
import { Currency, Day, Id, Money, Page, Text, Time } from '../scalars.ts'
import { wire } from '../wire.ts'

// Invoices of received payments, and statements of a company. Rules: `domain/trade/TRADE.md`, In1 … In7 and Sm1 … Sm4.

const Subject = z.enum(INVOICE_SUBJECTS)
const Addressee = z.object({
  title: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  phone: z.string(),
  bankName: z.string(),
  bankAccount: z.string(),
  email: z.string(),
})
export const contractInvoices = call({
  ...wire.contractInvoices,
  about:
    'Requests for invoices (fapiao) under a contract, oldest first, and for what the caller can ask now. For its parties and with permission `trade:contract:verify`; a commission’s are seen by who pays it and by the platform.',
  params: z.object({ contractId: Id }),
  data: z.object({
    currency: Currency,
    invoices: z.array(
      Addressee.extend({
        invoiceId: Id,
        subject: Subject,
        kind: z.enum(INVOICE_KINDS),
        amount: Money,
        state: z.enum(['asked', 'issued', 'declined', 'withdrawn']),
        /** The issued invoice's number. */ number: z.string().nullable(),
        day: Day.nullable(),
        /** Reason of a decline. */ reason: z.string().nullable(),
        at: Time,
        decidedAt: Time.nullable(),
        may: z.array(z.enum(['issue', 'decline', 'withdraw'])),
      }),
    ),
    /** Subjects that the caller can request an invoice for now, with their amounts. */
    open: z.array(z.object({ subject: Subject, amount: Money })),
    /** The caller's company's last addressee, or its particulars in the contract; null: nothing can be requested. */
    addressee: Addressee.nullable(),
    /** Today in Beijing: an invoice's day is not later. */ today: Day,
  }),
})
const OfContract = z.strictObject({ contractId: Id, invoiceId: Id })
export const invoiceAsk = call({
  ...wire.invoiceAsk,
  about:
    'Ask for the invoice of all that was received and is in no other request. `amount`: as it was read; another one by then is refused.',
  body: InvoiceFields.safeExtend({ contractId: Id, subject: Subject, amount: Money }),
})
export const invoiceWithdraw = call({
  ...wire.invoiceWithdraw,
  about: 'Take a request for an invoice back, before it is decided.',
  body: OfContract,
})
export const invoiceIssue = call({
  ...wire.invoiceIssue,
  about:
    'Record the invoice that was issued: by the seller for the goods; for a commission with permissions `trade:payment:record` and `trade:contract:verify`.',
  body: OfContract.extend({ number: InvoiceNumber, day: Day }),
})
export const invoiceDecline = call({
  ...wire.invoiceDecline,
  about: 'Decline a request for an invoice with a reason: by who would issue it.',
  body: OfContract.extend({ reason: Text.trim().min(1, 'required').max(500, 'tooLong') }),
})

const Account = z.enum(['bought', 'sold', 'commission'])
const Signed = z.string().regex(/^-?(?:0|[1-9]\d*)\.\d{2}$/)
/** The query's period and company. */
export const statementPeriod = {
  /** First and last day, in Beijing. */ beginTime: Day,
  endTime: Day,
  /** Another company needs permission `trade:contract:verify`. */ companyId: Id.optional(),
}
export const statementInfo = call({
  ...wire.statementInfo,
  about:
    'What a company’s contracts came to between two days: per account and currency what stood before, was charged, paid, and stands after.',
  query: z.strictObject(statementPeriod),
  data: z.object({
    companyName: z.string(),
    accounts: z.array(
      z.object({
        account: Account,
        currency: Currency,
        /** Negative: paid in advance. */ opening: Signed,
        charged: Money,
        received: Money,
        returned: Money,
        closing: Signed,
      }),
    ),
  }),
})
export const StatementLine = z.object({
  day: Day,
  account: Account,
  currency: Currency,
  contractId: Id,
  contractNo: z.string(),
  /** The counterparty; null: the platform. */ companyName: z.string().nullable(),
  kind: z.enum(['charge', 'received', 'returned']),
  /** The claim of a payment entry. */ claim: z.enum(['deposit', 'balance', 'commission']).nullable(),
  reference: z.string(),
  amount: Money,
  /** Of the line's account and currency, after the line. */ balance: Signed,
})
export const statementLines = call({
  ...wire.statementLines,
  about: 'The lines of a statement, oldest first.',
  query: Page.extend(statementPeriod),
  rows: StatementLine,
})
