import { and, asc, eq, inArray, isNull, notExists, sql, type SQL } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import { isAlike, lineKey, sameLine, type BankLine, type LineRecorded } from '../../domain/trade/bank-line.ts'
import { amountNow } from '../../domain/trade/corrections.ts'
import { DEFAULT_PAYMENT_TERMS } from '../../domain/trade/money.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { paymentsOf } from './payments.ts'
import { bankLine, contractPayment, sessionDeposit, tradeContract } from './schema.ts'
import { entriesOf } from './sessionDeposits.ts'

export type BankLineRow = typeof bankLine.$inferSelect

/** The entry that a line stands on: of a company's deposit for a session, or of a contract's payments. */
export type EntryOf =
  | { readonly timelineId: string; readonly companyId: CompanyId; readonly seq: number }
  | { readonly contractId: string; readonly seq: number }

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

interface Recorded {
  readonly of: EntryOf
  readonly line: LineRecorded
  readonly recordedBy: string
  readonly at: Instant
}

type Sum = Pick<BankLine, 'direction' | 'currency' | 'amount' | 'day'>

const ofMoney = ({ direction, currency, amount, day }: Sum): SQL | undefined =>
  and(
    eq(bankLine.direction, direction),
    eq(bankLine.currency, currency),
    eq(bankLine.amount, amount),
    eq(bankLine.day, day),
  )

/** Lines alike, also those that were taken back. */
async function linesAlike(db: Pick<Db, 'select'>, line: BankLine): Promise<readonly BankLineRow[]> {
  const rows = await db
    .select()
    .from(bankLine)
    .where(ofMoney(line))
    .orderBy(asc(bankLine.at), asc(bankLine.reference), asc(bankLine.nth))
  return rows.filter((row) => isAlike(row, line))
}

const standing = (lines: readonly BankLineRow[]): readonly BankLineRow[] =>
  lines.filter(({ takenBackAt }) => takenBackAt === null)

/** Bl2: the standing line that this one is recorded anew of; `null`: none by now. */
export const lineRecorded = async (db: Pick<Db, 'select'>, line: LineRecorded): Promise<BankLineRow | null> =>
  sameLine(standing(await linesAlike(db, line)), line)

/** Undoes the transaction of an entry whose line of the bank is recorded already. */
class LineStandsError extends Error {
  override readonly name = 'LineStandsError'
  readonly line: BankLineRow
  constructor(line: BankLineRow) {
    super('the line of the bank is recorded already')
    this.line = line
  }
}

/** Bl2: the refusal of an entry: the line that it is recorded anew of. */
export interface LineStands {
  readonly reason: 'line'
  readonly line: BankLineRow
}

/** Adds an entry and its line in one transaction, which `recordLine` undoes where the line stands already. */
export async function withLine<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T | LineStands> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (error instanceof LineStandsError) return { reason: 'line', line: error.line }
    throw error
  }
}

/**
 * Bl2: records a line within `withLine`, unless it stands already. Writers of lines alike wait for one another.
 */
export async function recordLine(tx: Tx, recorded: Recorded): Promise<void> {
  const { direction, currency, amount, day } = recorded.line
  // Lines alike may have other references (Bl5), which the key does not hold together.
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtext('bank line'), hashtext(${`${direction} ${currency} ${amount} ${day}`}))`,
  )
  for (;;) {
    const before = await linesAlike(tx, recorded.line)
    const same = sameLine(standing(before), recorded.line)
    if (same !== null) throw new LineStandsError(same)
    // False: another writer was faster; its line is seen by now.
    if (await addLine(tx, recorded, before)) return
  }
}

async function addLine(
  tx: Pick<Db, 'insert'>,
  { of, line, recordedBy, at }: Recorded,
  before: readonly BankLineRow[],
  takenBackAt: Instant | null = null,
): Promise<boolean> {
  const nth = Math.max(0, ...before.filter(({ reference }) => reference === line.reference).map((one) => one.nth)) + 1
  const row = { ...line, names: [...(line.names ?? [])], ...of, nth, recordedBy, at, takenBackAt }
  const added = await tx.insert(bankLine).values(row).onConflictDoNothing().returning({ nth: bankLine.nth })
  return added.length > 0
}

/** Bl3, Bl4: what the recorder of a corrected line says about it, its number replacing the one known before. */
export const saidOf = (
  { bankEntry, another }: { readonly bankEntry: string; readonly another: string },
  { entry }: Pick<BankLine, 'entry'>,
): Pick<LineRecorded, 'entry' | 'another'> => ({ entry: lineKey(bankEntry) || entry, another })

const ofEntry = (of: EntryOf): SQL | undefined =>
  and(
    eq(bankLine.seq, of.seq),
    'contractId' in of
      ? eq(bankLine.contractId, of.contractId)
      : and(eq(bankLine.timelineId, of.timelineId), eq(bankLine.companyId, of.companyId)),
  )

/**
 * Bl4: takes back the line of an entry; returns the one that counted last. `null`: the entry stands on none, as what is
 * held or forfeited.
 */
export async function takeBackLine(tx: Tx, of: EntryOf, at: Instant): Promise<BankLineRow | null> {
  const [taken] = await tx
    .update(bankLine)
    .set({ takenBackAt: at })
    .where(and(ofEntry(of), isNull(bankLine.takenBackAt)))
    .returning()
  if (taken !== undefined) return taken
  const [last] = await tx
    .select()
    .from(bankLine)
    .where(ofEntry(of))
    .orderBy(sql`taken_back_at DESC`)
    .limit(1)
  return last ?? null
}

/** The line that an entry stands on; `null`: it was taken back, or stands on none. */
export const lineOfEntry = async (db: Pick<Db, 'select'>, of: EntryOf): Promise<BankLineRow | null> =>
  (
    await db
      .select()
      .from(bankLine)
      .where(and(ofEntry(of), isNull(bankLine.takenBackAt)))
  )[0] ?? null

export const entryOfLine = ({ contractId, timelineId, companyId, seq }: BankLineRow): EntryOf | null => {
  if (contractId !== null) return { contractId, seq }
  return timelineId === null || companyId === null ? null : { timelineId, companyId, seq }
}

/** Standing lines of money that came in, as this one did. */
export const linesOfMoney = (db: Pick<Db, 'select'>, money: Sum): Promise<BankLineRow[]> =>
  db
    .select()
    .from(bankLine)
    .where(and(ofMoney(money), isNull(bankLine.takenBackAt)))
    .orderBy(asc(bankLine.at), asc(bankLine.reference), asc(bankLine.nth))
    .execute()

/**
 * Bl5: gives a line that was recorded by hand the number and names of its entry in a bank's file. False: it has another
 * number by now, or was taken back.
 */
export async function claimLine(
  db: Pick<Db, 'update'>,
  { direction, currency, amount, day, reference, nth, entry: before, names: known }: BankLineRow,
  { entry, names = [] }: Pick<BankLine, 'entry' | 'names'>,
): Promise<boolean> {
  const claimed = await db
    .update(bankLine)
    .set({ entry, names: [...new Set([...known, ...names, ...(before === '' ? [] : [before])])] })
    .where(
      and(
        ofMoney({ direction, currency, amount, day }),
        eq(bankLine.reference, reference),
        eq(bankLine.nth, nth),
        eq(bankLine.entry, before),
        isNull(bankLine.takenBackAt),
      ),
    )
    .returning({ nth: bankLine.nth })
  return claimed.length > 0
}

/** The account at the other end of money that leaves: the company that it goes to. */
export const payee = (company: CompanyId): string => `company:${company}`

/** Rows per batch: each is short, so that nobody who records waits for it. */
const AT_ONCE = 500

/**
 * Gives entries without a line theirs: of the release before, whose nodes go on recording until they are replaced. What
 * stands twice by then stays so; nothing more is recorded like it.
 */
export async function settleBankLines(db: Db): Promise<void> {
  for (;;) {
    const rows = await db
      .select()
      .from(sessionDeposit)
      .where(
        and(
          inArray(sessionDeposit.kind, ['received', 'released']),
          notExists(
            db
              .select({ one: sql`1` })
              .from(bankLine)
              .where(
                and(
                  eq(bankLine.timelineId, sessionDeposit.timelineId),
                  eq(bankLine.companyId, sessionDeposit.companyId),
                  eq(bankLine.seq, sessionDeposit.seq),
                ),
              ),
          ),
        ),
      )
      .orderBy(
        asc(sessionDeposit.at),
        asc(sessionDeposit.timelineId),
        asc(sessionDeposit.companyId),
        asc(sessionDeposit.seq),
      )
      .limit(AT_ONCE)
    for (const { timelineId, companyId, seq, kind, currency, amount, day, reference, accountId, at } of rows) {
      const all = await entriesOf(db, timelineId, companyId)
      const now = amountNow(all, { seq, amount })
      await settleLine(db, {
        of: { timelineId, companyId, seq },
        line: {
          ...plain(kind === 'released' ? companyId : null),
          currency,
          amount: now,
          day,
          reference: lineKey(reference),
        },
        recordedBy: accountId,
        at,
      })
    }
    if (rows.length < AT_ONCE) break
  }
  for (;;) {
    const rows = await db
      .select({ payment: contractPayment, contract: tradeContract })
      .from(contractPayment)
      .innerJoin(tradeContract, eq(tradeContract.id, contractPayment.contractId))
      .where(
        and(
          inArray(contractPayment.kind, ['received', 'returned']),
          notExists(
            db
              .select({ one: sql`1` })
              .from(bankLine)
              .where(and(eq(bankLine.contractId, contractPayment.contractId), eq(bankLine.seq, contractPayment.seq))),
          ),
        ),
      )
      .orderBy(asc(contractPayment.at), asc(contractPayment.contractId), asc(contractPayment.seq))
      .limit(AT_ONCE)
    for (const { payment, contract } of rows) {
      const { contractId, seq, kind, claim, amount, day, reference, accountId, at } = payment
      const { currency, buyerCompanyId: buyer, sellerCompanyId: seller, paymentTerms } = contract
      const payer =
        claim === 'commission' && (paymentTerms ?? DEFAULT_PAYMENT_TERMS).commissionBy === 'seller' ? seller : buyer
      await settleLine(db, {
        of: { contractId, seq },
        line: {
          ...plain(kind === 'returned' ? payer : null),
          currency,
          amount: amountNow(await paymentsOf(db, contractId), { seq, amount }),
          day,
          reference: lineKey(reference),
        },
        recordedBy: accountId,
        at,
      })
    }
    if (rows.length < AT_ONCE) break
  }
}

const plain = (to: CompanyId | null) => ({
  direction: to === null ? ('in' as const) : ('out' as const),
  account: to === null ? '' : payee(to),
  entry: '',
  another: '',
})

/** Adds the line as the next of those alike, whatever stands. An amount that was corrected to nothing is taken back. */
async function settleLine(db: Db, recorded: Recorded): Promise<void> {
  const takenBackAt = recorded.line.amount === 0 ? recorded.at : null
  while (!(await addLine(db, recorded, await linesAlike(db, recorded.line), takenBackAt)));
}
