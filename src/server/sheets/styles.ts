/** The meaning of a number, by its cell's format. */
export type NumberKind = 'number' | 'percent' | 'date'

/** Excel's longest format code; what is longer is cut, so that judging it stays cheap. */
const CODE_MOST = 255

/** The currency that a format shows: `[$€-407]`, `"US$"#,##0`, `¥0.00`; undefined: none. */
export function signOf(code: string | undefined): string | undefined {
  const plain = code?.slice(0, CODE_MOST)
  return (
    /\[\$([^\]-]+)[^\]]*\]/.exec(plain ?? '')?.[1] ??
    /(?:US|HK|A|C)?\$|[¥￥€£₽₩]|\b(?:USD|EUR|CNY|RMB|GBP|JPY)\b|元/.exec(
      plain?.replaceAll(/\[[^\]]*\]/g, '') ?? '',
    )?.[0]
  )
}

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

/** The words that a format writes behind its number, e.g. ` cm` of `0.0" cm"`; '' for none. Colours and signs are not. */
export function behindOf(code: string | undefined): string {
  const [first = ''] = (code ?? '').slice(0, CODE_MOST).split(';')
  const behind = /[0#?](?![^"\\]*[0#?])(.*)$/.exec(first.replaceAll(/\[[^\]]*\]/g, ''))?.[1] ?? ''
  return Array.from(behind.matchAll(/"([^"]*)"|\\(.)/g), ([, quoted, one]) => quoted ?? one ?? '')
    .join('')
    .trim()
}
