import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { BankEntryState } from '../../contract/calls/bank.ts'
import type { CompanyId } from '../../domain/lot.ts'
import { lineKey } from '../../domain/trade/bank-line.ts'
import { lineOfEntry, linesOfMoney } from './bank-lines.ts'
import type { BankLineRow, EntryOf } from './bank-lines.ts'
import type { Db } from './open.ts'
import { count } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { bankEntry, bankFile, bankLine, registration, sessionHead, timeline, tradeContract } from './schema.ts'

export type BankEntryRow = typeof bankEntry.$inferSelect
export type BankFileRow = typeof bankFile.$inferSelect
export interface EntryInFile {
  readonly row: BankEntryRow
  readonly file: BankFileRow
}

type Reads = Pick<Db, 'select'>

/** Adds a file with those of its entries that no earlier file brought; returns them in order (Bl5). */
export const addBankFile = (
  db: Db,
  file: BankFileRow,
  entries: readonly BankEntryRow[],
): Promise<readonly BankEntryRow[]> =>
  db.transaction(async (tx) => {
    await tx.insert(bankFile).values(file)
    const added: BankEntryRow[] = []
    for (let from = 0; from < entries.length; from += AT_ONCE)
      added.push(
        ...(await tx
          .insert(bankEntry)
          .values(entries.slice(from, from + AT_ONCE))
          .onConflictDoNothing()
          .returning()),
      )
    return added.sort((a, b) => a.place - b.place)
  })
const AT_ONCE = 200

/** Entries that earlier files brought and that wait still, oldest first. */
export async function waitingAmong(db: Reads, identities: readonly string[]): Promise<readonly BankEntryRow[]> {
  const found: BankEntryRow[] = []
  for (let from = 0; from < identities.length; from += AT_ONCE) {
    const some = inArray(bankEntry.identity, identities.slice(from, from + AT_ONCE))
    found.push(
      ...(await db
        .select()
        .from(bankEntry)
        .where(and(some, eq(bankEntry.state, 'waiting')))),
    )
  }
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.place - b.place))
}

export const entryInFile = async (db: Reads, id: string): Promise<EntryInFile | null> =>
  (
    await db
      .select({ row: bankEntry, file: bankFile })
      .from(bankEntry)
      .innerJoin(bankFile, eq(bankFile.id, bankEntry.fileId))
      .where(eq(bankEntry.id, id))
  )[0] ?? null

/** Entries of a file, in its order. */
export const entriesOfFile = (db: Reads, fileId: string, limit: number): Promise<EntryInFile[]> =>
  db
    .select({ row: bankEntry, file: bankFile })
    .from(bankEntry)
    .innerJoin(bankFile, eq(bankFile.id, bankEntry.fileId))
    .where(eq(bankEntry.fileId, fileId))
    .orderBy(asc(bankEntry.place))
    .limit(limit)
    .execute()

export async function listBankEntries(
  db: Db,
  { state, offset, limit }: Slice & { readonly state?: BankEntryState | undefined },
): Promise<Listed<EntryInFile>> {
  const wanted = state === undefined ? undefined : eq(bankEntry.state, state)
  const [rows, [counted]] = await Promise.all([
    db
      .select({ row: bankEntry, file: bankFile })
      .from(bankEntry)
      .innerJoin(bankFile, eq(bankFile.id, bankEntry.fileId))
      .where(wanted)
      .orderBy(desc(bankEntry.day), desc(bankFile.at), asc(bankEntry.place), bankEntry.id)
      .offset(offset)
      .limit(limit),
    db.select({ total: count }).from(bankEntry).where(wanted),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Changes what became of an entry that has this state; `null`: it has another by now. */
export const settleBankEntry = async (
  db: Pick<Db, 'update'>,
  { id, state }: Pick<BankEntryRow, 'id' | 'state'>,
  to: Partial<Omit<BankEntryRow, 'id' | 'identity' | 'entry'>>,
): Promise<BankEntryRow | null> =>
  (
    await db
      .update(bankEntry)
      .set(to)
      .where(and(eq(bankEntry.id, id), eq(bankEntry.state, state)))
      .returning()
  )[0] ?? null

const isOf = (row: Pick<BankEntryRow, 'timelineId' | 'companyId' | 'contractId' | 'seq'>, line: BankLineRow): boolean =>
  row.seq === line.seq &&
  row.contractId === line.contractId &&
  row.timelineId === line.timelineId &&
  row.companyId === line.companyId

/** Recorded entries of a sum, in the order of the bank. */
const recordedOf = (
  db: Reads,
  { currency, amount }: Pick<BankEntryRow, 'currency' | 'amount'>,
): Promise<EntryInFile[]> =>
  db
    .select({ row: bankEntry, file: bankFile })
    .from(bankEntry)
    .innerJoin(bankFile, eq(bankFile.id, bankEntry.fileId))
    .where(
      and(
        eq(bankEntry.currency, currency),
        eq(bankEntry.amount, amount),
        eq(bankEntry.state, 'recorded'),
        isReversal('false'),
      ),
    )
    .orderBy(asc(bankEntry.day), asc(bankFile.at), asc(bankEntry.place))
    .execute()

const isReversal = (is: 'true' | 'false'): SQL => sql`${bankEntry.entry} ->> 'reversal' = ${is}`

/** Standing lines of the entry's sum and day that no other entry of a file has. */
export async function freeLines(db: Reads, row: BankEntryRow): Promise<readonly BankLineRow[]> {
  const [lines, recorded] = await Promise.all([
    linesOfMoney(db, { direction: 'in', currency: row.currency, amount: row.amount, day: row.day }),
    recordedOf(db, row),
  ])
  return lines.filter((line) => !recorded.some((one) => isOf(one.row, line)))
}

export const entryOf = ({ timelineId, companyId, contractId, seq }: BankEntryRow): EntryOf | null => {
  if (seq === null) return null
  if (contractId !== null) return { contractId, seq }
  return timelineId === null || companyId === null ? null : { timelineId, companyId, seq }
}

/** Recorded entries of a sum that stand, in the order of the bank: a reversal takes back one of them (Bl6). */
export async function standingEntries(db: Reads, row: BankEntryRow): Promise<readonly BankEntryRow[]> {
  const rows: BankEntryRow[] = []
  for (const { row: one } of await recordedOf(db, row)) {
    const of = entryOf(one)
    const line = of && (await lineOfEntry(db, of))
    if (line?.amount === row.amount && line.currency === row.currency) rows.push(one)
  }
  return rows
}

/** A line of ours that a reversal may take back, and the entry of a file that stands on it. */
export interface ReversibleLine {
  readonly line: BankLineRow
  readonly entry: BankEntryRow | null
}

/**
 * Bl6: the lines that a reversal may take back, one of each debt, the newest day first; also those recorded by hand.
 * Lines that the bank's files have on another account are none of them.
 */
export async function reversibleLines(db: Reads, row: BankEntryRow): Promise<readonly ReversibleLine[]> {
  const [lines, recorded] = await Promise.all([
    db
      .select()
      .from(bankLine)
      .where(
        and(
          eq(bankLine.direction, 'in'),
          eq(bankLine.currency, row.currency),
          eq(bankLine.amount, row.amount),
          lte(bankLine.day, row.day),
          isNull(bankLine.takenBackAt),
        ),
      )
      .orderBy(desc(bankLine.day), desc(bankLine.at), desc(bankLine.nth)),
    recordedOf(db, row),
  ])
  const debts = new Set<string>()
  return lines.flatMap((line): ReversibleLine[] => {
    const entry = recorded.find((one) => isOf(one.row, line))?.row ?? null
    if (entry !== null && lineKey(entry.entry.own) !== lineKey(row.entry.own)) return []
    const debt = JSON.stringify([line.timelineId, line.companyId, line.contractId])
    if (debts.has(debt)) return []
    debts.add(debt)
    return [{ line, entry }]
  })
}

/** Bl6: recorded reversals of an entry's sum and account that took back lines which no file has brought yet, in order. */
export async function openReversals(db: Reads, row: BankEntryRow): Promise<readonly BankEntryRow[]> {
  const found = await db
    .select()
    .from(bankEntry)
    .where(
      and(
        eq(bankEntry.currency, row.currency),
        eq(bankEntry.amount, row.amount),
        eq(bankEntry.state, 'recorded'),
        gte(bankEntry.day, row.day),
        isReversal('true'),
        isNull(bankEntry.reverses),
        isNotNull(bankEntry.seq),
      ),
    )
    .orderBy(asc(bankEntry.day), bankEntry.id)
  return found.filter((one) => lineKey(one.entry.own) === lineKey(row.entry.own))
}

export const contractsByNo = (db: Reads, numbers: readonly string[]): Promise<(typeof tradeContract.$inferSelect)[]> =>
  db
    .select()
    .from(tradeContract)
    .where(inArray(tradeContract.contractNo, [...numbers]))
    .execute()

/** Companies that paid from an account before. */
export async function companiesOfAccount(db: Reads, account: string): Promise<readonly CompanyId[]> {
  const key = lineKey(account)
  if (key === '') return []
  const lines = await db
    .select({ companyId: bankLine.companyId, buyer: tradeContract.buyerCompanyId })
    .from(bankLine)
    .leftJoin(tradeContract, eq(tradeContract.id, bankLine.contractId))
    .where(and(eq(bankLine.account, key), eq(bankLine.direction, 'in')))
    .limit(20)
  return [...new Set(lines.flatMap(({ companyId, buyer }) => companyId ?? buyer ?? []))]
}

const LATEST = 10

/** The newest sales that a company signed up for and that are not over; the newest contracts that it buys under. */
export async function latestOf(db: Reads, company: CompanyId) {
  const [sales, contracts] = await Promise.all([
    db
      .select({ id: registration.timelineId })
      .from(registration)
      .innerJoin(timeline, eq(timeline.id, registration.timelineId))
      .innerJoin(sessionHead, and(eq(sessionHead.timelineId, registration.timelineId), sql`${sessionHead.phase} < 5`))
      .where(eq(registration.companyId, company))
      .orderBy(desc(registration.createdAt), registration.timelineId)
      .limit(LATEST),
    db
      .select()
      .from(tradeContract)
      .where(and(eq(tradeContract.buyerCompanyId, company), inArray(tradeContract.status, [2, 3])))
      .orderBy(desc(tradeContract.changedAt), tradeContract.id)
      .limit(LATEST),
  ])
  return { sales: sales.map(({ id }) => id), contracts }
}
