/** The meaning of a number, by its cell's format. */
export type NumberKind = 'number' | 'percent' | 'date'

/** Excel's longest format code; what is longer is cut, so that judging it stays cheap. */
const CODE_MOST = 255

/** Built-in format numbers of spreadsheets (ECMA-376 part 1, 18.8.30, with those of East Asian locales). */
const DATES: readonly (readonly [from: number, to: number])[] = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 54],
  [57, 58],
]

export function numberKind(id: number, code: string | undefined): NumberKind {
  if (code === undefined) {
    if (id === 9 || id === 10) return 'percent'
    return DATES.some(([from, to]) => id >= from && id <= to) ? 'date' : 'number'
  }
  // Literal text, colours and locales say nothing about the number.
  const plain = code.slice(0, CODE_MOST).replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
  if (/[yd]/i.test(plain)) return 'date'
  return plain.includes('%') ? 'percent' : 'number'
}

/** Decimals of the built-in formats that fix them (18.8.30). */
const BUILT_IN_DECIMALS: Readonly<Record<number, number>> = {
  1: 0,
  2: 2,
  3: 0,
  4: 2,
  9: 0,
  10: 2,
  37: 0,
  38: 0,
  39: 2,
  40: 2,
  41: 0,
  42: 0,
  43: 2,
  44: 2,
}

/**
 * How many decimals a format shows; `null`: as many as there are (General), or another way of writing (a fraction, an
 * exponent, thousands).
 */
export function decimalsOf(id: number, code: string | undefined): number | null {
  if (code === undefined) return BUILT_IN_DECIMALS[id] ?? null
  const plain = code
    .slice(0, CODE_MOST)
    .replaceAll(/"[^"]*"|[\\!].|_.|\*.|\[[^\]]*\]/g, '')
    .split(';')[0]
  const figure = /^[^0#?]*([0#?][0#?,]*)(?:\.([0#?]*))?[^0#?]*$/.exec(plain ?? '')
  if (!figure || /[e/]|,[^0#?]*$|general/i.test(plain ?? '') || figure[1]?.endsWith(',') === true) return null
  return figure[2]?.length ?? 0
}

const DAY_MS = 86_400_000
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const
/** 9999-12-31 */
const LAST_DAY = 2_958_465

/** The day of a serial number; `null`: out of range. */
export function dayOfSerial(serial: number, epoch: keyof typeof EPOCHS): string | null {
  const day = Math.floor(serial)
  if (!(day >= 1 && day <= LAST_DAY)) return null
  return new Date(EPOCHS[epoch] + day * DAY_MS).toISOString().slice(0, 10)
}

/** Built-in formats of a time of day (18.8.30), with those of East Asian locales. */
const TIMES: readonly (readonly [from: number, to: number])[] = [
  [18, 21],
  [32, 35],
  [45, 47],
  [55, 56],
]
/** Codes of currencies, which some writers leave unquoted. */
const UNQUOTED = /\b(?:USD|EUR|CNY|RMB|GBP|JPY)\b/g

/** Whether a format shows a time, a month or an era, which a spreadsheet makes of `12:30` and `3月`. */
export function isTime(id: number, code: string | undefined): boolean {
  if (code === undefined) return TIMES.some(([from, to]) => id >= from && id <= to)
  const cut = code.slice(0, CODE_MOST)
  if (/\[(?:h+|m+|s+)\]/i.test(cut)) return true
  const plain = (cut.split(';')[0] ?? '')
    .replaceAll(/"[^"]*"|[\\!].|_.|\*.|\[[^\]]*\]|General/gi, '')
    .replaceAll(UNQUOTED, '')
    .replaceAll(/(?<=s)\.0+/gi, '')
  return /[hmsge]|aaa/i.test(plain) && !/[0#?@]|通用格式/.test(plain)
}

/** What one section of a format writes around its figure. */
export interface Section {
  /** Of which numbers the section is: its own condition, else that of its place. */
  readonly of: (value: number) => boolean
  /** The currency that the section shows: `[$€-407]`, `"US$"#,##0`, `¥0.00`; undefined: none. */
  readonly sign: string | undefined
  readonly before: string
  readonly behind: string
  /** By how much the shown figure is smaller than the number: `0,` shows thousands, `0!.0,` ten thousands. */
  readonly scale: number
}

/** Dollars and yen by their locale: the sign alone would be taken for another country's. */
const SIGNS_OF: Readonly<Record<string, string>> = {
  '¥411': 'JP¥',
  '¥ja-jp': 'JP¥',
  $c09: 'A$',
  '$en-au': 'A$',
  $1009: 'C$',
  '$en-ca': 'C$',
  $c0c: 'C$',
  '$fr-ca': 'C$',
  $1409: 'NZ$',
  '$en-nz': 'NZ$',
  $c04: 'HK$',
  '$zh-hk': 'HK$',
  $404: 'NT$',
  '$zh-tw': 'NT$',
  $1004: 'S$',
  '$zh-sg': 'S$',
  $4809: 'S$',
  '$en-sg': 'S$',
  $80a: 'Mex$',
  '$es-mx': 'Mex$',
}
const CURRENCY = /(?:US|HK|NZ|NT|Mex|A|C|S)?\$|(?:JP)?[¥￥]|[€£₽₩]|\b(?:USD|EUR|CNY|RMB|GBP|JPY)\b|[元円圆]/

/** A piece of a section: quoted or escaped text, `_x` and `*x` that only take room, a bracket, a figure, another sign. */
const PIECE =
  /"([^"]*)"|[\\!](.)|[_*].|\[\$([^\]-]*)(?:-([^\]]*))?\]|\[[^\]]*\]|(General|G\/通用格式|[0#?@])|(USD|EUR|CNY|RMB|GBP|JPY)|(.)/giu

/** The sections of a format by the numbers that they are for; empty: it writes the figure alone. */
export function sectionsOf(code: string | undefined): readonly Section[] {
  if (code === undefined) return []
  const texts = Array.from(code.slice(0, CODE_MOST).matchAll(/(?:"[^"]*"|[\\!_*].|\[[^\]]*\]|[^;])+/g), ([one]) => one)
  const conditions = texts.map((text) => /\[([<>=]{1,2})(-?[\d.]+)\]/.exec(text))
  const own = conditions.some((one) => one !== null)
  return texts.slice(0, 3).map((text, at): Section => {
    const [, sign = '', bound] = conditions[at] ?? []
    const by = COMPARED[sign]
    const of = own
      ? (value: number) => by?.(value, Number(bound)) ?? true
      : (value: number) =>
          at === texts.length - 1 || (at === 0 ? value > 0 || (value === 0 && texts.length < 3) : value < 0)
    return { of, ...writtenBy(text) }
  })
}

const COMPARED: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
}

function writtenBy(text: string): Omit<Section, 'of'> {
  // Figures and their separators as they stand, words as one letter each.
  let frame = ''
  const words = ['', '']
  const literal = (word: string): void => {
    const behind = /[0#?@]/.test(frame)
    words[behind ? 1 : 0] += word
    frame += /^[.,]$/.test(word) ? '.' : 'x'
  }
  const all = Array.from(text.matchAll(PIECE))
  const last = all.findLastIndex((piece) => piece[5] !== undefined)
  for (const [at, piece] of all.entries()) {
    const [, quoted, escaped, currency, locale, figure, code, other] = piece
    const word = quoted ?? escaped ?? code ?? (currency === undefined ? undefined : signIn(currency, locale ?? ''))
    if (figure !== undefined) frame += '0'
    else if (word !== undefined)
      // A word between the figures groups them, or is their decimal sign.
      if (at < last && frame.includes('0')) frame += /^[.,]$/.test(word) ? 'd' : 'x'
      else literal(word)
    else if (other === ',' || other === '.') frame += other
    else if (
      other !== undefined &&
      /[\p{Sc}\p{L}/()+-]/u.test(other) &&
      !(at < last && frame.includes('0')) &&
      !/e/i.test(other)
    )
      literal(other)
    else if (other === ' ') words[frame.includes('0') ? 1 : 0] += ' '
  }
  const thousands = /(,+)[^0,]*$/.exec(frame)?.[1]?.length ?? 0
  const inner = /d(0+)[^0]*$/.exec(frame)?.[1]?.length ?? 0
  const [front = '', behind = ''] = words.map((word) => word.trim())
  return {
    sign: CURRENCY.exec(`${front} ${behind}`)?.[0],
    // Other words in front name the cell (`"day "0`).
    before: CURRENCY.test(front) || /[\p{S}Øø]/u.test(front) ? front : '',
    behind,
    // `#\.##0` groups thousands.
    scale: 1_000 ** thousands * (thousands === 0 && inner === 3 ? 1 : 10 ** inner),
  }
}

const signIn = (currency: string, locale: string): string => SIGNS_OF[`${currency}${locale.toLowerCase()}`] ?? currency

/**
 * A number as its cell shows it, its figures in full and with a decimal point: `1.23 万元`, `12.5 m³`. Undefined: the
 * figure alone. A scaled figure without a word (`0.0,`) stands beside the number, which no reader takes.
 */
export function shownAs(
  figures: (value: number) => string,
  value: number,
  { before, behind, scale }: Section,
): string | undefined {
  if (value < 0 || (before === '' && behind === '' && scale === 1)) return undefined
  const words = scale === 1 || behind !== '' ? behind : `(${figures(value)})`
  return `${before} ${figures(value / scale)} ${words}`.trim()
}
