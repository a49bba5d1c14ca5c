import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as z from 'zod'
import { InvoiceFields, InvoiceNumber, type FormText } from '../../../../contract/people.ts'
import type { InvoiceKind, InvoiceSubject } from '../../../../domain/trade/invoice.ts'
import { resolved } from '../../../boot/deferred.ts'
import type { MarkTone } from '../../../ui/Mark.tsx'
import type { IconName } from '../../../ui/Icon.tsx'
import type { InvoicesInfo } from './queries.ts'

export type InvoiceRow = InvoicesInfo['invoices'][number]

export const SUBJECT: Readonly<Record<InvoiceSubject, MessageDescriptor>> = {
  goods: msg({ context: 'invoice', message: 'Goods' }),
  commission: msg({ context: 'invoice', message: 'Platform commission' }),
}
export const KIND: Readonly<Record<InvoiceKind, MessageDescriptor>> = {
  ordinary: msg({ context: 'invoice', message: 'Ordinary VAT invoice' }),
  special: msg({ context: 'invoice', message: 'Special VAT invoice' }),
}
export const STATE: Readonly<
  Record<InvoiceRow['state'], { readonly tone: MarkTone; readonly icon: IconName; readonly name: MessageDescriptor }>
> = {
  asked: { tone: 'warn', icon: 'clock', name: msg({ context: 'invoice', message: 'Requested' }) },
  issued: { tone: 'good', icon: 'check', name: msg({ context: 'invoice', message: 'Issued' }) },
  declined: { tone: 'bad', icon: 'cross', name: msg({ context: 'invoice', message: 'Declined' }) },
  withdrawn: { tone: 'calm', icon: 'cross', name: msg({ context: 'invoice', message: 'Withdrawn' }) },
}

/** A request for an invoice, as typed. */
export interface TypedRequest {
  readonly subject: string
  readonly kind: string
  readonly title: string
  readonly taxNumber: string
  readonly address: string
  readonly phone: string
  readonly bankName: string
  readonly bankAccount: string
  readonly email: string
}
export const REQUEST_RULES = resolved(InvoiceFields.safeExtend({ subject: z.enum(['goods', 'commission']) }))
/** The request's body: parsed by the schema, which drops all other fields, plus the subject. */
export function requestBody({ subject, ...typed }: TypedRequest) {
  const { kind, ...made } = InvoiceFields.parse(typed)
  return { subject: subject === 'commission' ? ('commission' as const) : ('goods' as const), kind, ...made }
}

export interface TypedIssue {
  readonly number: string
  readonly day: string
}
const says = (text: FormText): FormText => text
export const ISSUE_RULES = resolved(z.object({ number: InvoiceNumber, day: z.iso.date(says('dayWrong')) }))
