import type { RowOf } from '../../../../client/calls/index.ts'

export type Refund = RowOf<'depositRefundList'>

/** Refunds that the bank can be told of now: their deals are done, and their accounts are known. */
export const payable = (refunds: readonly Refund[]): readonly Refund[] =>
  refunds.filter(({ account, openDeals }) => account !== null && openDeals === 0)

/** What a refund is known by at the bank: the deposit's own reference, returned. */
export const refundReference = ({ reference }: Pick<Refund, 'reference'>): string => `RT-${reference}`

/**
 * The refunds as one file for the bank's batch payments: comma-separated in UTF-8 with its mark, which spreadsheets need
 * to read Chinese. `header`: names of the columns payee, account, currency, amount and remark.
 */
export const refundFile = (header: readonly string[], refunds: readonly Refund[]): string =>
  `\uFEFF${[
    header,
    ...payable(refunds).map((refund) => [
      refund.account?.holder ?? '',
      refund.account?.number ?? '',
      refund.currency,
      refund.amount,
      refundReference(refund),
    ]),
  ]
    .map((cells) => `${cells.map(quoted).join(',')}\r\n`)
    .join('')}`

/** A text that a spreadsheet would take for a formula begins with an apostrophe. */
const quoted = (text: string): string => `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
