import type { RowOf } from '../../../lib/api/index.ts'
import type { TakenLot } from '../../../storage/taken.ts'
import type { queryOf } from '../search.ts'

type Query = ReturnType<typeof queryOf>

/** As the server lists a catalogue, without it: the same filters, words, order and pages. */
export function selectTaken(lots: readonly TakenLot[], query: Query): { readonly rows: RowOf<'lotList'>[]; readonly total: number } {
  const { species, origin, grade, status, watched, keyword = '', sort, pageNum, pageSize } = query
  const words = keyword.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const chosen = lots.filter((lot) =>
    is(lot.species, species) && is(lot.origin, origin) && is(lot.grade, grade) && (status === undefined || lot.status === status)
    && (watched === undefined || lot.watched) && words.every((word) => says(lot, word)))
  const from = (pageNum - 1) * pageSize
  return { rows: sorted(chosen, sort).slice(from, from + pageSize), total: chosen.length }
}

const is = (name: string, asked: string | undefined): boolean => asked === undefined || name.toLowerCase() === asked.toLowerCase()

const says = ({ name, species, origin, grade, lotNo }: TakenLot, word: string): boolean =>
  [name, species, origin, grade].join('\n').toLowerCase().includes(word) || word === String(lotNo)

function sorted(lots: TakenLot[], sort: Query['sort']): TakenLot[] {
  const price = (lot: TakenLot): number => Number(lot.price ?? lot.startPrice)
  switch (sort) {
    case undefined: return lots
    case 'price': return lots.toSorted((a, b) => price(a) - price(b))
    case '-price': return lots.toSorted((a, b) => price(b) - price(a))
    case 'quantity': return lots.toSorted((a, b) => Number(a.quantity) - Number(b.quantity))
    case '-quantity': return lots.toSorted((a, b) => Number(b.quantity) - Number(a.quantity))
  }
}

/** What they can be filtered by. */
export function facetsOf(lots: readonly Pick<TakenLot, 'species' | 'origin' | 'grade' | 'tradeArea'>[]) {
  const all = (of: 'species' | 'origin' | 'grade' | 'tradeArea'): string[] => [...new Set(lots.map((lot) => lot[of]))].filter((name) => name !== '')
  return { species: all('species'), origin: all('origin'), grade: all('grade'), tradeArea: all('tradeArea') }
}
