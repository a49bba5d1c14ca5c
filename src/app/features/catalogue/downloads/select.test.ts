import { describe, expect, it } from 'vitest'
import { perTerm, PLAIN_FIELDS, type PlainField } from '../../../../contract/lot-fields.ts'
import type { DownloadedLot } from '../../../../client/downloads/downloads.ts'
import { queryOf, type CatalogueSearch } from '../search.ts'
import { facetsOf, selectDownloaded } from './select.ts'

const lot = (lotNo: number, more: Partial<DownloadedLot> = {}): DownloadedLot => ({
  contractObjectId: `lot-${lotNo}`,
  scheduleTimelineId: 's',
  ...perTerm(() => ''),
  ...(Object.fromEntries(PLAIN_FIELDS.map((key) => [key, null])) as Record<PlainField, null>),
  lotNo,
  name: `原木 ${lotNo}`,
  productName: '橡木',
  species: '橡木',
  origin: '法国',
  grade: 'A',
  category: '',
  specification: '',
  quantity: '10.000',
  unit: 'm3',
  startPrice: '1000.00',
  addRange: '10.00',
  currency: 'CNY',
  amount: '10000.00',
  price: null,
  bidCount: 0,
  status: 'waiting',
  deadline: null,
  departurePort: '',
  arrivalPort: '',
  tradeClause: '',
  deliveryDate: '2027-01-01',
  thumbnail: null,
  swatch: 'honey',
  watched: false,
  length: '',
  humidity: '',
  tradeMode: '',
  paymentTerms: '',
  deliveryPlace: '',
  supplementaryInfo: '',
  pictures: [],
  papers: [],
  sellerCode: 'S1',
  scheduleName: '',
  startTime: '2026-12-01T00:00:00.000Z',
  reserve: null,
  ...more,
})
const LOTS = [
  lot(1),
  lot(2, { species: '樟子松', origin: '俄罗斯', startPrice: '900.00', watched: true }),
  lot(3, { name: 'Beech boards', grade: 'AB', price: '2000.00', quantity: '3.500' }),
  lot(12, { status: 'sold', quantity: '100.000' }),
]
const numbers = (search: CatalogueSearch) =>
  selectDownloaded(LOTS, queryOf({ scheduleTimelineId: 's', ...search })).rows.map(({ lotNo }) => lotNo)

const MEASURED = [
  lot(1, { length: '2500-5800', thickness: '52', tradeArea: '华东', startPrice: '1000.50' }),
  lot(2, { length: '3900', diameter: '200-340', tradeArea: '华南', price: '1200.00' }),
  lot(3, { length: '5000+', diameter: '600–900', tradeArea: '华东', startPrice: '3000.00', currency: 'USD' }),
  lot(4, { length: '约5000', thickness: '27 (4/4)', width: '200+', startPrice: '999.00' }),
]
describe('trade area, price and sizes of lots that were taken along', () => {
  it.each<[CatalogueSearch, number[]]>([
    [{ tradeArea: '华东' }, [1, 3]],
    [{ minPrice: 1000.5 }, [1, 2, 3]],
    [{ maxPrice: 1200 }, [1, 2, 4]],
    [{ minPrice: 1000.51, maxPrice: 2999.99 }, [2]],
    [{ minLength: 5000 }, [1, 3]],
    [{ maxLength: 2600 }, [1]],
    [{ minLength: 99_999 }, [3]],
    [{ minLength: 4000, maxLength: 12_000 }, [1, 3]],
    [{ minLength: 3900, maxLength: 3900 }, [1, 2]],
    [{ minLength: 1 }, [1, 2, 3]],
    [{ minSection: 300 }, [2, 3]],
    [{ maxSection: 52 }, [1, 4]],
    [{ minSection: 28, maxSection: 60 }, [1]],
    [{ maxSection: 340, tradeArea: '华南', maxLength: 4000 }, [2]],
  ])('%j', (search, expected) =>
    expect(
      selectDownloaded(MEASURED, queryOf({ scheduleTimelineId: 's', ...search })).rows.map(({ lotNo }) => lotNo),
    ).toEqual(expected),
  )
  it('name their currency where it is one', () =>
    expect([facetsOf(MEASURED).currency, facetsOf(MEASURED.slice(0, 2)).currency, facetsOf([]).currency]).toEqual([
      null,
      'CNY',
      null,
    ]))
})

describe('a catalogue that was taken along', () => {
  it.each<[CatalogueSearch, number[]]>([
    [{}, [1, 2, 3, 12]],
    [{ species: '橡木' }, [1, 3, 12]],
    [{ origin: '俄罗斯' }, [2]],
    [{ grade: 'ab' }, [3]],
    [{ status: 'sold' }, [12]],
    [{ watched: true }, [2]],
    [{ keyword: '松' }, [2]],
    [{ keyword: 'BEECH' }, [3]],
    [{ keyword: '12' }, [12]],
    [{ keyword: '橡木 法国' }, [1, 3, 12]],
    [{ keyword: '橡木 2' }, [12]],
    [{ sort: 'price' }, [2, 1, 12, 3]],
    [{ sort: '-price' }, [3, 1, 12, 2]],
    [{ sort: 'quantity' }, [3, 1, 2, 12]],
    [{ sort: '-quantity' }, [12, 1, 2, 3]],
    [{ species: '橡木', sort: '-price' }, [3, 1, 12]],
  ])('%j', (search, expected) => expect(numbers(search)).toEqual(expected))
  it('comes in pages, with how many there are in all', () => {
    const many = Array.from({ length: 25 }, (_, at) => lot(at + 1))
    const { rows, total } = selectDownloaded(many, queryOf({ scheduleTimelineId: 's', page: 3, size: 10 }))
    expect([total, rows.map(({ lotNo }) => lotNo)]).toEqual([25, [21, 22, 23, 24, 25]])
  })
  it('names what it can be filtered by, once', () =>
    expect(facetsOf(LOTS)).toEqual({
      ...perTerm(() => []),
      sales: [],
      species: ['橡木', '樟子松'],
      origin: ['法国', '俄罗斯'],
      grade: ['A', 'AB'],
      currencies: ['CNY'],
      currency: 'CNY',
    }))
})
