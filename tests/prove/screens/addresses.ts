import { screenRows, type ScreenRow } from '../../../src/contract/screens.ts'

/** The reader's account; null: a visitor. */
export type Reader = 'buyer1' | 'seller1' | 'admin' | 'host' | null

export interface Sight {
  readonly name: string
  readonly path: string
  readonly reader: Reader
}

/** Ids of the demo world, for the addresses that hold one. */
const SALE = 'session-doors'
const LOT = `${SALE}-lot-01`
const ADDRESS: Readonly<Record<string, string>> = {
  TargetDetail: `/target/detail/${LOT}/${SALE}`,
  NewsDetail: '/news/detail?id=volume-rules',
  News: '/news?type=0',
  SellerLot: '/seller/lots',
}
const READER: Readonly<Record<string, Reader>> = { User: 'buyer1', Seller: 'seller1', Desk: 'admin' }

function readerOf({ menu, written, name }: ScreenRow): Reader {
  if (menu && menu.group !== 'Main') return READER[menu.group] ?? 'buyer1'
  if (written) return null
  return name.startsWith('Desk') ? 'admin' : name.startsWith('Seller') ? 'seller1' : 'buyer1'
}

/** Every screen of the manifest as the reader that it is for; the home page as each, and pages without a row of their own. */
export const sights = (): readonly Sight[] => [
  ...screenRows.map((row) => ({ name: row.name, path: ADDRESS[row.name] ?? row.path, reader: readerOf(row) })),
  ...(['buyer1', 'seller1', 'admin', 'host'] as const).map((reader) => ({ name: `Index`, path: '/index', reader })),
  { name: 'SaleCatalogue', path: `/target/list?scheduleTimelineId=${SALE}`, reader: 'buyer1' },
  { name: 'SaleCatalogue', path: `/target/list?scheduleTimelineId=${SALE}`, reader: 'host' },
  { name: 'DeskSale', path: `/desk/sales/${SALE}`, reader: 'admin' },
]
