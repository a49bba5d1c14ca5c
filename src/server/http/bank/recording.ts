import { createHash } from 'node:crypto'
import { AUDIT } from '../../../contract/audit.ts'
import type { BankDebt, LimitsFallen, OwnEntry } from '../../../contract/calls/bank.ts'
import * as calls from '../../../contract/calls/index.ts'
import { CODE } from '../../../contract/codes.ts'
import { lineKey, sameLine } from '../../../domain/trade/bank-line.ts'
import { referencesIn } from '../../../domain/trade/own-reference.ts'
import type { Rate } from '../../../domain/trade/rate.ts'
import { lineNumber, matchEntry, namesOfEntry, reversedBy } from '../../../domain/trade/statement.ts'
import type { StatementEntry, WaitingReason } from '../../../domain/trade/statement.ts'
import { minor } from '../../../domain/units.ts'
import type { Minor } from '../../../domain/units.ts'
import { recordedBy } from '../../audit/recording.ts'
import type { Trail } from '../../audit/trail.ts'
import type { SellerCaller } from '../../auth/caller.ts'
import type { Pins } from '../../auth/pins.ts'
import type { Rooms } from '../../ports.ts'
import {
  freeLines,
  openReversals,
  reversibleLines,
  settleBankEntry,
  standingEntries,
} from '../../store/bank-entries.ts'
import type { BankEntryRow } from '../../store/bank-entries.ts'
import { claimLine, linesOfMoney } from '../../store/bank-lines.ts'
import { contractById } from '../../store/contracts.ts'
import type { Db } from '../../store/open.ts'
import { paymentsOf } from '../../store/payments.ts'
import { entriesOf } from '../../store/sessionDeposits.ts'
import { accessOf, refusalOf } from '../access.ts'
import { missing, refuse } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { recordsDeposits } from '../preparation/deposits.ts'
import { refusalWords } from '../present.ts'
import { signedIn } from '../route.ts'
import type { About, Route, Served } from '../route.ts'
import { actorOf, recordsPayments } from '../trade/recording.ts'
import { debtsOf, guessOf } from './debts.ts'
import type { Debt } from './debts.ts'

export interface BankNeeds {
  readonly db: Db
  readonly rooms: Rooms
  readonly pins: Pins
  readonly outboxFilled: () => void
  readonly trail: Trail
}

/** Limits that a correction left below what the bidder has won and leads (X5). */
export interface Fallen {
  readonly of: BankDebt & { readonly kind: 'deposit' }
  readonly limits: LimitsFallen['limits']
}

/** Who records, and the request in which it happens. */
export interface Recorder {
  readonly caller: SellerCaller
  readonly about: About
  /** Told of limits that fell by what is taken back. */
  readonly fell?: (fallen: Fallen) => void
}

/** What a person says who records a waiting entry. */
export interface Said {
  readonly over: boolean
  readonly another: string
  readonly rate: Rate | null
}
const NOTHING: Said = { over: false, another: '', rate: null }

/** SHA-256 of what an entry is known by. */
export const hashOf = (identity: string): string => createHash('sha256').update(identity).digest('hex')

/** The number of the entry's line: the bank's, or one of our own where the bank gave none. */
const numberOf = ({ entry, identity }: Pick<BankEntryRow, 'entry' | 'identity'>): string =>
  (lineNumber(entry) || `own${identity.slice(0, 20)}`).slice(0, 80)

const REFERENCE_MOST = 80
/** What our entry quotes: the reference that the payer wrote, else its first text; and the bank's number. */
function quoteOf({ texts, number }: StatementEntry, reference: string | null): string {
  const [first = ''] = texts
  const parts = [reference ?? first.slice(0, 40), number].filter((part) => part !== '')
  return (parts.join(' · ') || '—').slice(0, REFERENCE_MOST)
}

type Changed = Partial<Omit<BankEntryRow, 'id' | 'identity' | 'entry'>>
/** What an entry of a file stands on. */
type Stands = Pick<BankEntryRow, 'timelineId' | 'companyId' | 'contractId' | 'seq'>
const standsOn = ({ timelineId, companyId, contractId, seq }: Stands): Changed => ({
  timelineId,
  companyId,
  contractId,
  seq,
})

/** Tries again where another entry of the deposit came in between. */
const TRIES = 5

export interface BankRecording {
  /** Bl6, Bl7: records a new entry of a file by itself, or says why it waits. */
  settle(row: BankEntryRow, by: Recorder): Promise<BankEntryRow>
  /** Records a waiting entry for a debt. */
  record(row: BankEntryRow, debt: Debt, said: Said, by: Recorder): Promise<BankEntryRow | Failure>
  /** Bl6: takes back the entry of ours that a waiting reversal reverses, as a person chose it. */
  takeBack(row: BankEntryRow, of: OwnEntry, by: Recorder): Promise<BankEntryRow | Failure>
}

/** Records entries of the bank's files by the same acts by which a person records, each with its line in the audit trail. */
export function openBankRecording(needs: BankNeeds): BankRecording {
  const { db } = needs
  const deposits = recordsDeposits(needs)
  const payments = recordsPayments(needs)

  const run = (
    name: 'depositRecord' | 'paymentRecord',
    route: Route,
    body: unknown,
    { caller, about }: Recorder,
  ): Promise<Served> =>
    recordedBy(needs.trail, name, AUDIT[name], route).run(
      { ok: true, value: { params: undefined, query: undefined, body } },
      caller,
      { ...about, onceKey: null },
    )

  async function deposit(asked: object, of: BankDebt & { kind: 'deposit' }, names: readonly string[], by: Recorder) {
    const { scheduleTimelineId, companyId } = of
    const route = signedIn(calls.depositRecord, (given, { person }) => deposits({ ...given, person, names }))
    for (let tries = 1; ; tries++) {
      const after = (await entriesOf(db, scheduleTimelineId, companyId)).at(-1)?.seq ?? 0
      const served = await run('depositRecord', route, { ...asked, scheduleTimelineId, companyId, after }, by)
      if (served.kind !== 'failed' || served.code !== CODE.conflict || tries === TRIES) return served
    }
  }

  async function payment(asked: object, contractId: string, names: readonly string[], by: Recorder): Promise<Served> {
    const { person } = by.caller
    const refused = refusalOf(accessOf(calls.paymentRecord), by.caller)
    if (refused) return refused
    if (!actorOf(person).platform) return missing()
    const route = signedIn(calls.paymentRecord, (given) => payments({ ...given, person, names }))
    return run('paymentRecord', route, { ...asked, contractId }, by)
  }

  async function receive(row: BankEntryRow, { of, reference }: Debt, said: Said, by: Recorder): Promise<Served> {
    const { amount, day, entry } = row
    const quote = quoteOf(entry, reference)
    const names = [...new Set([...namesOfEntry(entry), lineKey(reference)])]
    const asked = {
      kind: 'received',
      amount,
      day,
      reference: quote,
      corrects: null,
      payerAccount: entry.payerAccount.slice(0, 60),
      bankEntry: numberOf(row),
      another: said.another,
    }
    if (of.kind === 'deposit') return deposit({ ...asked, currency: row.currency }, of, names, by)
    const contract = await contractById(db, of.contractId)
    if (!contract) return missing()
    const currency = contract.currency === row.currency ? null : row.currency
    return payment({ ...asked, claim: of.claim, over: said.over, currency, rate: said.rate }, of.contractId, names, by)
  }

  /** Corrects an entry of ours to nothing, as the bank reversed it. */
  async function correct(
    { timelineId, companyId, contractId, seq, day, currency }: Stands & Pick<BankEntryRow, 'day' | 'currency'>,
    { entry: { number } }: BankEntryRow,
    by: Recorder,
  ): Promise<Served> {
    const reference = `冲正 / reversal ${number}`.trim().slice(0, REFERENCE_MOST)
    const asked = { kind: 'correction', amount: minor(0), day, reference, corrects: seq }
    const apart = { payerAccount: '', bankEntry: '', another: '' }
    if (contractId !== null) {
      const claim = (await paymentsOf(db, contractId)).find((one) => one.seq === seq)?.claim
      return payment({ ...asked, ...apart, claim, over: false, currency: null, rate: null }, contractId, [], by)
    }
    if (timelineId === null || companyId === null) return missing()
    const of = { kind: 'deposit' as const, scheduleTimelineId: timelineId, companyId }
    const served = await deposit({ ...asked, ...apart, currency }, of, [], by)
    const limits = served.kind === 'data' ? (calls.depositRecord.data.safeParse(served.data).data?.below ?? []) : []
    if (limits.length > 0) by.fell?.({ of, limits })
    return served
  }

  const changed = async (row: BankEntryRow, to: Changed): Promise<BankEntryRow> =>
    (await settleBankEntry(db, row, to)) ?? row

  const wait = (row: BankEntryRow, reason: WaitingReason, guess: Debt | null, failure?: Failure, by?: Recorder) =>
    changed(row, {
      reason,
      guess: guess?.of ?? null,
      refusal: failure && by ? refusalWords(failure, by.about.locale) : null,
    })

  /**
   * Bl5: the line that a person recorded of this entry, which the entry stands on from now on. One that is like it by its
   * texts alone is not, where the entry names another debt.
   */
  async function ownLine(row: BankEntryRow, debts: readonly Debt[]): Promise<BankEntryRow | null> {
    const { entry } = row
    const names = namesOfEntry(entry)
    const line = {
      direction: 'in' as const,
      currency: row.currency,
      amount: row.amount,
      day: row.day,
      reference: lineKey(entry.number) || numberOf(row),
      account: lineKey(entry.payerAccount),
      entry: numberOf(row),
      names,
      another: '',
    }
    const strong = new Set([line.entry, lineKey(entry.number), ...referencesIn(entry.texts)])
    const lines = (await freeLines(db, row)).filter(
      (one) =>
        debts.length !== 1 ||
        debts.some(({ of }) => isOnDebt(one, of)) ||
        strong.has(one.reference) ||
        strong.has(one.entry),
    )
    const same = sameLine(lines, line)
    if (same === null || !(await claimLine(db, same, line))) return null
    return changed(row, {
      ...standsOn(same),
      state: 'recorded',
      reason: null,
      guess: null,
      refusal: null,
      byHand: true,
      decidedBy: same.recordedBy,
      decidedAt: same.at,
    })
  }

  /** The entry after its act: recorded, or refused. */
  async function after(row: BankEntryRow, served: Served, debt: Debt, by: Recorder): Promise<BankEntryRow | Failure> {
    if (served.kind === 'failed') {
      const isLine = served.reason === 'line.in_deposit' || served.reason === 'line.in_contract'
      return (isLine ? await ownLine(row, [debt]) : null) ?? served
    }
    const { currency, amount, day } = row
    const lines = await linesOfMoney(db, { direction: 'in', currency, amount, day })
    const line = lines.find((one) => one.entry === numberOf(row) && isOnDebt(one, debt.of))
    const open = debt.open.find((one) => one.currency === currency)
    return changed(row, {
      ...(line && standsOn(line)),
      state: 'recorded',
      reason: null,
      guess: null,
      refusal: null,
      short: open === undefined ? null : shortOf(open.amount, amount),
      decidedBy: by.caller.person.id,
      decidedAt: by.about.at,
    })
  }

  async function reverse(row: BankEntryRow, by: Recorder): Promise<BankEntryRow> {
    const before = (await standingEntries(db, row)).filter((one) => one.fileId !== row.fileId || one.place < row.place)
    const standing = before.map((one) => ({
      ...one.entry,
      debt: JSON.stringify([one.timelineId, one.companyId, one.contractId]),
      original: one,
    }))
    const found = reversedBy(standing, row.entry)?.original
    if (found === undefined) return wait(row, 'reversal', null)
    const served = await correct(found, row, by)
    return served.kind === 'failed' ? wait(row, 'reversal', null, served, by) : takenBack(row, found, found, by)
  }

  /** The reversal after the correction of what it reverses. `entry`: that of a file, where one has brought it. */
  async function takenBack(row: BankEntryRow, stands: Stands, entry: BankEntryRow | null, by: Recorder) {
    if (entry !== null) await changed(entry, { state: 'reversed' })
    return changed(row, {
      ...standsOn(stands),
      state: 'recorded',
      reason: null,
      refusal: null,
      reverses: entry?.id ?? null,
      decidedBy: by.caller.person.id,
      decidedAt: by.about.at,
    })
  }

  /** Bl6: the entry, where a person has taken its line back for a reversal before a file brought it. */
  async function takenBefore(row: BankEntryRow, debts: readonly Debt[]): Promise<BankEntryRow | null> {
    const reversal = (await openReversals(db, row)).find((one) => debts.some(({ of }) => isOnDebt(one, of)))
    if (reversal === undefined || !(await settleBankEntry(db, reversal, { reverses: row.id }))) return null
    return changed(row, { ...standsOn(reversal), state: 'reversed', reason: null, guess: null, refusal: null })
  }

  return {
    async settle(row, by) {
      if (row.entry.reversal) return reverse(row, by)
      const debts = await debtsOf(needs, referencesIn(row.entry.texts), row.entry, by.about.at)
      const own = (await takenBefore(row, debts)) ?? (await ownLine(row, debts))
      if (own) return own
      const matched = matchEntry(row.entry, debts)
      if ('waits' in matched)
        return wait(row, matched.waits, matched.debt ?? (await guessOf(needs, row.entry, by.about.at)))
      const { debt } = matched
      const settled = await after(row, await receive(row, debt, NOTHING, by), debt, by)
      return 'kind' in settled ? wait(row, 'refused', debt, settled, by) : settled
    },
    record: async (row, debt, said, by) => after(row, await receive(row, debt, said, by), debt, by),
    async takeBack(row, of, by) {
      const found = (await reversibleLines(db, row)).find(({ line }) => line.seq === of.seq && isOnDebt(line, of))
      if (found === undefined) return refuse('bank.not_reversible')
      const served = await correct(found.line, row, by)
      return served.kind === 'failed' ? served : takenBack(row, found.line, found.entry, by)
    },
  }
}

const shortOf = (open: Minor, amount: Minor): Minor | null => (open > amount ? minor(open - amount) : null)

const isOnDebt = ({ timelineId, companyId, contractId }: Omit<Stands, 'seq'>, of: BankDebt | OwnEntry): boolean =>
  of.kind === 'contract'
    ? contractId === of.contractId
    : timelineId === of.scheduleTimelineId && companyId === of.companyId
