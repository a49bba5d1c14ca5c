import { TRADE_CLAUSES } from '../../../src/contract/lot-content.ts'
import type { LotContent, LotPaper } from '../../../src/contract/lot-content.ts'
import type { TermKind } from '../../../src/contract/lot-fields.ts'
import type { ReadRow } from '../../../src/server/lots/row.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { FIRST_TERMS } from './imported.ts'

/** Texts that a spreadsheet takes for a number, a day, a share or a formula, or that break its separators. */
export const TRAPS: readonly string[] = [
  '007',
  '0012345678901234567890',
  '1E5',
  '1/2',
  '3-4',
  '2026-05-01',
  '12.05.2026',
  '12.5',
  '12,5',
  '1.234,50',
  '50 %',
  '50%',
  '10:30',
  '¥500',
  '5 €',
  '$3',
  '5 Mar',
  '3月4日',
  'May 2027',
  'Mai 2027',
  'Mär 27',
  'März 2027',
  '1. Mai',
  'TRUE',
  'false',
  'WAHR',
  'falsch',
  'JAN27',
  '(5)',
  '.5',
  ',5',
  '１２３',
  '=1+1',
  '=SUM(A1:A9)',
  '+49 30 1234',
  '-5 °C',
  '@SUM(A1)',
  '#1',
  '＝1+1',
  "'=1+1",
  "'007",
  "''007",
  "'t Woud",
  '"QS"',
  'a "b", c; d',
  '5" × 2"',
  '16\' 4"',
  '木材；甲、乙，丙',
  '一_x000D_二',
  'a\\b|c/d?*[1]',
  '<b>&amp;</b>',
  '  two  spaces'.trim(),
  'Eiche, A/B; 2. Wahl',
  '𠮷田木业',
  '한국목재',
  'zero\u200bwidth',
  'non\u00a0breaking',
]

/**
 * So many lots with every column filled somewhere: each trap stands as a name, a paper's number, an own port and in the
 * notes. The same seed makes the same lots.
 */
export function catalogueOf(count: number, seed: number): readonly LotContent[] {
  const random = seeded(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const one = <T>(items: readonly T[]): T => items[whole(0, items.length - 1)] as T
  const term = (kind: TermKind) => one([...(FIRST_TERMS.get(kind)?.keys() ?? [])])
  const trap = (at: number) => TRAPS[at % TRAPS.length] as string
  const size = (least: number, most: number): string => {
    const from = whole(least, most - 1)
    return one([String(from), `${from}-${whole(from + 1, most)}`, `${from}+`])
  }
  const tenths = (value: number) => String(value / 10)
  return Array.from({ length: count }, (_, at): LotContent => {
    const log = at % 2 === 0
    const unit = one(['m3', 'piece', 'tonne'] as const)
    const startPrice = whole(1, 250_000)
    const thickness = one([String(whole(12, 120)), `${whole(20, 40)}-${whole(41, 60)}`, '26 (4/4)', '52+'])
    const day = `20${whole(26, 35)}-${String(whole(1, 12)).padStart(2, '0')}-${String(whole(1, 28)).padStart(2, '0')}`
    const moist = whole(60, 300)
    const papers: LotPaper[] = (['species', 'measurement', 'cites', 'phytosanitary', 'fsc', 'pefc', 'eudr'] as const)
      .filter((_kind, nth) => (at + nth) % 4 === 0)
      .map((kind, nth) => ({ kind, reference: trap(at + nth * 3), fileId: null, name: '' }))
    return {
      nameZh: at % 3 === 0 ? trap(at / 3) : `${one(['奥古曼原木', '云杉锯材，甲级', '橡木；窑干'])} ${at + 1}`,
      nameEn: at % 3 === 1 ? trap(at) : `${one(['Okoumé logs', 'Spruce, sawn', 'Oak "KD"; A/B'])} ${at + 1}`,
      species: term('species'),
      origin: term('origin'),
      grade: term('grade'),
      category: term('category'),
      length: size(1_000, 12_000),
      thickness: log ? null : thickness,
      width: log ? null : size(60, 400),
      diameter: log ? size(150, 1_200) : null,
      humidity: one([
        '',
        tenths(moist),
        `${tenths(moist)}-${tenths(moist + 25)}`,
        `${tenths(moist)}+`,
        `0-${tenths(moist)}`,
      ]),
      quantity: (unit === 'piece' ? whole(1, 9_000) * 1_000 : whole(1, 9_999_999)) as LotContent['quantity'],
      unit,
      pieces: one([null, whole(1, 12_000)]),
      currency: one(['CNY', 'USD', 'EUR'] as const),
      startPrice: startPrice as LotContent['startPrice'],
      addRange: whole(1, 5_000) as LotContent['addRange'],
      reserve: one([null, startPrice + whole(0, 99_999)]) as LotContent['reserve'],
      deliveryDate: day,
      departurePort: at % 5 === 0 ? trap(at + 11) : term('port'),
      arrivalPort: term('port'),
      tradeArea: term('tradeArea'),
      tradeClause: one(TRADE_CLAUSES),
      tradeMode: term('tradeMode'),
      paymentTerms: at % 5 === 1 ? trap(at + 17) : term('paymentTerms'),
      deliveryPlace: at % 5 === 2 ? trap(at + 23) : term('deliveryPlace'),
      supplementaryZh: one(['', `端面涂蜡，检尺单随附。\n第二行；“引号”`, trap(at + 29)]),
      supplementaryEn: one(['', `Ends waxed; tally attached.\nLine two, "quoted"`, trap(at + 31)]),
      pictures: [],
      papers,
    }
  })
}

/** What of these lots is not as an import read it, with the row's number in the catalogue. */
export function differing(
  lots: readonly LotContent[],
  { rows, refused }: { readonly rows: readonly ReadRow[]; readonly refused: readonly string[] },
): readonly string[] {
  const wrong = [...refused, ...(rows.length === lots.length ? [] : [`${rows.length} rows`])]
  return wrong.concat(
    lots.flatMap((lot, at) => {
      const { content = null, problems = [] } = rows[at] ?? {}
      if (content === null) return problems.map(({ column, value, code }) => `${at} ${column} ${value}: ${code}`)
      return Object.entries(lot)
        .filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(content[key as keyof LotContent]))
        .map(
          ([key, value]) =>
            `${at} ${key}: ${JSON.stringify(value)} is now ${JSON.stringify(content[key as keyof LotContent])}`,
        )
    }),
  )
}
