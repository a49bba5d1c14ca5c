import type * as z from 'zod'
import type { depositRefundList } from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import { depositSums, refundsOf } from '../../../domain/deposit.ts'
import { lineKey } from '../../../domain/trade/bank-line.ts'
import { companiesById } from '../../store/accounts.ts'
import { referencesOf } from '../../store/deposit-references.ts'
import type { Db } from '../../store/open.ts'
import { dealsOpen, paidFrom } from '../../store/refunds.ts'
import { registrationsOf } from '../../store/registrations.ts'
import { entriesOf } from '../../store/sessionDeposits.ts'

type Row = z.output<(typeof depositRefundList)['rows']>

/** What goes back of the deposits for a sale, by company. */
export async function refundRows(db: Db, timelineId: string, locale: Locale): Promise<Row[]> {
  const all = await entriesOf(db, timelineId)
  const due = [...new Set(all.map(({ companyId }) => companyId))].flatMap((companyId) => {
    const entries = all.filter((one) => one.companyId === companyId)
    const seq = entries.at(-1)?.seq ?? 0
    return refundsOf(depositSums(entries)).map((refund) => ({ ...refund, companyId, seq }))
  })
  const ids = [...new Set(due.map(({ companyId }) => companyId))]
  if (ids.length === 0) return []
  const [companies, references, accounts, deals, signUps] = await Promise.all([
    companiesById(db, ids),
    referencesOf(db, timelineId, ids),
    paidFrom(db, timelineId),
    dealsOpen(db, timelineId, ids),
    registrationsOf(db, timelineId),
  ])
  return due.map(({ companyId, ...refund }) => {
    const company = companies.find(({ id }) => id === companyId)
    const own = accounts.filter((one) => one.companyId === companyId)
    const companyName = (locale === 'zh' ? company?.nameZh : company?.nameEn) ?? companyId
    return {
      ...refund,
      companyId,
      companyName,
      biddingNumber: signUps.find((one) => one.companyId === companyId)?.biddingNumber ?? null,
      reference: references.get(companyId) ?? '',
      account: accountOf(own[0], company),
      several: new Set(own.map(({ number }) => lineKey(number))).size > 1,
      openDeals: deals.get(companyId) ?? 0,
    }
  })
}

function accountOf(
  from: { readonly holder: string; readonly number: string } | undefined,
  company: { readonly nameZh: string; readonly bankAccount: string | null } | undefined,
): Row['account'] {
  const name = company?.nameZh ?? ''
  if (from !== undefined) return { holder: from.holder || name, number: from.number, certified: false }
  const number = company?.bankAccount ?? ''
  return number === '' ? null : { holder: name, number, certified: true }
}
