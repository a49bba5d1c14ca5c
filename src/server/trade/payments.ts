import { paymentTold } from '../../domain/notify/told.ts'
import type { Notice } from '../../domain/notify/notice.ts'
import type { ContractActor } from '../../domain/trade/contract.ts'
import { partyOf } from '../../domain/trade/decide.ts'
import {
  claimsOf,
  dayOf,
  DEFAULT_PAYMENT_TERMS,
  nextReminder,
  refuseEntry,
  reminderOf,
  standingOf,
} from '../../domain/trade/money.ts'
import type { Claim, ClaimStanding, Day, PaymentRefusal, Recording } from '../../domain/trade/money.ts'
import type { WorkingDays } from '../../domain/trade/working-days.ts'
import { converted, type Rate } from '../../domain/trade/rate.ts'
import type { Currency, Instant, Minor } from '../../domain/units.ts'
import { tell } from '../notify/tell.ts'
import { actsOf, lockContract, versionOf } from '../store/contracts.ts'
import type { ContractRow } from '../store/contracts.ts'
import type { Db } from '../store/open.ts'
import { lineKey } from '../../domain/trade/bank-line.ts'
import { payee, recordLine, saidOf, takeBackLine, withLine } from '../store/bank-lines.ts'
import type { LineStands } from '../store/bank-lines.ts'
import { addPayment, inForceOf, paymentsOf, setReminder, takeToRemind } from '../store/payments.ts'
import type { Payment } from '../store/payments.ts'
import { noteForm, resultOfForm } from '../store/sentForms.ts'
import type { SentKey } from '../store/sentForms.ts'
import type { LineApart } from './deposits.ts'
import { addedDays } from './working-days.ts'

export interface Owed {
  readonly claims: readonly Claim[]
  readonly entries: readonly Payment[]
}

/** A contract's claims and their entries. `days`: the operator's days, if the caller has read them. */
export async function owedUnder(db: Pick<Db, 'select'>, row: ContractRow, days?: WorkingDays): Promise<Owed> {
  const [entries, inForce, acts, { content }, added] = await Promise.all([
    paymentsOf(db, row.id),
    inForceOf(db, row.id),
    actsOf(db, row.id),
    versionOf(db, row),
    days ?? addedDays(db),
  ])
  const [delivery] = content.lots.map(({ deliveryDate }) => deliveryDate).toSorted()
  if (delivery === undefined) throw new Error(`contract ${row.id} has no lots`)
  const debt = {
    status: row.status,
    amount: row.amount,
    inForce,
    completeAt: acts.find(({ act }) => act === 'verified')?.at ?? null,
    delivery,
    recorded: entries.length > 0,
  }
  return { claims: claimsOf(debt, row.paymentTerms ?? DEFAULT_PAYMENT_TERMS, added), entries }
}

export const standingsOf = ({ claims, entries }: Owed, today: Day): readonly ClaimStanding[] =>
  claims.map((claim) => standingOf(claim, entries, today))

interface RecordedBy extends Omit<Recording, 'amount'>, LineApart {
  readonly id: string
  /** In the currency that was paid. */
  readonly amount: Minor
  /** `null`: the contract's. */
  readonly currency: Currency | null
  /** Needed with another currency than the contract's, and with no other. */
  readonly rate: Rate | null
  readonly actor: ContractActor
  readonly onceKey: SentKey | null
  readonly at: Instant
}

export type NotRecorded =
  | { readonly reason: PaymentRefusal | 'payment.own' }
  /** Mo11. `currency`: the contract's. */
  | { readonly reason: 'payment.rate'; readonly currency: Currency }
  | LineStands

/** Adds an entry (Mo3), or returns the refusal. Sent again under its key, it returns the first entry. */
export async function recordPayment(
  db: Db,
  { id, actor, onceKey, at, currency, rate, payerAccount, bankEntry, another, names = [], ...recording }: RecordedBy,
): Promise<'done' | 'missing' | NotRecorded> {
  return withLine(db, async (tx) => {
    const row = await lockContract(tx, id)
    if (!row) return 'missing'
    if (partyOf({ buyer: row.buyerCompanyId, seller: row.sellerCompanyId }, actor)) return { reason: 'payment.own' }
    if (onceKey !== null && (await resultOfForm(tx, actor.account, onceKey)) !== null) return 'done'
    const { claims, entries } = await owedUnder(tx, row)
    const today = dayOf(at)
    const paid = { currency: currency ?? row.currency, amount: recording.amount }
    const amount = inContract(row.currency, paid, rate)
    if (amount === null) return { reason: 'payment.rate', currency: row.currency }
    const refused = refuseEntry(claims, entries, { ...recording, amount }, today)
    if (refused) return { reason: refused }
    const { over: _said, ...entry } = recording
    const seq = entries.length + 1
    const foreign = paid.currency !== row.currency
    await addPayment(tx, {
      ...entry,
      amount,
      ...(foreign && { paidCurrency: paid.currency, paidAmount: paid.amount, rate }),
      contractId: id,
      seq,
      accountId: actor.account,
      at,
    })
    const { claim, corrects } = entry
    const payer = claims.find((one) => one.claim === claim)?.by === 'seller' ? row.sellerCompanyId : row.buyerCompanyId
    const line = {
      direction: entry.kind === 'returned' ? ('out' as const) : ('in' as const),
      day: entry.day,
      reference: lineKey(entry.reference),
      account: entry.kind === 'returned' ? payee(payer) : lineKey(payerAccount),
      entry: lineKey(bankEntry),
      names,
    }
    const stands = { contractId: id, seq: corrects ?? seq }
    const before = corrects === null ? null : await takeBackLine(tx, stands, at)
    if (paid.amount > 0) {
      const known = before ?? line
      const of = { ...known, ...paid, ...saidOf({ bankEntry, another }, known) }
      await recordLine(tx, { of: stands, line: of, recordedBy: actor.account, at })
    }
    // A correction may have reopened a claim, so the next reminder is computed again.
    await setReminder(tx, [id], today)
    if (onceKey !== null)
      await noteForm(tx, {
        accountId: actor.account,
        key: onceKey,
        call: 'paymentRecord',
        result: `${id} ${seq}`,
        sentAt: at,
      })
    return 'done'
  })
}

/** Mo11: the amount in the contract's currency; `null`: the rate is missing, or is not needed. */
const inContract = (
  currency: Currency,
  paid: { readonly currency: Currency; readonly amount: Minor },
  rate: Rate | null,
): Minor | null => {
  if ((paid.currency === currency) !== (rate === null)) return null
  return rate === null ? paid.amount : converted(paid.amount, rate)
}

const AT_ONCE = 50

/** Mo9: notifies the payers. */
export async function tellOfPayments(db: Db, now: Instant): Promise<void> {
  const today = dayOf(now)
  for (;;) {
    const looked = await db.transaction(async (tx) => {
      const rows = await takeToRemind(tx, today, AT_ONCE)
      const days = rows.length > 0 ? await addedDays(tx) : undefined
      const notices: Notice[] = []
      for (const row of rows) {
        const standings = row.status === 3 ? standingsOf(await owedUnder(tx, row, days), today) : []
        notices.push(...standings.flatMap((one) => noticeOf(row, one, today)))
        const [next] = standings.flatMap((one) => nextReminder(one, today) ?? []).toSorted()
        await setReminder(tx, [row.id], next ?? null)
      }
      await tell(tx, notices, now)
      return rows.length
    })
    if (looked < AT_ONCE) return
  }
}

function noticeOf(row: ContractRow, standing: ClaimStanding, today: Day): readonly Notice[] {
  const reminder = reminderOf(standing, today)
  if (reminder === null || standing.due === null) return []
  const { id, contractNo, buyerCompanyId: buyer, sellerCompanyId: seller, currency } = row
  const { claim, by, open, due, agreed } = standing
  const overdue = reminder === 'overdue'
  const told = { claim, by, open, due, currency, overdue, ...(agreed !== null && agreed !== due && { agreed }) }
  return [paymentTold({ id, contractNo, buyer, seller }, told)]
}
