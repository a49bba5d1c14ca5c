import * as z from 'zod'
import { call } from '../call.ts'
import { DecimalSign, Id } from '../scalars.ts'
import { wire } from '../wire.ts'
import { statementPeriod } from './invoices.ts'

/** Files made for their reader: documents as PDF, results as sheets, a session for the calendar. */

const Session = z.strictObject({ scheduleTimelineId: Id })
const Number = z.codec(z.string().regex(/^[1-9]\d{0,8}$/), z.int(), {
  decode: (digits) => globalThis.Number(digits),
  encode: String,
})
const Sheet = z.strictObject({ format: z.enum(['xlsx', 'csv']).default('xlsx'), decimal: DecimalSign.default('point') })

export const contractFile = call({
  ...wire.contractFile,
  about:
    'A version of a contract as PDF, the newest unless another is named: in both languages, with its signatures, its hash and its content inside. For its parties and with permission `trade:contract:verify`. docs/contracts.md says how to check it.',
  params: z.object({ contractId: Id }),
  query: z.strictObject({ version: Number.optional() }),
})
export const agreementFile = call({
  ...wire.agreementFile,
  about: 'The service agreement of one’s own company as PDF.',
})
export const receiptFile = call({
  ...wire.receiptFile,
  about:
    'The receipt of a bid that one’s own company made by hand, as PDF, with the receipt inside (docs/receipts.md).',
  params: Session.extend({ seq: Number }),
})
export const catalogueFile = call({
  ...wire.catalogueFile,
  about: 'A session’s catalogue as PDF, for everybody who may read its lots.',
  query: Session,
})
export const resultFile = call({
  ...wire.resultFile,
  about:
    'What became of a session’s lots, as a sheet: a seller’s own lots, or all of them with permission `sale:session:read`. The export is recorded.',
  params: Session,
  query: Sheet,
})
export const orderFile = call({
  ...wire.orderFile,
  about: 'Everything that one’s own company bought (`side=buyer`) or sold (`side=seller`), as a sheet, newest first.',
  query: Sheet.extend({ side: z.enum(['buyer', 'seller']).default('buyer') }),
})
export const statementFile = call({
  ...wire.statementFile,
  about: 'A statement of a company’s contracts between two days, as a sheet, oldest line first.',
  query: Sheet.extend(statementPeriod),
})
export const calendarFile = call({
  ...wire.calendarFile,
  about:
    'A published session for a calendar (iCalendar, RFC 5545). Fetched again it replaces the entry of before. `lang`: where no header can be sent.',
  params: Session,
  query: z.strictObject({ lang: z.enum(['zh', 'en']).optional() }),
})
