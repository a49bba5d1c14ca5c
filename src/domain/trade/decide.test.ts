import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Contract, ContractActor, ContractCommand, ContractStatus, DealInForce } from './contract.ts'
import { decideContract, evolveContract, isContractRefusal, refuseDraft } from './decide.ts'

const buyer: ContractActor = { account: 'b', company: 'BUYER', platform: false }
const seller: ContractActor = { account: 's', company: 'SELLER', platform: false }
const platform: ContractActor = { account: 'o', company: null, platform: true }
const outsider: ContractActor = { account: 'x', company: 'OTHER', platform: false }

const draft: Contract = {
  status: 0,
  buyer: 'BUYER',
  seller: 'SELLER',
  version: 1,
  hash: 'h1',
  signed: [],
  onHold: false,
}
const at = (status: ContractStatus, also: Partial<Contract> = {}): Contract => ({
  ...draft,
  status,
  signed: status === 0 ? [] : status === 1 ? ['buyer'] : ['buyer', 'seller'],
  ...also,
})
const sign: ContractCommand = { type: 'sign', hash: 'h1' }
const revise: ContractCommand = { type: 'revise', hash: 'h1', next: 'h2' }
const verify: ContractCommand = { type: 'verify', hash: 'h1' }
const back: ContractCommand = { type: 'return', hash: 'h1', reason: 'wrong port' }
const terminate: ContractCommand = { type: 'terminate', hash: 'h1', reason: 'no ship' }
const cancelled: ContractCommand = { type: 'dealCancelled', reason: 'default' }

const deal = (also: Partial<DealInForce> = {}): DealInForce => ({
  lot: 'L1',
  buyer: 'BUYER',
  seller: 'SELLER',
  currency: 'USD',
  onHold: false,
  cancelled: false,
  contract: null,
  ...also,
})

describe('Ct1, Ct2: what a contract is made of', () => {
  test('Ct1: lots of one seller and one currency may share a contract', () => {
    expect(refuseDraft([deal(), deal({ lot: 'L2' })], 'BUYER')).toBeNull()
  })
  test.each([
    ['no lot at all', [], 'contract.no_lots'],
    ['Ct1: another buyer’s lot', [deal({ buyer: 'OTHER' })], 'contract.lot_not_yours'],
    ['Ct1: lots of two sellers', [deal(), deal({ seller: 'OTHER' })], 'contract.lots_differ'],
    ['Ct1: lots in two currencies', [deal(), deal({ currency: 'CNY' })], 'contract.lots_differ'],
    ['Ct1: a lot of another contract', [deal({ contract: 'C1' })], 'contract.lot_taken'],
    ['Ct2: a deal on hold', [deal({ onHold: true })], 'contract.lot_on_hold'],
    ['Ct2: a cancelled deal', [deal({ cancelled: true })], 'contract.lot_cancelled'],
  ] as const)('%s is refused', (_what, deals, reason) => {
    expect(refuseDraft(deals, 'BUYER')).toBe(reason)
  })
  test('Ct1: a contract that is changed keeps its own lots', () => {
    expect(refuseDraft([deal({ contract: 'C1' })], 'BUYER', 'C1')).toBeNull()
    expect(refuseDraft([deal({ contract: 'C2' })], 'BUYER', 'C1')).toBe('contract.lot_taken')
  })
})

describe('Ct3, Ct4, Ct5, Ct6, Ct7, Ct8, Ct9, Ct10, Ct11, Ct12: the way of a contract', () => {
  test('Ct4: the buyer signs, the seller signs, the platform verifies', () => {
    const steps = [
      [sign, buyer, 1],
      [sign, seller, 2],
      [verify, platform, 3],
    ] as const
    let contract = draft
    for (const [command, actor, status] of steps) {
      const event = decideContract(contract, command, actor)
      if (isContractRefusal(event)) throw new Error(event)
      contract = evolveContract(contract, event)
      expect(contract.status).toBe(status)
    }
    expect(contract.signed).toEqual(['buyer', 'seller'])
  })
  test.each([
    ['Ct4: the seller does not sign first', at(0), sign, seller, 'contract.waits_for_buyer'],
    ['Ct4: what the seller has not signed is not verified', at(1), verify, platform, 'contract.waits_for_seller'],
    ['Ct4: an unsigned contract is not verified', at(0), verify, platform, 'contract.waits_for_buyer'],
    ['Ct5: a version that is not the newest is not signed', at(0, { hash: 'h2' }), sign, buyer, 'contract.changed'],
    ['Ct5: nor verified', at(2, { hash: 'h2' }), verify, platform, 'contract.changed'],
    ['Ct5: nor terminated', at(0, { hash: 'h2' }), terminate, platform, 'contract.changed'],
    ['Ct6: the buyer changes nothing once the platform verifies', at(2), revise, buyer, 'contract.waits_for_platform'],
    ['Ct6: the seller changes nothing before the buyer signed', at(0), revise, seller, 'contract.waits_for_buyer'],
    ['Ct6: the platform changes nothing', at(1), revise, platform, 'contract.not_party'],
    ['Ct7: the buyer does not return it to itself', at(1), back, buyer, 'contract.waits_for_seller'],
    ['Ct7: nor from the platform', at(2), back, buyer, 'contract.waits_for_platform'],
    ['Ct7: the seller does not return it from the platform', at(2), back, seller, 'contract.waits_for_platform'],
    ['Ct7: what waits for the buyer is not returned', at(0), back, platform, 'contract.waits_for_buyer'],
    ['Ct8: the buyer does not terminate what it signed', at(1), terminate, buyer, 'contract.waits_for_seller'],
    ['Ct8: nor what both signed', at(2), terminate, buyer, 'contract.waits_for_platform'],
    ['Ct8: the seller does not terminate', at(1), terminate, seller, 'contract.not_party'],
    ['Ct8: nor for the platform', at(1), terminate, { ...platform, company: 'SELLER' }, 'contract.not_party'],
    ['Ct9: no party signs while a deal is on hold', at(0, { onHold: true }), sign, buyer, 'contract.on_hold'],
    [
      'Ct9: the platform does not verify while a deal is on hold',
      at(2, { onHold: true }),
      verify,
      platform,
      'contract.on_hold',
    ],
    ['Ct11: a party does not verify its own', at(2), verify, { ...platform, company: 'SELLER' }, 'contract.own'],
    ['Ct11: a party does not verify', at(2), verify, buyer, 'contract.not_party'],
    ['Ct12: a second signature of the buyer', at(1), sign, buyer, 'contract.signed'],
    ['Ct12: a second signature of the seller', at(2), sign, seller, 'contract.signed'],
    ['an outsider signs nothing', at(0), sign, outsider, 'contract.not_party'],
    ['an outsider returns nothing', at(1), back, outsider, 'contract.not_party'],
    ['the platform signs nothing', at(0), sign, platform, 'contract.not_party'],
  ] as const)('%s', (_what, contract, command, actor, reason) => {
    expect(decideContract(contract, command, actor)).toBe(reason)
  })
  test.each([
    ['the buyer before it signed', at(0), buyer],
    ['the buyer after it signed', at(1), buyer],
    ['the seller', at(1), seller],
  ] as const)('Ct3, Ct6: a change by %s is the next version, unsigned', (_who, contract, actor) => {
    const event = decideContract(contract, revise, actor)
    if (isContractRefusal(event)) throw new Error(event)
    expect(evolveContract(contract, event)).toMatchObject({ status: 0, version: 2, hash: 'h2', signed: [] })
  })
  test.each([
    ['the seller', at(1), seller, 'seller'],
    ['the seller who is of the platform too', at(1), { ...platform, company: 'SELLER' }, 'seller'],
    ['the platform, before the seller signed', at(1), platform, 'platform'],
    ['the platform', at(2), platform, 'platform'],
  ] as const)('Ct7: %s returns it, and it waits for the buyer unsigned', (_who, contract, actor, by) => {
    const event = decideContract(contract, back, actor)
    if (isContractRefusal(event)) throw new Error(event)
    expect(event).toEqual({ type: 'returned', by, reason: 'wrong port' })
    expect(evolveContract(contract, event)).toMatchObject({ status: 0, version: 1, signed: [] })
  })
  test.each([
    [at(0), buyer, 'buyer'],
    [at(0), platform, 'platform'],
    [at(1), platform, 'platform'],
    [at(2), platform, 'platform'],
  ] as const)('Ct8: from status %o it is terminated with its reason', (contract, actor, by) => {
    expect(decideContract(contract, terminate, actor)).toEqual({ type: 'terminated', by, reason: 'no ship' })
  })
  test.each([0, 1, 2] as const)('Ct9: a cancelled deal terminates a contract in status %i', (status) => {
    expect(decideContract(at(status), cancelled, platform)).toEqual({
      type: 'terminated',
      by: 'room',
      reason: 'default',
    })
  })
  test('Ct10: what is complete or terminated never changes', () => {
    for (const command of [sign, revise, verify, back, terminate, cancelled])
      for (const actor of [buyer, seller, platform, outsider]) {
        expect(decideContract(at(3), command, actor)).toBe('contract.complete')
        expect(decideContract(at(4), command, actor)).toBe('contract.terminated')
      }
  })
})

test('whatever is asked in whatever order, a complete contract is signed by both in its newest version', () => {
  const actors = [buyer, seller, platform, outsider] as const
  const move = fc.record({
    actor: fc.constantFrom(...actors),
    type: fc.constantFrom('revise', 'sign', 'return', 'verify', 'terminate', 'dealCancelled'),
    stale: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    hold: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  })
  const reached = new Set<ContractStatus>()
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
      let contract = draft
      let next = 1
      for (const { actor, type, stale, hold } of moves) {
        const before: Contract = { ...contract, onHold: hold }
        const hash = stale ? 'stale' : before.hash
        const command = { type, hash, next: `h${++next}`, reason: 'why' } as ContractCommand
        const event = decideContract(before, command, actor)
        if (isContractRefusal(event)) continue
        contract = evolveContract(before, event)
        reached.add(contract.status)
        expect(contract.version).toBeGreaterThanOrEqual(before.version)
        if (contract.version !== before.version) expect(contract.signed).toEqual([])
        if (contract.status === 3) expect(contract.signed).toEqual(['buyer', 'seller'])
        if (contract.status === 1) expect(contract.signed).toEqual(['buyer'])
        if (contract.status === 0) expect(contract.signed).toEqual([])
      }
    }),
    { numRuns: 1_000, seed: 20_261_123 },
  )
  expect(reached).toEqual(new Set([0, 1, 2, 3, 4]))
})
