import { moneyUnitOf, quantityUnitOf } from '../../domain/typed/amounts.ts'
import { lengthUnitOf } from '../../domain/typed/size.ts'
import type { LengthUnit } from '../../domain/typed/size.ts'
import { typed } from '../../domain/typed/text.ts'
import type { Currency, Unit } from '../../domain/units.ts'
import type { ColumnKind } from './columns.ts'

/** What a heading says of the numbers below it. */
export type ColumnUnit =
  | { readonly of: 'measure'; readonly unit: LengthUnit }
  | { readonly of: 'quantity'; readonly unit: Unit; readonly milli: number }
  | { readonly of: 'money'; readonly currency: Currency | null; readonly times: number; readonly per: Unit | null }

/** A heading, its name apart from the words behind it that may be units. */
export interface HeadingParts {
  readonly name: string
  readonly words: readonly string[]
}

/** Words before a unit that say that it is one. */
const STATED = /^(?:单位|unit|units|in)\s*:?\s+|^(?:单位|unit)\s*:\s*/i

/**
 * `长度 (m)`, `Length [ft]`, `数量/m³` and `长度 mm` in name and words. Several brackets (`长度 (mm) Length (mm)`) are
 * words of one heading.
 */
export function headingParts(heading: string): HeadingParts {
  const plain = typed(heading)
    .replaceAll(/[【［]/g, '[')
    .replaceAll(/[】］]/g, ']')
  const words: string[] = []
  const name = plain.replaceAll(/[([]([^()[\]]*)[)\]]/g, (_, word: string) => {
    words.push(...word.split(/[,;，；、]/).map((one) => one.replace(STATED, '').trim()))
    return ' '
  })
  return { name: name.trim(), words: words.filter((word) => word !== '') }
}

/** Words in brackets that say something else than a unit. Any other makes its column be refused by name. */
const NOTE =
  /^(?:每单位|per unit|每|单价|含税|不含税|未税|税前|税后|incl\.? vat|excl\.? vat|net|gross|净|毛|实测|检尺|检尺径|小头|大头|中径|平均|均|约|最小|最大|small end|big end|top|butt|mid|avg|average|mean|min|max|approx\.?|kd|ad|干|湿|选填|必填|optional|required|\*|no|不含|含)$/i
const isUnknown = (word: string): boolean => !NOTE.test(word)
/** `m/根` and `m per piece`: the length of one. */
const ofOne = (word: string): string =>
  word.replace(/\s?(?:\/|per |每)\s?(?:根|块|件|片|支|pcs?|pieces?|log|board)$/i, '')

/**
 * The unit that these words of a heading state for a column of this kind; null: none. `refused`: a unit that is not
 * converted, or two that differ.
 */
export function columnUnitOf(
  kind: ColumnKind,
  words: readonly string[],
): ColumnUnit | null | { readonly refused: string } {
  let found: ColumnUnit | null = null
  for (const word of words) {
    const unit = unitIn(kind, word)
    if (unit === null) continue
    if ('refused' in unit) return unit
    if (found !== null && JSON.stringify(found) !== JSON.stringify(unit)) return { refused: words.join(', ') }
    found = unit
  }
  return found
}

function unitIn(kind: ColumnKind, word: string): ColumnUnit | null | { readonly refused: string } {
  const length = lengthUnitOf(ofOne(word))
  const quantity = quantityUnitOf(word)
  const money = moneyUnitOf(word)
  switch (kind.as) {
    case 'measure':
      if (length !== null) return { of: 'measure', unit: length }
      break
    case 'quantity':
      if (quantity !== null) return { of: 'quantity', ...quantity }
      break
    case 'money':
      if (money !== null) return { of: 'money', ...money }
      break
    case 'text':
    case 'paper':
    case 'term':
    case 'choice':
    case 'count':
      // `千根` would change the figure.
      return quantity?.unit === 'piece' && quantity.milli === 1_000 ? null : isUnknown(word) ? { refused: word } : null
    case 'day':
    case 'moisture':
      return null
  }
  return isUnknown(word) ? { refused: word } : null
}

/** A unit behind a name without brackets: `长度mm`, `数量/m³`. */
export function unitBehind(name: string): HeadingParts | null {
  const slash = /^(.+?)\s?\/\s?(\S{1,12})$/.exec(name)
  if (slash) return { name: slash[1] ?? '', words: [slash[2] ?? ''] }
  const word = /^(.*?\P{L}|.*\p{Script=Han})\s?(mm|cm|m|in|ft|m3|dm3|t|kg|MBF|BF)$/iu.exec(name)
  return word ? { name: word[1]?.trim() ?? '', words: [word[2] ?? ''] } : null
}

/** A cell of a row of units below the headings: `mm`, `m³`, `元`, `%`. */
export const isUnitWord = (text: string): boolean => {
  const word = typed(text)
    .replaceAll(/[()[\]]/g, '')
    .trim()
  return word === '%' || lengthUnitOf(word) !== null || quantityUnitOf(word) !== null || moneyUnitOf(word) !== null
}
