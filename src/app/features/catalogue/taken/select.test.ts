import { describe, expect, it } from 'vitest'
import type { TakenLot } from '../../../storage/taken.ts'
import { queryOf, type CatalogueSearch } from '../search.ts'
import { facetsOf, selectTaken } from './select.ts'

const lot = (lotNo: number, more: Partial<TakenLot> = {}): TakenLot => ({
  contractObjectId: `lot-${lotNo}`, scheduleTimelineId: 's', lotNo, name: `原木 ${lotNo}`, productName: '橡木', species: '橡木', origin: '法国', grade: 'A', category: '', specification: '',
  quantity: '10.000', unit: 'm3', pieces: null, startPrice: '1000.00', addRange: '10.00', currency: 'CNY', amount: '10000.00', price: null, bidCount: 0, status: 'waiting',
  deadline: null, departurePort: '', arrivalPort: '', tradeArea: '', tradeClause: '', deliveryDate: '2027-01-01', thumbnail: null, placeholder: null, watched: false,
  length: '', thickness: null, diameter: null, width: null, humidity: '', tradeMode: '', paymentTerms: '', deliveryPlace: '', supplementaryInfo: '', pictures: [], sellerCode: 'S1',
  scheduleName: '', startTime: '2026-12-01T00:00:00.000Z', reserve: null, ...more,
})
const LOTS = [
  lot(1), lot(2, { species: '樟子松', origin: '俄罗斯', startPrice: '900.00', watched: true }), lot(3, { name: 'Beech boards', grade: 'AB', price: '2000.00', quantity: '3.500' }),
  lot(12, { status: 'sold', quantity: '100.000' }),
]
const numbers = (search: CatalogueSearch) => selectTaken(LOTS, queryOf(search, 's')).rows.map(({ lotNo }) => lotNo)

describe('a catalogue that was taken along', () => {
  it.each<[CatalogueSearch, number[]]>([
    [{}, [1, 2, 3, 12]], [{ species: '橡木' }, [1, 3, 12]], [{ origin: '俄罗斯' }, [2]], [{ grade: 'ab' }, [3]], [{ status: 'sold' }, [12]], [{ watched: true }, [2]],
    [{ keyword: '松' }, [2]], [{ keyword: 'BEECH' }, [3]], [{ keyword: '12' }, [12]], [{ keyword: '橡木 法国' }, [1, 3, 12]], [{ keyword: '橡木 2' }, [12]],
    [{ sort: 'price' }, [2, 1, 12, 3]], [{ sort: '-price' }, [3, 1, 12, 2]], [{ sort: 'quantity' }, [3, 1, 2, 12]], [{ sort: '-quantity' }, [12, 1, 2, 3]],
    [{ species: '橡木', sort: '-price' }, [3, 1, 12]],
  ])('%j', (search, expected) => expect(numbers(search)).toEqual(expected))
  it('comes in pages, with how many there are in all', () => {
    const many = Array.from({ length: 25 }, (_, at) => lot(at + 1))
    const { rows, total } = selectTaken(many, queryOf({ page: 3, size: 10 }, 's'))
    expect([total, rows.map(({ lotNo }) => lotNo)]).toEqual([25, [21, 22, 23, 24, 25]])
  })
  it('names what it can be filtered by, once', () => expect(facetsOf(LOTS)).toEqual({ species: ['橡木', '樟子松'], origin: ['法国', '俄罗斯'], grade: ['A', 'AB'], tradeArea: [] }))
})
