import { MOST_RATE, RATE_DIGITS, rate, type Rate } from '../trade/rate.ts'
import { milli, minor, type Currency, type Milli, type Minor, type Unit } from '../units.ts'
import { readDecimal, readAs, refusedAs, typedFigure, type Misread, type Notation, type Reading } from './decimal.ts'
import { typed } from './text.ts'

/** Signs and words of a currency, in small letters. A sign of another currency is refused by name. */
const MONEY_WORDS: Readonly<Record<Currency, readonly string[]>> = {
  CNY: ['cny', 'rmb', 'cn¥', '¥', '元', '圆', '人民币', '人民币元', 'yuan'],
  USD: ['usd', 'us$', '$', '美元', '美金', 'us dollar', 'us dollars', 'dollars'],
  EUR: ['eur', '€', '欧元', 'euro', 'euros'],
}
/** Words that multiply. */
const TIMES: readonly (readonly [word: string, times: number])[] = [
  ['百万', 1_000_000],
  ['万', 10_000],
  ['千', 1_000],
]

const UNIT_WORDS: Readonly<Record<Unit, Readonly<Record<string, number>>>> = {
  // Thousandths of a cubic metre.
  m3: {
    m3: 1_000,
    'm^3': 1_000,
    立方米: 1_000,
    立方: 1_000,
    方: 1_000,
    cbm: 1_000,
    'cubic metre': 1_000,
    'cubic metres': 1_000,
    'cubic meter': 1_000,
    'cubic meters': 1_000,
    'cu m': 1_000,
    'cu.m': 1_000,
    'cu.m.': 1_000,
    dm3: 1,
    'dm^3': 1,
    立方分米: 1,
    千立方米: 1_000_000,
  },
  piece: {
    件: 1_000,
    根: 1_000,
    块: 1_000,
    支: 1_000,
    片: 1_000,
    piece: 1_000,
    pieces: 1_000,
    pcs: 1_000,
    pc: 1_000,
  },
  tonne: {
    吨: 1_000,
    公吨: 1_000,
    t: 1_000,
    mt: 1_000,
    ton: 1_000,
    tonne: 1_000,
    tonnes: 1_000,
    kg: 1,
    公斤: 1,
    千克: 1,
  },
}

/** What a quantity word counts: thousandths of `unit` per one. */
export interface QuantityUnit {
  readonly unit: Unit
  readonly milli: number
}
/** A price word: `万元/m³` is CNY, ten thousand of them, per cubic metre. */
export interface MoneyUnit {
  readonly currency: Currency | null
  readonly times: number
  readonly per: Unit | null
}

/** The unit of a quantity by its word, e.g. `m³`, `dm3`, `千立方米`; null: unknown, or not convertible (MBF). */
export function quantityUnitOf(word: string): QuantityUnit | null {
  const key = typed(word).toLowerCase()
  for (const [unit, words] of Object.entries(UNIT_WORDS))
    if (Object.hasOwn(words, key)) return { unit: unit as Unit, milli: words[key] ?? 0 }
  return null
}

/** The currency, multiple and unit that a word beside a price names, e.g. `元/m³`, `万元`, `US$`; null: unknown. */
export function moneyUnitOf(word: string): MoneyUnit | null {
  const [money = '', per, ...more] = typed(word)
    .toLowerCase()
    .replace(/^每/, '')
    .split(/\s?(?:\/|每|\bper\b)\s?/)
  if (more.length > 0) return null
  const unit = per === undefined ? null : quantityUnitOf(per)
  // Per dm³ or thousand m³ would change the price.
  if (per !== undefined && unit?.milli !== 1_000) return null
  const bare = money.trim()
  const [head, times] = TIMES.find(([one]) => bare.startsWith(one)) ?? ['', 1]
  const rest = bare.slice(head.length).trim()
  const currency = currencyOf(rest)
  if (currency === null && !(rest === '' && (times > 1 || unit !== null))) return null
  return { currency, times, per: unit?.unit ?? null }
}

/** The currency by its code, sign or word; null: unknown. */
export function currencyOf(word: string): Currency | null {
  const key = typed(word).toLowerCase()
  for (const [currency, words] of Object.entries(MONEY_WORDS)) if (words.includes(key)) return currency as Currency
  return null
}

interface MoneyOptions {
  readonly notation: Notation
  /** The currency of the field; null: any sign is accepted. */
  readonly currency: Currency | null
  /** Multiple that the heading states (万元: 10,000). */
  readonly times?: number
  /** The unit that the price is for; a price per another is refused. */
  readonly per?: Unit | null
}

/**
 * Money as people type it: minor units. A sign or word of the currency may stand before or behind it (`¥2,180.50`,
 * `1.2万元`); one of another currency is refused (`unit`).
 */
export function readMoney(text: string, { notation, currency, times = 1, per = null }: MoneyOptions): Reading<Minor> {
  const { before, figures, behind } = partsOf(text)
  if (figures === '') return refusedAs(before === '' && behind === '' ? 'empty' : 'not_a_number')
  const words = [before, behind].filter((word) => word !== '')
  let own = times
  for (const word of words) {
    const found = moneyUnitOf(word)
    if (!found) return refusedAs(wordProblem(word))
    if (word === before && found.times !== 1) return refusedAs('unit')
    if (found.currency !== null && currency !== null && found.currency !== currency) return refusedAs('unit')
    if (found.per !== null && per !== null && found.per !== per) return refusedAs('unit')
    // A multiple in the cell and in its heading: which one counts is unknown.
    if (found.times !== 1 && times !== 1) return refusedAs('unit')
    own = Math.max(own, found.times)
  }
  return scaled(figures, notation, 2, own, minor)
}

interface QuantityOptions {
  readonly notation: Notation
  /** The lot's unit; null: any known one. */
  readonly unit: Unit | null
  /** Thousandths of the unit per one of the heading's (dm³: 1). */
  readonly milli?: number
}

/** A quantity as people type it: thousandths of the unit. A unit behind it is converted, or refused (`unit`). */
export function readQuantity(text: string, { notation, unit, milli: per = 1_000 }: QuantityOptions): Reading<Milli> {
  const { before, figures, behind } = partsOf(text)
  if (before !== '') return refusedAs(figures === '' ? 'not_a_number' : wordProblem(before))
  let own = per
  if (behind !== '') {
    const found = quantityUnitOf(behind)
    if (!found) return refusedAs(wordProblem(behind))
    if (unit !== null && found.unit !== unit) return refusedAs('unit')
    if (per !== 1_000 && found.milli !== per) return refusedAs('unit')
    own = found.milli
  }
  return own < 1_000 ? scaled(figures, notation, 0, 1, milli) : scaled(figures, notation, 3, own / 1_000, milli)
}

/** A whole number of things (pieces, days, seconds) from 0 to `most`. */
export function readWhole(text: string, most: number, notation: Notation = 'unstated'): Reading<number> {
  const reading = readDecimal(typedFigure(text), { notation, digits: 0 })
  return reading.is === 'read' && reading.value > most ? refusedAs('too_large') : reading
}

/** A percentage in hundredths of a percent: `1.25` or `1,25 %` is 125. */
export function readPercent(text: string): Reading<number> {
  return readDecimal(typedFigure(text).replace(/\s?%$/, ''), {
    notation: 'unstated',
    digits: 2,
  })
}

/** A rate of exchange: units of one currency for one of another, `7.1032` or `7,1032`. */
export function readRate(text: string): Reading<Rate> {
  const reading = readDecimal(typedFigure(text), { notation: 'unstated', digits: RATE_DIGITS })
  if (reading.is !== 'read') return reading
  return reading.value > MOST_RATE ? refusedAs('too_large') : readAs(rate(reading.value))
}

/** A multiple may spend decimals: `1.2356` 万元 is 12,356.00. */
function scaled<T extends number>(
  figures: string,
  notation: Notation,
  digits: number,
  times: number,
  as: (value: number) => T,
): Reading<T> {
  const spent = Math.round(Math.log10(times))
  const reading = readDecimal(figures, { notation, digits: digits + spent })
  return reading.is === 'read' ? readAs(as(reading.value)) : reading
}

/** A word that is no known unit: one that looks like a unit or a currency, or other text. */
const wordProblem = (word: string): Misread =>
  /\p{Sc}/u.test(word) || /^[A-Z]{1,4}(?:\s?\/.*)?$/.test(word) || /^(?!e\d)\p{L}{1,3}[23]?$/u.test(word)
    ? 'unit'
    : 'not_a_number'

/** The figures of a text, and the words before and behind them. */
export function partsOf(text: string): {
  readonly before: string
  readonly figures: string
  readonly behind: string
} {
  const plain = typedFigure(text).replaceAll('。', '.')
  const match = /^([^\d.,-]*)(-?\s?[\d.,](?:[\d.,' ’]*[\d.,])?)?(.*)$/su.exec(plain)
  const [, before = '', figures = '', behind = ''] = match ?? []
  return {
    before: before.trim(),
    figures: figures.trim(),
    behind: behind.trim(),
  }
}
