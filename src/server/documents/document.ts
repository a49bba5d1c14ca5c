import { createHash } from 'node:crypto'
import type { Locale } from '../../contract/constants.ts'
import type { Instant, Unit } from '../../domain/units.ts'
import { shownText } from './fonts.ts'
import { refuseUncovered } from './letters.ts'
import type { Printing, Template } from './press.ts'

/** A text in both languages. */
export interface Both {
  readonly zh: string
  readonly en: string
}
export const inEach = (text: (locale: Locale) => string): Both => ({ zh: text('zh'), en: text('en') })

/** A file embedded in the document, by which it can be verified. */
interface Enclosed {
  readonly name: string
  readonly about: string
  readonly text: string
}

interface Document {
  readonly template: Template
  /** Name of the saved file. */
  readonly name: string
  readonly title: string
  /** Shown at the foot of every page, and at the head of all pages but the first. */
  readonly head: string
  readonly mark: string
  /** SHA-256 (hex) shown at the foot; '' for none. */
  readonly hash: string
  readonly watermark: string | null
  readonly at: Instant
  readonly enclosed: readonly Enclosed[]
  /** The template's data. */
  readonly data: Readonly<Record<string, unknown>>
}
/** A document, ready to be set. */
export interface Printable {
  readonly name: string
  readonly printing: Printing
}

/** Every PDF begins here. Refused if the fonts cannot show one of its texts: no document has boxes for letters. */
export function printable({ template, name, at, enclosed, data, ...said }: Document): Printable {
  const when = new Date(at)
  const date = [
    when.getUTCFullYear(),
    when.getUTCMonth() + 1,
    when.getUTCDate(),
    when.getUTCHours(),
    when.getUTCMinutes(),
    when.getUTCSeconds(),
  ]
  const shown = clean({ ...said, head: lineOf(said.head), ...data })
  refuseUncovered(shown)
  return {
    name,
    printing: {
      template,
      data: JSON.stringify({ ...(shown as object), date, enclosed }),
      at: Math.floor(at / 1000),
    },
  }
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** A page's head repeats names that the page shows whole; it has room for two lines. */
function lineOf(head: string): string {
  const all = Array.from(graphemes.segment(head.replaceAll(/\s+/g, ' ')), ({ segment }) => segment)
  return all.length <= 100 ? all.join('') : `${all.slice(0, 70).join('')}…${all.slice(-29).join('')}`
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clean(inner)]))
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** `32450.01` as `32,450.01`. */
export const grouped = (decimal: string): string => {
  const [whole = '', part] = decimal.split('.')
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return part === undefined ? thousands : `${thousands}.${part}`
}

export const UNIT: Readonly<Record<Unit, Both>> = {
  m3: { zh: 'm³', en: 'm³' },
  piece: { zh: '件', en: 'pc' },
  tonne: { zh: '吨', en: 't' },
}

const BEIJING_MS = 8 * 3_600_000
/** `2026-11-20 14:00:00 (UTC+8)`: platform time, independent of the machine's zone. */
export const moment = (at: number): string =>
  `${new Date(at + BEIJING_MS).toISOString().slice(0, 19).replace('T', ' ')} (UTC+8)`
/** The same without seconds and zone. */
export const minute = (at: number): string => moment(at).slice(0, 16)
