import type { BankDebt } from '../../../contract/calls/bank.ts'
import { depositSums, openOf } from '../../../domain/deposit.ts'
import type { CompanyId } from '../../../domain/lot.ts'
import { dayOf } from '../../../domain/trade/money.ts'
import type { ClaimKind } from '../../../domain/trade/money.ts'
import { contractNoOf, depositReferenceOf, isContractKey } from '../../../domain/trade/own-reference.ts'
import type { OpenDebt, StatementEntry } from '../../../domain/trade/statement.ts'
import { minor } from '../../../domain/units.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Rooms } from '../../ports.ts'
import { companiesById, companiesNamed } from '../../store/accounts.ts'
import { companiesOfAccount, contractsByNo, latestOf } from '../../store/bank-entries.ts'
import type { ContractRow } from '../../store/contracts.ts'
import { depositsByReference, referenceOf } from '../../store/deposit-references.ts'
import type { Db } from '../../store/open.ts'
import { findSession } from '../../store/schedules.ts'
import { entriesOf } from '../../store/sessionDeposits.ts'
import { owedUnder, standingsOf } from '../../trade/payments.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
}

/** A debt that an entry of the bank may pay. */
export interface Debt extends OpenDebt {
  readonly of: BankDebt
  readonly reference: string
}

type Paid = Pick<StatementEntry, 'currency' | 'amount'>

/** The debts that references (`referencesIn`) stand for. `claim`: the one meant under a contract, if it is known. */
export async function debtsOf(
  needs: Needs,
  keys: readonly string[],
  paid: Paid,
  at: Instant,
  claim: ClaimKind | null = null,
): Promise<readonly Debt[]> {
  if (keys.length === 0) return []
  const [deposits, contracts] = await Promise.all([
    depositsByReference(
      needs.db,
      keys.filter((key) => !isContractKey(key)).map((key) => depositReferenceOf(key)),
    ),
    contractsByNo(
      needs.db,
      keys.filter((key) => isContractKey(key)).map((key) => contractNoOf(key)),
    ),
  ])
  const found = await Promise.all([
    ...deposits.map((one) => depositDebt(needs, one.timelineId, one.companyId)),
    ...contracts.map((row) => contractDebt(needs, row, paid, at, claim)),
  ])
  return found.filter((debt) => debt !== null)
}

async function namesOf({ db }: Needs, company: CompanyId): Promise<readonly string[]> {
  const [found] = await companiesById(db, [company])
  return found ? [found.nameZh, found.nameEn].filter((name) => name !== '') : []
}

async function depositDebt(needs: Needs, timelineId: string, companyId: CompanyId): Promise<Debt | null> {
  const { db, rooms } = needs
  const session = await findSession(db, timelineId)
  if (!session) return null
  const [entries, payers, reference, state] = await Promise.all([
    entriesOf(db, timelineId, companyId),
    namesOf(needs, companyId),
    referenceOf(db, timelineId, companyId),
    rooms.current(timelineId),
  ])
  return {
    of: { kind: 'deposit', scheduleTimelineId: timelineId, companyId },
    reference,
    open: openOf(session.timeline.deposits, depositSums(entries)),
    payers,
    ended: (state?.phase ?? session.head?.phase ?? 1) === 5,
  }
}

/**
 * The claim that the amount pays: the one meant; else the one whose open amount it is; else the first of the goods that
 * is open.
 */
async function contractDebt(
  needs: Needs,
  row: ContractRow,
  { currency, amount }: Paid,
  at: Instant,
  meant: ClaimKind | null,
): Promise<Debt | null> {
  const standings = standingsOf(await owedUnder(needs.db, row), dayOf(at))
  const open = standings.filter((one) => one.open > 0)
  const exact = currency === row.currency ? open.find((one) => one.open === amount) : undefined
  const standing =
    (meant === null ? exact : standings.find(({ claim }) => claim === meant)) ??
    open.find(({ claim }) => claim !== 'commission') ??
    open[0] ??
    standings[0]
  const payer = standing?.by === 'seller' ? row.sellerCompanyId : row.buyerCompanyId
  return {
    of: { kind: 'contract', contractId: row.id, claim: standing?.claim ?? 'deposit' },
    reference: row.contractNo,
    open: [{ currency: row.currency, amount: standing?.open ?? minor(0) }],
    payers: await namesOf(needs, payer),
    ended: false,
  }
}

/** The likeliest debt of an entry without a reference: of a company that is named, or paid from this account before. */
export async function guessOf(
  needs: Needs,
  { payer, payerAccount, ...paid }: Pick<StatementEntry, 'payer' | 'payerAccount' | 'currency' | 'amount'>,
  at: Instant,
): Promise<Debt | null> {
  const [named, known] = await Promise.all([
    companiesNamed(needs.db, payer),
    companiesOfAccount(needs.db, payerAccount),
  ])
  const companies = [...new Set([...named, ...known])].slice(0, 3)
  const debts: Debt[] = []
  for (const company of companies) {
    const { sales, contracts } = await latestOf(needs.db, company)
    for (const id of sales) {
      const debt = await depositDebt(needs, id, company)
      if (debt) debts.push(debt)
    }
    for (const row of contracts) {
      const debt = await contractDebt(needs, row, paid, at, null)
      if (debt) debts.push(debt)
    }
  }
  const openIn = ({ open }: Debt): number => open.find(({ currency }) => currency === paid.currency)?.amount ?? 0
  return debts.find((one) => openIn(one) === paid.amount) ?? debts.find((one) => openIn(one) > 0) ?? null
}
