import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Command } from '../../src/domain/commands.ts'
import type { Lot } from '../../src/domain/lot.ts'
import type { SessionState } from '../../src/domain/state.ts'
import type { ContractActor, ContractCommand } from '../../src/domain/trade/contract.ts'
import { dealOf } from '../../src/domain/outcome.ts'
import { pick } from '../../src/domain/testing/room.ts'
import { later, milli, minor } from '../../src/domain/units.ts'
import { Projections } from '../../src/server/room/projections.ts'
import { contractById, versionOf } from '../../src/server/store/contracts.ts'
import { saleOrder, tradeContract } from '../../src/server/store/schema.ts'
import { allTerms } from '../../src/server/store/terms.ts'
import {
  actOnContract,
  cancelWithContract,
  makeContract,
  particularsOf,
  reviseContract,
} from '../../src/server/trade/contracts.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { until } from '../support/http/until.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

// No two deals, orders or contracts are alive for a cubic metre, in histories of random acts on real rooms and the real
// database, some of the acts at the same time.

let house: House
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
})
afterAll(() => house.close())

const BUYERS = ['c1', 'c2'] as const
const PLATFORM: ContractActor = { account: 'admin', company: null, platform: true }
const personOf = (company: string): ContractActor => ({
  account: { c1: 'buyer1', c2: 'buyer2', sellerco: 'seller1' }[company] ?? 'seller2',
  company,
  platform: false,
})

/** Chooses an act and what it is about: whole numbers of 0 … 999. */
type Move = readonly [kind: number, what: number, how: number]
const move = () => fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999))

const seen = { made: 0, complete: 0, ended: 0, resold: 0, split: 0 }

class History {
  readonly sale: Sale
  readonly contracts: string[] = []
  private offers = 0

  constructor(sale: Sale) {
    this.sale = sale
  }

  async state(): Promise<SessionState> {
    const state = await house.rooms.state(this.sale.id)
    if (state === null) throw new Error('no room')
    return state
  }

  async give(actor: string, command: Command): Promise<boolean> {
    const { verdict } = await house.rooms.give(this.sale.id, command, { actor, account: null })
    return verdict === 'accepted'
  }

  bid(number: number, lot: string, price: number): Promise<boolean> {
    const notAfter = later(house.clock.now(), 30_000)
    return this.give(`bidder:${number}`, { type: 'bid', lot, price: minor(price), notAfter })
  }

  /** Cancels a deal as its operator does. `dies`: the node dies before it has ended the deal's contract. */
  async cancel(lot: string, dies: boolean): Promise<void> {
    const at = house.clock.now()
    await cancelWithContract(house.store.db, { lot, reason: 'unpaid', at }, async () => {
      const accepted = await this.give('operator', { type: 'cancelDeal', lot, reason: 'unpaid' })
      if (dies) throw new Dead('after the room’s decision')
      return { answer: null, accepted }
    }).catch((error: unknown) => {
      if (!(error instanceof Dead)) throw error
    })
  }

  async ofDeal([, what, how]: Move): Promise<unknown> {
    const { lots } = await this.state()
    const sold = [...lots].filter(({ deal }) => deal !== null)
    const lot = pick(sold, what)
    if (lot === undefined) return null
    const id = lot.lot
    const acts = [
      () => this.give('operator', { type: 'holdDeal', lot: id, reason: 'a claim' }),
      () => this.give('operator', { type: 'releaseDeal', lot: id, reason: 'settled' }),
      () => this.give('operator', { type: 'releaseDeal', lot: id, reason: 'settled' }),
      () => this.cancel(id, how % 3 === 0),
      () => this.give('operator', { type: 'offerDeal', lot: id, minutes: 30 }),
      () => this.give('operator', { type: 'offerDeal', lot: id, minutes: 30 }),
      () => this.answerDeal(lot, how),
      () => this.answerDeal(lot, how),
      async () => {
        await this.cancel(id, how % 2 === 0)
        await this.sellOn(id)
      },
    ]
    return pick(acts, how)?.()
  }

  /** Gives the lot of a cancelled deal to the next bidder, before anything is written up. */
  async sellOn(lot: string): Promise<void> {
    await this.give('operator', { type: 'offerDeal', lot, minutes: 30 })
    const { award } = (await this.state()).lots.get(lot) ?? {}
    if (award) await this.give(`bidder:${award.number}`, { type: 'confirmDeal', lot })
  }

  answerDeal({ lot, award }: Lot, how: number): Promise<boolean> | null {
    const type = how % 4 === 0 ? 'declineDeal' : 'confirmDeal'
    return award === null ? null : this.give(`bidder:${award.number}`, { type, lot })
  }

  /** A bidder offers for the lot, or a part of it, and the seller accepts. */
  async negotiate([, what, how]: Move): Promise<unknown> {
    const { lots, stage } = await this.state()
    if (stage === 'bidding') return this.give('host', { type: 'adjustStage', minutes: null })
    const lot = pick(
      [...lots].filter(({ status }) => status === 'unsold'),
      what,
    )
    if (lot === undefined) return null
    const offer = `offer-${(this.offers += 1)}`
    await this.give(`bidder:${1 + (how % 2)}`, {
      type: 'offer',
      offer,
      lot: lot.lot,
      price: lot.startPrice,
      quantity: how % 3 === 0 ? lot.quantity : milli(Math.ceil(lot.quantity / 2)),
      deliveryDate: lot.deliveryDate,
      note: '',
      expiresAt: later(house.clock.now(), 60_000),
      answers: null,
    })
    return this.give(`seller:${lot.seller}`, { type: 'acceptOffer', offer, revision: 1 })
  }

  async make([, what, how]: Move): Promise<unknown> {
    const orders = await house.store.db.select().from(saleOrder).where(eq(saleOrder.timelineId, this.sale.id))
    const first = pick(orders, what)
    if (first === undefined) return null
    const lots = orders
      .filter((one) => one === first || (one.sellerCompanyId === first.sellerCompanyId && (how + one.seq) % 3 === 0))
      .map(({ lotId }) => lotId)
    const buyer = how % 11 === 0 ? BUYERS[how % 2 === 0 ? 0 : 1] : first.companyId
    return this.makeOf(buyer, lots)
  }

  async makeOf(buyer: string, lots: readonly string[]): Promise<unknown> {
    const { account } = personOf(buyer)
    const made = await makeContract(house.store.db, {
      id: randomUUID(),
      buyer,
      account,
      lots,
      particulars: await particularsOf(house.store.db, buyer, account),
      targetPort: '',
      note: '',
      onceKey: null,
      ...(await this.given()),
    })
    if (typeof made === 'string') return made
    seen.made += 1
    this.contracts.push(made.id)
    return made
  }

  private given = async () => ({
    terms: await allTerms(house.store.db),
    deliveryOf: () => null,
    at: house.clock.now(),
  })

  async ofContract([, what, how]: Move): Promise<unknown> {
    // Mostly one of the newest, so that some get complete.
    const id = pick(this.contracts.slice(-3), what)
    const row = id === undefined ? null : await contractById(house.store.db, id)
    if (id === undefined || row === null) return null
    const { hash, status } = row
    const [buyer, seller] = [personOf(row.buyerCompanyId), personOf(row.sellerCompanyId)]
    const act = (command: Exclude<ContractCommand, { type: 'revise' }>, actor: ContractActor) =>
      actOnContract(house.store.db, { id, command, actor, at: house.clock.now() })
    const next = [
      () => act({ type: 'sign', hash }, buyer),
      () => act({ type: 'sign', hash }, seller),
      () => act({ type: 'verify', hash }, PLATFORM),
    ][status]
    const acts = [
      () => act({ type: 'return', hash, reason: 'wrong port' }, how % 2 === 0 ? seller : PLATFORM),
      () => act({ type: 'terminate', hash, reason: 'no ship' }, how % 2 === 0 ? buyer : PLATFORM),
      () => this.revise(id, hash, how),
    ]
    return how < 750 ? next?.() : pick(acts, (how - 750) * 4)?.()
  }

  /** The buyer changes which lots are in it. */
  async revise(id: string, hash: string, how: number): Promise<unknown> {
    const row = await contractById(house.store.db, id)
    if (row === null) return null
    const orders = await house.store.db
      .select()
      .from(saleOrder)
      .where(and(eq(saleOrder.timelineId, this.sale.id), eq(saleOrder.sellerCompanyId, row.sellerCompanyId)))
    const actor = personOf(row.buyerCompanyId)
    return reviseContract(house.store.db, {
      id,
      hash,
      actor,
      particulars: await particularsOf(house.store.db, row.buyerCompanyId, actor.account),
      lots: orders.filter(({ seq }) => (how + seq) % 2 === 0).map(({ lotId }) => lotId),
      targetPort: undefined,
      note: undefined,
      ...(await this.given()),
    })
  }

  act(one: Move): Promise<unknown> {
    const [kind] = one
    if (kind < 300) return this.ofDeal(one)
    if (kind < 400) return this.negotiate(one)
    return kind < 600 ? this.make(one) : this.ofContract(one)
  }

  /** The contracts that are not terminated, with the deals in them as they are written. */
  async alive() {
    if (this.contracts.length === 0) return []
    const rows = await house.store.db
      .select()
      .from(tradeContract)
      .where(and(inArray(tradeContract.id, this.contracts), ne(tradeContract.status, 4)))
    return Promise.all(rows.map(async (row) => ({ row, deals: (await versionOf(house.store.db, row)).content.lots })))
  }

  /** What holds at every moment, also while orders are a moment behind. */
  async check(): Promise<void> {
    const contracts = await this.alive()
    const { lots } = await this.state()
    const quantities = new Map<string, number>()
    for (const lot of lots) {
      const root = lots.rootOf(lot.lot)
      quantities.set(root, (quantities.get(root) ?? 0) + (dealOf(lot)?.quantity ?? 0))
    }
    this.sale.lots.forEach((lot, i) => expect(quantities.get(lot)).toBeLessThanOrEqual(10_000 + i))
    const complete = contracts.filter(({ row }) => row.status === 3).flatMap(({ row, deals }) => named(row, deals))
    expect(complete.filter(({ lot, seq }) => dealIn(lots.get(lot)) !== seq)).toEqual([])
    expect(new Set(complete.map(({ lot }) => lot)).size).toBe(complete.length)
  }

  /** What holds once all is written up. */
  async settled(): Promise<void> {
    const due = async () => {
      const { lots } = await this.state()
      return [...lots].flatMap((one) => (dealOf(one) === null ? [] : `${one.lot} ${dealIn(one)}`)).toSorted()
    }
    const orders = async () => {
      const inForce = and(eq(saleOrder.timelineId, this.sale.id), isNull(saleOrder.cancelled))
      const rows = await house.store.db.select().from(saleOrder).where(inForce)
      return rows.map(({ lotId, seq }) => `${lotId} ${seq}`).toSorted()
    }
    await until(async () => JSON.stringify(await orders()) === JSON.stringify(await due()))
    await until(async () => (await this.dead()).length === 0)
    const alive = (await this.alive()).flatMap(({ row, deals }) => named(row, deals))
    expect(new Set(alive.map(({ lot }) => lot)).size, JSON.stringify(alive)).toBe(alive.length)
    await this.check()
    const { lots } = await this.state()
    seen.complete += (await this.alive()).filter(({ row }) => row.status === 3).length
    seen.ended += this.contracts.length - (await this.alive()).length
    seen.resold += [...lots].filter((lot) => dealOf(lot) !== null && lot.passed.length > 0).length
    seen.split += [...lots].filter(({ parent }) => parent !== null).length
  }

  /** Deals that are not in force and stand in a contract that is alive. */
  async dead() {
    const { lots } = await this.state()
    return (await this.alive())
      .flatMap(({ row, deals }) => named(row, deals))
      .filter(({ lot, seq }) => dealIn(lots.get(lot)) !== seq)
  }
}

const RUNS = 8

class Dead extends Error {}

type Alive = Awaited<ReturnType<History['alive']>>[number]
const named = ({ contractNo, status }: Alive['row'], deals: Alive['deals']) =>
  deals.map(({ contractObjectId: lot, deal }) => ({ contractNo, status, lot, seq: deal.seq }))

const dealIn = (lot: Lot | undefined): number | null => (lot === undefined ? null : (dealOf(lot)?.seq ?? null))

/** Three lots under the hammer, each with a bid of both buyers. */
async function underTheHammer(): Promise<History> {
  const sale = await addSale(house, {
    stand: 'running',
    bidders: BUYERS,
    lots: 4,
    rule: { biddingSeconds: 5, extensionSeconds: 1, negotiationMinutes: 600, autoFinishMinutes: 600 },
  })
  const history = new History(sale)
  for (const [i, lot] of sale.lots.slice(0, 3).entries()) {
    const start = 100_000 + i * 10_000
    for (const [k, number] of [2, 1].entries()) expect(await history.bid(number, lot, start + k * 1_000)).toBe(true)
  }
  return history
}

const isOpen = async (history: History): Promise<boolean> =>
  [...(await history.state()).lots].some(({ status }) => status === 'open')

test(
  'no two deals, orders or contracts are alive for a cubic metre, in any history',
  { timeout: 120_000 },
  async () => {
    const histories: History[] = []
    while (histories.length < RUNS) histories.push(await underTheHammer())
    for (const history of histories) await until(async () => !(await isOpen(history)))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(move(), { minLength: 1, maxLength: 3 }), { minLength: 30, maxLength: 60 }),
        async (moves) => {
          const history = histories.shift()
          if (history === undefined) throw new RangeError('more runs than sales')
          for (const together of moves) {
            await Promise.all(together.map((one) => history.act(one)))
            await history.check()
          }
          await history.settled()
        },
      ),
      { numRuns: RUNS, seed: 20_261_128, endOnFailure: true },
    )
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(2)
  },
)

describe('a deal that was cancelled and sold on before anything of it was written up', () => {
  /** Its order and its contract, still as they were: the node died right after the room's decisions. */
  async function unwritten() {
    const history = await underTheHammer()
    await until(async () => !(await isOpen(history)))
    const [lot = ''] = history.sale.lots
    const { db } = house.store
    const orderOf = async () => (await db.select().from(saleOrder).where(eq(saleOrder.lotId, lot)))[0]
    await until(async () => (await orderOf())?.companyId === 'c1')
    await history.makeOf('c1', [lot])
    const [contract] = await history.alive()
    const order = await orderOf()
    if (contract === undefined || order === undefined) throw new Error('no contract')
    await history.cancel(lot, true)
    await history.sellOn(lot)
    for (const type of ['holdDeal', 'releaseDeal'] as const)
      expect(await history.give('operator', { type, lot, reason: 'a claim' })).toBe(true)
    await until(async () => (await orderOf())?.companyId === 'c2')
    await db.update(saleOrder).set(order).where(eq(saleOrder.lotId, lot))
    await db.update(tradeContract).set({ status: 0 }).where(eq(tradeContract.id, contract.row.id))
    return { history, contract: contract.row, orderOf }
  }

  test('its contract is not signed any more', { timeout: 60_000 }, async () => {
    const { history, contract } = await unwritten()
    const sign = { type: 'sign', hash: contract.hash } as const
    const at = house.clock.now()
    expect(await actOnContract(house.store.db, { id: contract.id, command: sign, actor: personOf('c1'), at })).toBe(
      'contract.terminated',
    )
    expect(await history.alive()).toEqual([])
  })

  test('the next node that writes it up ends its contract', { timeout: 60_000 }, async () => {
    const { history, orderOf } = await unwritten()
    const errors: unknown[] = []
    const next = new Projections(
      house.store.db,
      () => house.clock.now(),
      () => new Set(),
      () => Promise.reject(new Error('this sale is not sealed')),
      (error) => errors.push(error),
    )
    next.loaded({ state: await history.state(), hash: '' })
    await next.finish()
    expect(errors).toEqual([])
    expect(await orderOf()).toMatchObject({ companyId: 'c2', contractId: null })
    expect(await history.alive()).toEqual([])
  })
})
