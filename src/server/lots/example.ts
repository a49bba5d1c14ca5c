import { LotContent } from '../../contract/lot-content.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { dayOf } from '../../domain/trade/money.ts'

/** A lot as the template shows one, but for its delivery date. */
export const EXAMPLE: LotContent = LotContent.parse({
  nameZh: '奥古曼原木 QS',
  nameEn: 'Okoumé logs QS',
  species: 'okoume',
  origin: 'GA',
  grade: 'QS',
  category: 'log',
  tradeArea: 'bonded',
  tradeClause: 'CIF',
  tradeMode: 'general',
  departurePort: 'owendo',
  arrivalPort: 'zhangjiagang',
  deliveryPlace: 'zhangjiagang',
  paymentTerms: 'deposit30',
  length: '5000-11800',
  thickness: null,
  width: null,
  diameter: '600-900',
  humidity: '',
  pieces: 42,
  supplementaryZh: '端面涂蜡，检尺单随附。',
  supplementaryEn: 'Ends waxed; measurement list attached.',
  currency: 'USD',
  unit: 'm3',
  quantity: '182.450',
  startPrice: '315.00',
  addRange: '2.00',
  reserve: '330.00',
  deliveryDate: '2031-03-31',
  pictures: [],
  papers: [{ kind: 'eudr', reference: '24FRXXXXXXXXXX', fileId: null, name: '' }],
})

const DELIVERED_IN_MS = 120 * 86_400_000

/** The template's lot, delivered some months after the template was made: an example that an import takes. */
export const exampleAt = (at: Instant): LotContent => ({
  ...EXAMPLE,
  deliveryDate: dayOf(later(at, DELIVERED_IN_MS)),
})
