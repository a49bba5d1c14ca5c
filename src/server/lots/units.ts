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
const STATED = /^(?:单位|unit|units|in)\s*:?\s+|^(?:unit\s*:|(?:计量|货币|金额)?单位\s*[:为]?)\s*/i
/** Words between the parts of a list. */
const LISTED = /[,;，；、]/

/**
 * `长度 (m)`, `Length [ft]`, `数量/m³` and `长度 mm` in name and words. Several brackets (`长度 (mm) Length (mm)`) are
 * words of one heading.
 */
export function headingParts(heading: string): HeadingParts {
  const plain = typed(heading)
    .replaceAll(/[【〔「<{〈《]/g, '[')
    .replaceAll(/[】〕」>}〉》]/g, ']')
  const words: string[] = []
  const name = plain.replaceAll(/[([]([^()[\]]*)[)\]]/g, (_, word: string) => {
    words.push(...word.split(LISTED).flatMap((one) => apart(one.replace(STATED, '').trim())))
    return ' '
  })
  return { name: name.trim(), words: words.filter((word) => word !== '') }
}

/** `不含税 元`: a note and a unit without a comma. */
function apart(word: string): readonly string[] {
  const pieces = word.split(' ')
  return pieces.length > 1 && !isUnitWord(word) && pieces.every((one) => isUnitWord(one) || NOTE.test(one))
    ? pieces
    : [word]
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

/** Longest unit behind a name, and the longest heading that is looked through for one. */
const [UNIT_MOST, NAME_MOST] = [16, 60]
/** Units that are refused by name, and what looks like another currency. */
const FOREIGN = /^(?:M?BF|MBM|CBF|(?:[A-Z]{3}|\S{0,3}\p{Sc})(?:\/.+)?)$/u

/**
 * Ways to read a heading without brackets as a name and a unit behind it, the longest unit first: `长度mm`, `数量/m³`,
 * `直径厘米`, `Length in m`, `起拍价 元/m³`. `known`: the unit is one that is converted.
 */
export function unitsBehind(name: string): readonly (HeadingParts & { readonly known: boolean })[] {
  if (name.length > NAME_MOST || isUnitWord(name)) return []
  const from = Math.max(1, name.length - UNIT_MOST)
  return Array.from({ length: Math.max(0, name.length - from) }, (_, at) => from + at)
    .filter((at) => EDGE.test(`${name[at - 1] ?? ''}${name[at] ?? ''}`))
    .flatMap((at) => {
      const word = name
        .slice(at)
        .replace(/^[\s/:_-]+/, '')
        .replace(/^in\s+/i, '')
      const known = word !== '' && isUnitWord(word)
      return known || FOREIGN.test(word) ? [{ name: name.slice(0, at).trim(), words: [word], known }] : []
    })
}
/** Between a name and its unit: a sign or a space, or the end of a Chinese character. */
const EDGE = /^(?:\p{Script=Han}.|.[\s/:,_-]|[^\p{L}\p{N}].)/su

/** A unit that a line above the header states. */
export interface StatedUnit {
  /** What is measured in it, as the line says: `长度`, `sizes`; empty: everything. */
  readonly label: string
  readonly word: string
  /** It is converted; any other unit makes its columns be refused by name. */
  readonly known: boolean
}

/**
 * Units that a line above the header states of the whole sheet, or of some columns: `单位：mm`, `单位：万元、m`, `长度单位：尺`,
 * `All sizes in cm, volumes in MBF`, `币种：美元`.
 */
export function unitsStated(text: string): readonly StatedUnit[] {
  const clauses = clausesOf(text)
  // A title may stand in front: `木材清单（单位：cm）`.
  const from = clauses.findIndex((clause) => labelled(clause) !== null)
  return from === -1 ? [] : clauses.slice(from).flatMap(statedBy)
}

/** Whether a text begins with the label of a unit for everything: `单位：m` and `币种：美元` are no headings of columns. */
export const isUnitLine = (text: string): boolean =>
  /^(?:|币种|货币|currency)$/i.test(labelled(clausesOf(text)[0] ?? '')?.label ?? '-')

/** Units in brackets of a title, without a label: `Log list (cm)`. */
export const unitsInTitle = (text: string): readonly StatedUnit[] =>
  headingParts(text)
    .words.filter(isUnitWord)
    .map((word) => ({ label: '', word, known: true }))

function statedBy(clause: string): readonly StatedUnit[] {
  const { label, word, isUnit } = labelled(clause) ?? { label: '', word: clause, isUnit: false }
  if (isUnitWord(word)) return [{ label, word, known: true }]
  const words = word.split(' ').filter((one) => one !== '' && one !== 'and')
  if (words.length > 0 && words.every(isUnitWord)) return words.map((one) => ({ label, word: one, known: true }))
  const isForeign = (one: string): boolean => MEASURED.some((as) => isUnconverted(as, one))
  if (isForeign(word)) return [{ label, word, known: false }]
  const foreign = words.every((one) => isForeign(one) || isUnitWord(one)) ? words.find(isForeign) : undefined
  if (foreign !== undefined) return [{ label, word: foreign, known: false }]
  return (isUnit && UNIT_LIKE.test(word)) || isPer(word) ? [{ label, word, known: false }] : []
}

const clausesOf = (text: string): readonly string[] =>
  typed(text)
    .replace(/^(?:注|备注|说明|notes?|remarks?|n\.b\.)\s?\d?\s?[:.]\s*/i, '')
    .split(CLAUSES)
    .map((one) => one.replace(/^[*\s]+|[.\s]+$/g, ''))
    .filter((one) => one !== '')
/** Between the clauses of a line: signs, and the space in front of another label (`长度：米 直径：厘米`). */
const CLAUSES = /[,;，；、。()[\]【】〔〕|]|\. |\s-+\s|\band\b(?= \p{L}+ in )|\s(?=\p{L}+:|\p{L}{0,4}单位)/iu
/** `长度单位：`, `Unit:`, `Currency:` */
const UNIT_OF = /^(?:(\p{L}{0,6}?)(?:计量)?单位|units?(?: of measure(?:ment)?)?)\s*([:为是])?\s*(.{1,30})$/iu
/** `币种：`, `尺寸以…`, `All sizes in`, `Prices:` */
const MEASURED_IN =
  /^(?:all )?(币种|货币|currency|尺寸|规格|长度|材长|直径|检尺径|径级|厚度|宽度|材积|价格|单价|金额|sizes?|dimensions?|measurements?|lengths?|diameters?|widths?|thickness(?:es)?|volumes?|quantit(?:y|ies)|prices?|amounts?)\s*(?:(?:均?(?:以|为)|(?:are )?(?:given |stated |measured |quoted )?in|:|(?=per ))\s*)+(.{1,30})$/iu
/** What a clause says is measured, and in which words; null: it names nothing that is. */
function labelled(clause: string): { readonly label: string; readonly word: string; readonly isUnit: boolean } | null {
  const [, unitOf = '', sign, unit] = UNIT_OF.exec(clause) ?? []
  if (unit !== undefined) return { label: unitOf, word: unit.trim(), isUnit: sign !== undefined }
  const [, label = '', word] = MEASURED_IN.exec(clause) ?? []
  return word === undefined ? null : { label, word: word.replace(/(?:为单位|计)$/, '').trim(), isUnit: false }
}
/** A unit that is not known. A firm is a 单位 as well, so that a longer word is none. */
const UNIT_LIKE =
  /^(?:\p{Script=Han}|\p{Script=Han}{1,3}[尺寸呎吋丈码里分石才升斤两担吨方米捆包车柜箱]|[\p{Script=Latin}.]{1,6}[23]?)$/u
/** `元/尺` */
const isPer = (word: string): boolean =>
  /^per \S+$/.test(word) || (/^\S+\s?\/\s?\S+$/.test(word) && isUnitWord(word.split('/')[0]?.trim() ?? ''))
/** Kinds of columns whose numbers have a unit. */
export const MEASURED: readonly ColumnKind['as'][] = ['measure', 'quantity', 'money']

/** Units of the trade that are not converted, so that a heading above its columns may be refused for them. */
const UNCONVERTED: Partial<Record<ColumnKind['as'], RegExp>> = {
  measure: /^(?:[市台日港旧鲁]?[尺寸]|丈|yds?|yards?|km|公里)$/i,
  quantity:
    /^(?:M?BF|MBM|CBF|hoppus.{0,5}|千?板[尺呎]|立方[尺呎]|立方英尺|(?:board|bd\.?|cubic|cu\.?) ?(?:feet|foot|ft\.?)|ft3|l|升|cords?|steres?|stères?|[er]?fm|rm|才|石|lbs?|磅)$/i,
  money: new RegExp(
    `${FOREIGN.source}|^(?!.*(?:人民币|美[元金]|欧元|^[百千万]*元$))[百千万]*\\p{Script=Han}{1,4}(?:元|币|镑|铢|盾|卢布|卢比|法郎)$`,
    'u',
  ),
}
export const isUnconverted = (as: ColumnKind['as'], word: string): boolean => UNCONVERTED[as]?.test(word) ?? false

/** A cell of a row of units below the headings: `mm`, `m³`, `元`, `%`. */
export const isUnitWord = (text: string): boolean => {
  const word = typed(text)
    .replaceAll(/[()[\]]/g, '')
    .trim()
    .replace(STATED, '')
  return word === '%' || lengthUnitOf(word) !== null || quantityUnitOf(word) !== null || moneyUnitOf(word) !== null
}
