import { endsOf, LOT_RANGES, LOT_TERMS, perTerm, type LotTerm } from '../../../../contract/lot-fields.ts'
import { sectionOf, sizeOf } from '../../../../contract/sizes.ts'
import { meets } from '../../../../domain/typed/size.ts'
import type { RowOf } from '../../../../client/calls/index.ts'
import type { DownloadedLot } from '../../../../client/downloads/downloads.ts'
import { OPEN_STATUSES, type queryOf } from '../search.ts'

type Query = ReturnType<typeof queryOf>

/** Selects downloaded lots as the server would: the same filters, search, order and pages. */
export function selectDownloaded(
  lots: readonly DownloadedLot[],
  query: Query,
): { readonly rows: RowOf<'lotList'>[]; readonly total: number } {
  const { status, currency, open, watched, keyword = '', sort, pageNum, pageSize } = query
  const words = keyword
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const chosen = lots.filter(
    (lot) =>
      LOT_TERMS.every((term) => is(lot[term], query[term])) &&
      (status === undefined || lot.status === status) &&
      (currency === undefined || lot.currency === currency) &&
      (open === undefined || OPEN_STATUSES.some((one) => one === lot.status)) &&
      (watched === undefined || lot.watched) &&
      costs(lot, query) &&
      measures(lot, query) &&
      words.every((word) => says(lot, word)),
  )
  const from = (pageNum - 1) * pageSize
  return { rows: sorted(chosen, sort).slice(from, from + pageSize), total: chosen.length }
}

const is = (name: string, asked: string | undefined): boolean =>
  asked === undefined || name.toLowerCase() === asked.toLowerCase()

const priceOf = ({ price, startPrice }: DownloadedLot): number => Number(price ?? startPrice)

const costs = (lot: DownloadedLot, { minPrice, maxPrice }: Query): boolean =>
  (minPrice === undefined || priceOf(lot) >= Number(minPrice)) &&
  (maxPrice === undefined || priceOf(lot) <= Number(maxPrice))

const measures = (lot: DownloadedLot, query: Query): boolean =>
  LOT_RANGES.every((range) => {
    const [min, max] = endsOf(range)
    const text = range === 'section' ? sectionOf(lot) : lot[range]
    return meets(sizeOf(text), query[min], query[max])
  })

const says = ({ name, species, origin, grade, lotNo }: DownloadedLot, word: string): boolean =>
  [name, species, origin, grade].join('\n').toLowerCase().includes(word) || word === String(lotNo)

function sorted(lots: DownloadedLot[], sort: Query['sort']): DownloadedLot[] {
  switch (sort) {
    case undefined:
      return lots
    case 'price':
      return lots.toSorted((a, b) => priceOf(a) - priceOf(b))
    case '-price':
      return lots.toSorted((a, b) => priceOf(b) - priceOf(a))
    case 'quantity':
      return lots.toSorted((a, b) => Number(a.quantity) - Number(b.quantity))
    case '-quantity':
      return lots.toSorted((a, b) => Number(b.quantity) - Number(a.quantity))
  }
}

/** The facets of the downloaded lots, for the filters. */
export function facetsOf(lots: readonly Pick<DownloadedLot, LotTerm | 'currency'>[]) {
  const all = (of: LotTerm): string[] => [...new Set(lots.map((lot) => lot[of]))].filter((name) => name !== '')
  const [currency = null, ...others] = new Set(lots.map((lot) => lot.currency))
  return {
    sales: [],
    ...perTerm(all),
    currencies: currency === null ? [] : [currency, ...others].toSorted(),
    currency: others.length === 0 ? currency : null,
  }
}
