import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { coverageOf, covers } from './coverage.ts'
import type { Coverage } from './coverage.ts'

/** A typeface of documents. The first that has a character shows it. */
interface Face {
  /** As the compiler names it. */
  readonly family: string
  /** Regular first; the other weights have the same characters. */
  readonly files: readonly [string, ...string[]]
}

const { resolve } = createRequire(import.meta.url)

function google(family: string, weights: readonly [string, ...string[]] = ['400Regular', '700Bold']): Face {
  const folder = dirname(resolve(`@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}/package.json`))
  const fileOf = (weight: string) => join(folder, weight, `${family.replaceAll(' ', '')}_${weight}.ttf`)
  const [first, ...rest] = weights
  return { family, files: [fileOf(first), ...rest.map(fileOf)] }
}
function adobe(family: string, name: string, file: string): Face {
  const fileOf = (weight: string) => join(dirname(resolve(`@embedpdf/${name}`)), '../fonts', `${file}-${weight}.otf`)
  return { family, files: [fileOf('Regular'), fileOf('Bold')] }
}

/**
 * Chinese first; then letters of Latin, Greek, Cyrillic and Devanagari that it lacks, rare characters of Hong Kong and
 * Japan (CJK Ext. B), and other scripts. All come with packages: a document never depends on the machine's fonts. The
 * compiler opens a file only when a text needs it.
 */
export const FACES: readonly Face[] = [
  google('Noto Sans SC'),
  google('Noto Sans'),
  adobe('Noto Sans T Chinese', 'fonts-tc', 'NotoSansHant'),
  adobe('Noto Sans Japanese', 'fonts-jp', 'NotoSansJP'),
  adobe('Noto Sans Korean', 'fonts-kr', 'NotoSansKR'),
  google('Noto Sans Thai'),
  google('Noto Sans Hebrew'),
  google('Noto Sans Arabic'),
  google('Noto Sans Symbols 2', ['400Regular']),
  google('Noto Emoji'),
]
const coverages = FACES.map(({ files }) => coverageOf(files[0]))

/** Direction overrides and other format characters, which can make a line look different from its text. */
const HIDDEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[^\P{Cc}\n\t]/gu

/** A text as documents show it. */
export const shownText = (text: string): string =>
  // The fonts have no diameter sign.
  text.replaceAll(HIDDEN, '').replaceAll('⌀', 'Ø').normalize('NFC')

/** Shown as nothing or as a gap where a font has no glyph. */
const BLANK = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}]$/u
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/**
 * The characters (as a reader counts them) of a text that no document can show, each once. A character is shown if one
 * font has all its parts.
 */
export function uncovered(text: string): readonly string[] {
  const shown = shownText(text)
  const isShown = (code: string, coverage: Coverage | undefined) =>
    BLANK.test(code) || (coverage !== undefined && covers(coverage, code.codePointAt(0) ?? 0))
  // Most texts need the first font alone.
  if (shown.isWellFormed() && [...new Set(shown)].every((code) => isShown(code, coverages[0]))) return []
  const lacking = new Set<string>()
  for (const { segment } of characters.segment(shown))
    if (!coverages.some((coverage) => Array.from(segment).every((code) => isShown(code, coverage))))
      lacking.add(segment)
  return [...lacking]
}
