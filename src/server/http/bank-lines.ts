import { eq } from 'drizzle-orm'
import { CODE } from '../../contract/codes.ts'
import type { Locale } from '../../contract/constants.ts'
import { accountsById } from '../store/accounts.ts'
import type { BankLineRow } from '../store/bank-lines.ts'
import type { Db } from '../store/open.ts'
import { findSession } from '../store/schedules.ts'
import { tradeContract } from '../store/schema.ts'
import { fail } from './answer.ts'
import type { Failure } from './answer.ts'
import { companyNames } from './company-names.ts'

/** Bl2: the refusal of a line that stands: where, when and by whom it was recorded. */
export async function lineRefused(db: Db, line: BankLineRow, locale: Locale): Promise<Failure> {
  const [by] = await accountsById(db, [line.recordedBy])
  const numbers = { recordedAt: line.at }
  const name = by?.account.name ?? line.recordedBy
  const { contractId, companyId, timelineId } = line
  if (contractId !== null) {
    const [contract] = await db
      .select({ no: tradeContract.contractNo })
      .from(tradeContract)
      .where(eq(tradeContract.id, contractId))
    return fail(CODE.refused, 'line.in_contract', {
      numbers,
      quoted: { by: name, contract: contract?.no ?? contractId },
    })
  }
  const [session, nameOf] = await Promise.all([
    timelineId === null ? null : findSession(db, timelineId),
    companyNames(db, [companyId], locale),
  ])
  const sale = session?.schedule[locale === 'zh' ? 'nameZh' : 'nameEn'] ?? ''
  return fail(CODE.refused, 'line.in_deposit', {
    numbers,
    quoted: { by: name, company: nameOf(companyId) ?? companyId ?? '', sale },
  })
}
