import type { StoragePort } from '../../../client/ports/ports.ts'
import { lotsSearch, type LotsSearch } from './search.ts'

const KEY = 'seller-lots-place'

/** Records page and filters of the seller's list for the way back from a draft. Lives as long as the browser tab. */
export const keepListPlace = (storage: StoragePort, search: LotsSearch): void =>
  storage.setItem(KEY, JSON.stringify(search))

/** The recorded page and filters; the first page without filters if there are none. */
export function listPlace(storage: StoragePort): LotsSearch {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null')
    return typeof kept === 'object' && kept !== null ? lotsSearch({ ...kept }) : {}
  } catch {
    return {}
  }
}
