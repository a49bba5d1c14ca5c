import { sql } from 'drizzle-orm'
import type { Particulars, SignatureMark } from '../../contract/calls/trade.ts'
import type { AccountId, CompanyId, LotId } from '../../domain/lot.ts'
import type {
  Contract,
  ContractActor,
  ContractCommand,
  ContractEvent,
  ContractRefusal,
  DraftRefusal,
} from '../../domain/trade/contract.ts'
import { decideContract, evolveContract, isContractRefusal, partyOf, refuseDraft } from '../../domain/trade/decide.ts'
import type { PaymentTerms } from '../../domain/trade/money.ts'
import { dayOf } from '../../domain/trade/money.ts'
import type { Instant } from '../../domain/units.ts'
import { contractTold } from '../../domain/notify/told.ts'
import { tell } from '../notify/tell.ts'
import { companiesById, membersOf } from '../store/accounts.ts'
import type { Company } from '../store/accounts.ts'
import {
  actsOf,
  addAct,
  contractOfDeal,
  contractOfLot,
  dealsInLogs,
  giveLots,
  isOnHold,
  lockContract,
  newestVersionWith,
  nextContractNo,
  ordersOf,
  versionOf,
} from '../store/contracts.ts'
import type { ContractAct, ContractRow } from '../store/contracts.ts'
import type { Db } from '../store/open.ts'
import { keepHold, lockOrders, ordersWithLots } from '../store/orders.ts'
import type { Order } from '../store/orders.ts'
import { contractVersion, tradeContract } from '../store/schema.ts'
import { noteForm, resultOfForm } from '../store/sentForms.ts'
import type { SentKey } from '../store/sentForms.ts'
import type { Terms } from '../store/terms.ts'
import { certifiedName, certifiedParticulars, contentOf } from './content.ts'

export type TradeRefusal = ContractRefusal | DraftRefusal

/** Inputs of a version besides its deals. */
interface Given {
  readonly terms: Terms
  readonly deliveryOf: (lot: LotId) => string | null
  readonly at: Instant
}

interface Making extends Given {
  readonly id: string
  readonly buyer: CompanyId
  readonly account: AccountId
  readonly lots: readonly LotId[]
  readonly particulars: Particulars
  readonly targetPort: string
  readonly note: string
  readonly onceKey: SentKey | null
}

/**
 * Makes a contract of won lots (Ct1, Ct2), or returns the refusal. Sent again under its key, it returns the first
 * contract.
 */
export async function makeContract(db: Db, making: Making): Promise<{ readonly id: string } | TradeRefusal> {
  const { id, buyer, account, at, onceKey } = making
  const seller = (lots: readonly Order[]) => lots[0]?.sellerCompanyId ?? ''
  return db.transaction(async (tx) => {
    const lots = [...new Set(making.lots)]
    // The deals' rows are locked: of two concurrent calls the second finds the first's contract.
    const orders = await lockOrders(tx, lots)
    const before = onceKey === null ? null : await resultOfForm(tx, account, onceKey)
    if (before !== null) return { id: before }
    const refused = refuseLots(await asInLogs(tx, orders), lots, buyer, null)
    if (refused) return refused

    const contractNo = await nextContractNo(tx, at)
    const { content, hash, amount } = contentOf({
      ...making,
      contractNo,
      version: 1,
      buyer: await asCertified(db, buyer, making.particulars),
      seller: await particularsOf(db, seller(orders)),
      orders: await ordersWithLots(tx, lots),
    })
    await tx.insert(tradeContract).values({
      id,
      contractNo,
      buyerCompanyId: buyer,
      sellerCompanyId: seller(orders),
      status: 0,
      version: 1,
      hash,
      currency: content.currency,
      amount,
      lotCount: lots.length,
      createdAt: at,
      changedAt: at,
      remindOn: null,
    })
    await tx.insert(contractVersion).values({ contractId: id, version: 1, content, hash, madeAt: at, madeBy: account })
    await addAct(tx, { contractId: id, act: 'made', by: 'buyer', accountId: account, at, version: 1 })
    await giveLots(tx, id, lots)
    if (onceKey !== null)
      await noteForm(tx, { accountId: account, key: onceKey, call: 'contractMake', result: id, sentAt: at })
    return { id }
  })
}

export interface Revision extends Given {
  readonly id: string
  readonly hash: string
  readonly actor: ContractActor
  readonly particulars: Particulars
  readonly lots: readonly LotId[] | undefined
  readonly targetPort: string | undefined
  readonly note: string | undefined
}

/** Makes the next version (Ct3, Ct6), or returns the refusal. */
export async function reviseContract(db: Db, revision: Revision): Promise<'done' | TradeRefusal> {
  const { id, actor, hash, at } = revision
  return db.transaction(async (tx) => {
    const row = await lockContract(tx, id)
    if (!row) return 'contract.not_party'
    const contract = await contractOf(tx, row)
    const party = partyOf(contract, actor)
    const { content: old } = await versionOf(tx, row)
    const isBuyer = party === 'buyer'
    const had = old.lots.map((one) => one.contractObjectId)
    const lots = isBuyer && revision.lots ? [...new Set(revision.lots)] : had
    // Decided before lots are checked, so that an actor without the right to change the contract learns nothing of
    // lots.
    const decided = decideContract(contract, { type: 'revise', hash, next: hash }, actor)
    if (isContractRefusal(decided)) return decided
    const orders = await lockOrders(tx, lots)
    const refused = refuseLots(await asInLogs(tx, orders), lots, row.buyerCompanyId, row)
    if (refused) return refused
    const next = contentOf({
      ...revision,
      contractNo: row.contractNo,
      version: row.version + 1,
      buyer: await asCertified(db, row.buyerCompanyId, isBuyer ? revision.particulars : old.buyer),
      seller: await asCertified(db, row.sellerCompanyId, isBuyer ? old.seller : revision.particulars),
      orders: await ordersWithLots(tx, lots),
      targetPort: (isBuyer ? revision.targetPort : undefined) ?? old.targetPort,
      note: (isBuyer ? revision.note : undefined) ?? old.note,
    })
    const event = decideContract(contract, { type: 'revise', hash, next: next.hash }, actor)
    if (isContractRefusal(event)) return event
    await tx.insert(contractVersion).values({
      contractId: id,
      version: row.version + 1,
      content: next.content,
      hash: next.hash,
      madeAt: at,
      madeBy: actor.account,
    })
    await tx
      .update(tradeContract)
      .set({ amount: next.amount, lotCount: lots.length })
      .where(sql`${tradeContract.id} = ${id}`)
    await giveLots(tx, id, lots)
    await keep(tx, row, contract, event, { actor, at })
    return 'done'
  })
}

interface Act {
  readonly id: string
  readonly command: Exclude<ContractCommand, { readonly type: 'revise' }>
  readonly actor: ContractActor
  readonly at: Instant
  /** Key of a signature that may be sent again. */
  readonly onceKey?: SentKey | null
  readonly signature?: undefined | { readonly mark: SignatureMark; evidence(row: ContractRow): Record<string, string> }
  /** Payment terms that stay with the contract once both parties have signed. */
  readonly paymentTerms?: PaymentTerms
}

/** Signs, returns, verifies or terminates, once, or returns the refusal. */
export async function actOnContract(
  db: Db,
  { id, command, actor, at, onceKey = null, signature, paymentTerms }: Act,
): Promise<'done' | ContractRefusal> {
  return db.transaction(async (tx) => {
    const row = await lockContract(tx, id)
    if (!row) return 'contract.not_party'
    const cancelled = command.type === 'sign' || command.type === 'verify' ? await roomSays(tx, row) : null
    if (cancelled !== null) {
      await end(tx, row, cancelled, at)
      return 'contract.terminated'
    }
    if (onceKey !== null && (await resultOfForm(tx, actor.account, onceKey)) !== null) return 'done'
    const contract = await contractOf(tx, row)
    const event = decideContract(contract, command, actor)
    if (isContractRefusal(event)) return event
    await keep(tx, row, contract, event, { actor, at, signature, ...(paymentTerms && { paymentTerms }) })
    if (onceKey !== null)
      await noteForm(tx, { accountId: actor.account, key: onceKey, call: 'contractSign', result: id, sentAt: at })
    return 'done'
  })
}

const ROOM: ContractActor = { account: '', company: null, platform: true }

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

/**
 * Ct9: the holds of the contract's deals as the rooms' logs have them, which cannot grow until the transaction ends. The
 * reason, if one of the deals was cancelled.
 */
async function roomSays(tx: Tx, { id, status }: ContractRow): Promise<string | null> {
  if (status === 3 || status === 4) return null
  for (const [lot, { onHold, cancelled }] of await dealsInLogs(tx, await ordersOf(tx, id))) {
    if (cancelled !== null) return cancelled
    await keepHold(tx, lot, onHold)
  }
  return null
}

async function end(tx: Tx, row: ContractRow, reason: string, at: Instant): Promise<void> {
  const contract = await contractOf(tx, row)
  const event = decideContract(contract, { type: 'dealCancelled', reason }, ROOM)
  if (!isContractRefusal(event)) await keep(tx, row, contract, event, { actor: ROOM, at })
}

/**
 * D9, Ct9: cancels a lot's deal by `cancel`, which asks the room, unless its contract is complete; the contract's row is
 * locked meanwhile, so no signature and no verification comes in between. A contract that was not complete is
 * terminated with it, and both parties are told.
 */
export async function cancelWithContract<T>(
  db: Db,
  { lot, reason, at }: { readonly lot: LotId; readonly reason: string; readonly at: Instant },
  cancel: () => Promise<{ readonly answer: T; readonly accepted: boolean }>,
): Promise<T | 'deal.contract_complete'> {
  return db.transaction(async (tx) => {
    const id = await contractOfLot(tx, lot)
    const row = id === null ? null : await lockContract(tx, id)
    if (row?.status === 3) return 'deal.contract_complete'
    const { answer, accepted } = await cancel()
    if (accepted && row !== null) await end(tx, row, reason, at)
    return answer
  })
}

/** Ct9: called when the room cancelled this deal. Repeating it changes nothing. */
export async function endContractOf(
  db: Db,
  deal: Parameters<typeof contractOfDeal>[1],
  reason: string,
  at: Instant,
): Promise<void> {
  const id = await contractOfDeal(db, deal)
  if (id !== null) await actOnContract(db, { id, command: { type: 'dealCancelled', reason }, actor: ROOM, at })
}

/** A company's particulars in its last contract, or its certified details; name and code as they are certified. */
export async function particularsOf(
  db: Db,
  companyId: CompanyId,
  account: AccountId | null = null,
): Promise<Particulars> {
  const last = await newestVersionWith(db, companyId)
  if (last) return asCertified(db, companyId, last.content[last.side])
  const [company, members] = await Promise.all([companyOf(db, companyId), membersOf(db, [companyId])])
  return certifiedParticulars(company, members.find(({ id }) => id === account) ?? members[0] ?? null)
}

/** Particulars with the company's certified name and code, which neither a draft nor a revision can change. */
const asCertified = async (db: Db, companyId: CompanyId, particulars: Particulars): Promise<Particulars> => ({
  ...particulars,
  ...certifiedName(await companyOf(db, companyId)),
})

async function companyOf(db: Db, id: CompanyId): Promise<Company> {
  const [company] = await companiesById(db, [id])
  if (!company) throw new Error(`no company ${id}`)
  return company
}

/** Ct2: the orders with what the rooms' logs say of their deals. */
async function asInLogs(tx: Tx, orders: readonly Order[]): Promise<readonly Order[]> {
  const logged = await dealsInLogs(tx, orders)
  return orders.map((order) => ({ ...order, ...logged.get(order.lotId) }))
}

function refuseLots(
  orders: readonly Order[],
  lots: readonly LotId[],
  buyer: CompanyId,
  own: Pick<ContractRow, 'id' | 'sellerCompanyId' | 'currency'> | null,
): DraftRefusal | null {
  // A lot without a deal has no buyer.
  if (orders.length < lots.length) return 'contract.lot_not_yours'
  const refused = refuseDraft(
    orders.map((one) => ({
      lot: one.lotId,
      buyer: one.companyId,
      seller: one.sellerCompanyId,
      currency: one.currency as ContractRow['currency'],
      onHold: one.onHold && one.cancelled === null,
      cancelled: one.cancelled !== null,
      contract: one.contractId,
    })),
    buyer,
    own?.id ?? null,
  )
  if (refused) return refused
  const [first] = orders
  return own && first && (first.sellerCompanyId !== own.sellerCompanyId || first.currency !== own.currency)
    ? 'contract.lots_differ'
    : null
}

/** The contract as the law's input. */
export async function contractOf(db: Pick<Db, 'select'>, row: ContractRow): Promise<Contract> {
  const [acts, onHold] = await Promise.all([actsOf(db, row.id), isOnHold(db, row.id)])
  const { status, version, hash } = row
  return {
    status,
    version,
    hash,
    buyer: row.buyerCompanyId,
    seller: row.sellerCompanyId,
    signed: signaturesIn(acts).map(({ by }) => (by === 'seller' ? 'seller' : 'buyer')),
    onHold,
  }
}

/** Valid signatures: those since the last change or return. */
export function signaturesIn(acts: readonly ContractAct[]): readonly ContractAct[] {
  const cleared = acts.findLastIndex(({ act }) => act === 'made' || act === 'revised' || act === 'returned')
  return acts.slice(cleared + 1).filter(({ act }) => act === 'signed')
}

async function keep(
  tx: Pick<Db, 'select' | 'insert' | 'update' | 'execute'>,
  row: ContractRow,
  contract: Contract,
  event: ContractEvent,
  { actor, at, signature, paymentTerms }: Pick<Act, 'actor' | 'at' | 'signature' | 'paymentTerms'>,
): Promise<void> {
  const after = evolveContract(contract, event)
  const accountId = actor === ROOM ? null : actor.account
  const seq = await addAct(tx, {
    contractId: row.id,
    act: event.type,
    by: event.type === 'verified' ? 'platform' : event.by,
    accountId,
    at,
    version: after.version,
    reason: 'reason' in event ? event.reason : null,
    mark: signature?.mark,
    evidence: signature?.evidence(row),
  })
  await tx
    .update(tradeContract)
    .set({
      status: after.status,
      version: after.version,
      hash: after.hash,
      changedAt: at,
      ...(after.status === 2 && paymentTerms && { paymentTerms }),
      ...(event.type === 'verified' && { remindOn: dayOf(at) }),
    })
    .where(sql`${tradeContract.id} = ${row.id}`)
  if (event.type === 'terminated') await giveLots(tx, row.id, [])
  const { id, contractNo, buyerCompanyId: buyer, sellerCompanyId: seller } = row
  await tell(tx, contractTold({ id, contractNo, buyer, seller }, event, seq, accountId), at)
}
