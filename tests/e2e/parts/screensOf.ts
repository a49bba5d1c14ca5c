import { screenRows } from '../../../src/contract/screens.ts'

const LOT = 'session-global-lot-05'
const SALE = 'session-global'

type Who = 'admin' | 'buyer1' | 'seller1' | null
/** Who reads a screen; null: a visitor. */
function readerOf({ path, permissions, written, role }: (typeof screenRows)[number]): Who {
  if (permissions) return 'admin'
  if (role === 'seller' || path.startsWith('/seller/')) return 'seller1'
  return path === '/register' || path === '/forgotPassword' || path === '/login' || written ? null : 'buyer1'
}

/** Paths of a reader's screens in the demo world. */
export const pathsOf = (who: Who): readonly string[] =>
  screenRows
    .filter((row) => readerOf(row) === who && !row.path.includes('$lotDraftId'))
    .map(({ path }) => path.replace('$ids', SALE).replace('$id', LOT))
