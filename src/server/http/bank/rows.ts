import type * as z from 'zod'
import type { BankDebt, BankEntry, LimitsFallen, OwnEntry, Reversible } from '../../../contract/calls/bank.ts'
import type { Locale } from '../../../contract/constants.ts'
import { accountsById } from '../../store/accounts.ts'
import { contractNoOf, depositReferenceOf, isContractKey, referencesIn } from '../../../domain/trade/own-reference.ts'
import { contractsByNo, reversibleLines } from '../../store/bank-entries.ts'
import type { EntryInFile } from '../../store/bank-entries.ts'
import type { BankLineRow } from '../../store/bank-lines.ts'
import { contractById } from '../../store/contracts.ts'
import { depositsByReference, referenceOf } from '../../store/deposit-references.ts'
import type { Db } from '../../store/open.ts'
import { paymentsOf } from '../../store/payments.ts'
import { findSession } from '../../store/schedules.ts'
import { companyNames } from '../company-names.ts'
import type { Fallen } from './recording.ts'

type Row = z.output<typeof BankEntry>

/** Entries of the bank as the operator reads them. */
export async function bankEntryRows(db: Db, entries: readonly EntryInFile[], locale: Locale): Promise<Row[]> {
  const ids = [...new Set(entries.map(({ row }) => row.decidedBy))]
  const people = ids.length === 0 ? [] : await accountsById(db, ids)
  const nameOf = (id: string) => people.find(({ account }) => account.id === id)?.account.name ?? id
  const named = new Map<string, Promise<Row['debt']>>()
  const debtNamed = (of: BankDebt): Promise<Row['debt']> => {
    const key = JSON.stringify(of)
    const known = named.get(key) ?? nameDebt(db, of, locale)
    named.set(key, known)
    return known
  }
  const takesBack = async ({ row }: EntryInFile): Promise<Reversible[]> => {
    const [lines, meant] = await Promise.all([reversibleLines(db, row), meantBy(db, row.entry.texts)])
    const named = lines.filter(({ line }) => meant(line))
    const found = await Promise.all(
      (named.length > 0 ? named : lines).slice(0, REVERSIBLE_MOST).map(async ({ line }): Promise<Reversible[]> => {
        const of = ownEntryOf(line)
        const debt = of && (await debtNamed(of.kind === 'deposit' ? of : { ...of, claim: 'deposit' }))
        return debt ? [{ ...debt, of, day: line.day }] : []
      }),
    )
    return found.flat()
  }
  return Promise.all(
    entries.map(async (found): Promise<Row> => {
      const { row, file } = found
      const { entry } = row
      const of = await debtOf(db, row)
      return {
        id: row.id,
        state: row.state,
        reason: row.reason,
        refusal: row.refusal,
        reversal: entry.reversal,
        day: row.day,
        currency: row.currency,
        amount: row.amount,
        own: entry.own,
        number: entry.number,
        payer: entry.payer,
        payerAccount: entry.payerAccount,
        texts: [...entry.texts],
        charges: entry.charges,
        instructed: entry.instructed,
        short: row.short,
        debt: of && (await debtNamed(of)),
        takesBack: row.state === 'waiting' && entry.reversal ? await takesBack(found) : [],
        byHand: row.byHand ? { by: nameOf(row.decidedBy), at: row.decidedAt } : null,
        decidedBy: nameOf(row.decidedBy),
        decidedAt: row.decidedAt,
        why: row.why,
        fileName: file.name,
      }
    }),
  )
}

/** Limits that fell, with the names of the bidder and the sale. */
export const fallenRows = (db: Db, fallen: readonly Fallen[], locale: Locale): Promise<LimitsFallen[]> =>
  Promise.all(
    fallen.map(async ({ of, limits }) => {
      const named = await nameDebt(db, of, locale)
      return { companyName: named?.companyName ?? of.companyId, saleName: named?.saleName ?? null, limits }
    }),
  )

/** Lines that are offered for a reversal: of those of one amount, the bank reverses the latest. */
const REVERSIBLE_MOST = 5

function ownEntryOf({ timelineId, companyId, contractId, seq }: BankLineRow): OwnEntry | null {
  if (contractId !== null) return { kind: 'contract', contractId, seq }
  return timelineId === null || companyId === null
    ? null
    : { kind: 'deposit', scheduleTimelineId: timelineId, companyId, seq }
}

/** Whether texts carry the reference of a line's debt. */
async function meantBy(db: Db, texts: readonly string[]): Promise<(line: BankLineRow) => boolean> {
  const keys = referencesIn(texts)
  const [deposits, contracts] = await Promise.all([
    depositsByReference(
      db,
      keys.filter((key) => !isContractKey(key)).map((key) => depositReferenceOf(key)),
    ),
    contractsByNo(
      db,
      keys.filter((key) => isContractKey(key)).map((key) => contractNoOf(key)),
    ),
  ])
  return ({ timelineId, companyId, contractId }) =>
    contracts.some(({ id }) => id === contractId) ||
    deposits.some((one) => one.timelineId === timelineId && one.companyId === companyId)
}

/** What the entry stands on; of one that waits, the guess. */
async function debtOf(db: Db, { timelineId, companyId, contractId, seq, guess }: EntryInFile['row']) {
  if (contractId !== null) {
    const claim = (await paymentsOf(db, contractId)).find((one) => one.seq === seq)?.claim ?? 'deposit'
    return { kind: 'contract' as const, contractId, claim }
  }
  if (timelineId === null || companyId === null) return guess
  return { kind: 'deposit' as const, scheduleTimelineId: timelineId, companyId }
}

async function nameDebt(db: Db, of: BankDebt, locale: Locale): Promise<Row['debt']> {
  if (of.kind === 'contract') {
    const contract = await contractById(db, of.contractId)
    if (!contract) return null
    const name = await companyNames(db, [contract.buyerCompanyId], locale)
    return { of, reference: contract.contractNo, companyName: name(contract.buyerCompanyId) ?? '', saleName: null }
  }
  const { scheduleTimelineId, companyId } = of
  const [session, name, reference] = await Promise.all([
    findSession(db, scheduleTimelineId),
    companyNames(db, [companyId], locale),
    referenceOf(db, scheduleTimelineId, companyId),
  ])
  const saleName = session?.schedule[locale === 'zh' ? 'nameZh' : 'nameEn'] ?? ''
  return { of, reference, companyName: name(companyId) ?? companyId, saleName }
}
