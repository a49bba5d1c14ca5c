import { dayOf } from '../../../../domain/trade/money.ts'
import { instant } from '../../../../domain/units.ts'
import { rangeIn, type DayRange } from '../../../../contract/dayRange.ts'
import { pageSearch, type PageSearch } from '../../../lib/paging.ts'

type Raw = Record<string, unknown>

export const ORDER_STATES = ['unsigned', 'contract', 'complete', 'held', 'cancelled'] as const
export const CONTRACT_STATUSES = ['0', '1', '2', '3', '4'] as const
const SIDES = ['buyer', 'seller'] as const

/** The list shows won lots, or sold ones. */
export interface OrderSearch extends PageSearch {
  /** The default side is the buyer's. */
  readonly side?: 'seller'
  readonly state?: (typeof ORDER_STATES)[number]
}
/** Parts of the address that are not filters are kept. */
export function orderSearch({ page, size, side, state, ...others }: Raw): OrderSearch {
  const asked = ORDER_STATES.find((one) => one === state)
  return {
    ...others,
    ...pageSearch({ page, size }),
    ...(side === 'seller' && { side }),
    ...(asked && { state: asked }),
  }
}

export interface ContractsSearch extends PageSearch, DayRange {
  readonly status?: (typeof CONTRACT_STATUSES)[number]
  readonly side?: (typeof SIDES)[number]
  /** Only contracts whose next step is the company's. */
  readonly mine?: true
}
export function contractsSearch({
  page,
  size,
  status,
  side,
  mine,
  beginTime,
  endTime,
  ...others
}: Raw): ContractsSearch {
  const [asked, party] = [CONTRACT_STATUSES.find((one) => one === String(status)), SIDES.find((one) => one === side)]
  return {
    ...others,
    ...pageSearch({ page, size }),
    ...(asked && { status: asked }),
    ...(party && { side: party }),
    ...(mine === true && { mine }),
    ...rangeIn({ beginTime, endTime }),
  }
}

/** Ids of the lots picked for a contract, joined by commas. */
export interface SigningSearch {
  readonly lots?: string
}
export function signingSearch({ lots, ...others }: Raw): SigningSearch {
  const ids = typeof lots === 'string' || typeof lots === 'number' ? idsOf(String(lots)) : []
  return { ...others, ...(ids.length > 0 && { lots: ids.join(',') }) }
}
export const idsOf = (lots = ''): readonly string[] => lots.split(',').filter((id) => /^[\w.-]{1,80}$/.test(id))

export interface ContractSearch {
  readonly contractId?: string
  /** The reader is changing the contract. */
  readonly change?: true
}
export function contractSearch({ contractId, change, ...others }: Raw): ContractSearch {
  const id = typeof contractId === 'string' || typeof contractId === 'number' ? String(contractId) : ''
  return { ...others, ...(id !== '' && { contractId: id }), ...(change === true && { change }) }
}

export interface StatementSearch extends PageSearch, DayRange {
  /** Another company's id; only the platform may ask for it. */
  readonly companyId?: string
}
export function statementSearch({ page, size, beginTime, endTime, companyId, ...others }: Raw): StatementSearch {
  return {
    ...others,
    ...pageSearch({ page, size }),
    ...rangeIn({ beginTime, endTime }),
    ...(typeof companyId === 'string' && companyId !== '' && { companyId }),
  }
}

/** The period of the address; by default this year up to today, in Beijing. */
export function periodOf({ beginTime, endTime, companyId }: StatementSearch, now: number) {
  const last = endTime ?? dayOf(instant(Math.round(now)))
  const first = beginTime ?? `${last.slice(0, 4)}-01-01`
  return { beginTime: first < last ? first : last, endTime: last, ...(companyId !== undefined && { companyId }) }
}
