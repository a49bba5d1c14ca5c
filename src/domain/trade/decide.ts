import type { CompanyId } from '../lot.ts'
import type {
  Contract,
  ContractActor,
  ContractCommand,
  ContractEvent,
  ContractParty,
  ContractRefusal,
  DealInForce,
  DraftRefusal,
} from './contract.ts'

/**
 * The refusal of one contract over these deals for that buyer (Ct1, Ct2); `null`: accepted. `own`: the contract that is
 * being changed, which may keep its lots.
 */
export function refuseDraft(
  deals: readonly DealInForce[],
  buyer: CompanyId,
  own: string | null = null,
): DraftRefusal | null {
  const [first] = deals
  if (first === undefined) return 'contract.no_lots'
  for (const deal of deals) {
    if (deal.buyer !== buyer) return 'contract.lot_not_yours'
    if (deal.cancelled) return 'contract.lot_cancelled'
    if (deal.onHold) return 'contract.lot_on_hold'
    if (deal.contract !== null && deal.contract !== own) return 'contract.lot_taken'
    if (deal.seller !== first.seller || deal.currency !== first.currency) return 'contract.lots_differ'
  }
  return null
}

/** The event that the command leads to; a string is a refusal. */
export function decideContract(
  contract: Contract,
  command: ContractCommand,
  actor: ContractActor,
): ContractEvent | ContractRefusal {
  const { status } = contract
  if (status === 3) return 'contract.complete'
  if (status === 4) return 'contract.terminated'
  if (command.type === 'dealCancelled') return { type: 'terminated', by: 'room', reason: command.reason }

  const party = partyOf(contract, actor)
  if (party === null && !actor.platform) return 'contract.not_party'
  if (command.hash !== contract.hash) return 'contract.changed'

  switch (command.type) {
    case 'revise': {
      if (party === null) return 'contract.not_party'
      if (status === 2) return 'contract.waits_for_platform'
      if (party === 'seller' && status === 0) return 'contract.waits_for_buyer'
      return { type: 'revised', by: party, version: contract.version + 1, hash: command.next }
    }
    case 'sign': {
      if (party === null) return 'contract.not_party'
      if (contract.signed.includes(party)) return 'contract.signed'
      if (party === 'seller' && status === 0) return 'contract.waits_for_buyer'
      if (contract.onHold) return 'contract.on_hold'
      return { type: 'signed', by: party, version: contract.version }
    }
    case 'return': {
      if (status === 0) return 'contract.waits_for_buyer'
      if (actor.platform && party === null) return { type: 'returned', by: 'platform', reason: command.reason }
      if (party !== 'seller') return status === 1 ? 'contract.waits_for_seller' : 'contract.waits_for_platform'
      if (status === 2) return 'contract.waits_for_platform'
      return { type: 'returned', by: 'seller', reason: command.reason }
    }
    case 'verify': {
      if (!actor.platform) return 'contract.not_party'
      if (party !== null) return 'contract.own'
      if (status === 0) return 'contract.waits_for_buyer'
      if (status === 1) return 'contract.waits_for_seller'
      if (contract.onHold) return 'contract.on_hold'
      return { type: 'verified' }
    }
    case 'terminate': {
      if (actor.platform && party === null) return { type: 'terminated', by: 'platform', reason: command.reason }
      if (party === 'seller') return 'contract.not_party'
      if (status === 1) return 'contract.waits_for_seller'
      if (status === 2) return 'contract.waits_for_platform'
      return { type: 'terminated', by: 'buyer', reason: command.reason }
    }
  }
}

/** The contract after the event. */
export function evolveContract(contract: Contract, event: ContractEvent): Contract {
  switch (event.type) {
    case 'revised':
      return { ...contract, status: 0, version: event.version, hash: event.hash, signed: [] }
    case 'signed':
      return { ...contract, status: event.by === 'buyer' ? 1 : 2, signed: [...contract.signed, event.by] }
    case 'returned':
      return { ...contract, status: 0, signed: [] }
    case 'verified':
      return { ...contract, status: 3 }
    case 'terminated':
      return { ...contract, status: 4 }
  }
}

export const isContractRefusal = (decided: ContractEvent | ContractRefusal): decided is ContractRefusal =>
  typeof decided === 'string'

/** The side that the actor's company has in the contract. */
export const partyOf = (
  { buyer, seller }: Pick<Contract, 'buyer' | 'seller'>,
  { company }: Pick<ContractActor, 'company'>,
): ContractParty | null =>
  company === null ? null : company === buyer ? 'buyer' : company === seller ? 'seller' : null
