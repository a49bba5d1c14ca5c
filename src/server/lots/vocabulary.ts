import { OPEN_KINDS } from '../../contract/lot-fields.ts'
import type { TermKind } from '../../contract/lot-fields.ts'
import type { Locale } from '../../contract/constants.ts'
import type { Terms } from '../store/terms.ts'
import type { Cellular } from './columns.ts'

/** Codes of the vocabulary by the texts that a cell may use for them: code, or name in either language. */
export type Vocabulary = ReadonlyMap<TermKind, ReadonlyMap<string, string>>

/** A word for comparison, from the strictest: as written; without spaces and punctuation; and without brackets. */
const written = (word: string): string => word.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()
/** Grades differ by their sign: `A+`, `A-`. */
const lettersOf = (word: string): string => written(word).replaceAll(/-(?=[\p{L}\p{N}])|[^\p{L}\p{N}+-]/gu, '')
const withoutNotes = (word: string): string => lettersOf(word.normalize('NFKC').replaceAll(/\([^)]*\)/g, ''))

/**
 * Words that stand for one code. A code overrides a name that is written like it, and a stricter form a looser one:
 * 刚果(布) and 刚果(金) are two countries, and 刚果 is none of them.
 */
export function vocabularyOf(terms: Terms): Vocabulary {
  return new Map([...terms].map(([kind, names]) => [kind as TermKind, wordsOf(kind as TermKind, names)]))
}

function wordsOf(kind: TermKind, names: NonNullable<ReturnType<Terms['get']>>): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  const forms = OPEN_KINDS.includes(kind) ? [written, lettersOf] : [written, lettersOf, withoutNotes]
  const named = [...names].flatMap(([code, { zh, en }]) => [zh, en].map((name) => [name, code] as const))
  for (const form of forms)
    for (const list of [[...names.keys()].map((code) => [code, code] as const), named]) {
      const codes = new Map<string, Set<string>>()
      for (const [name, code] of list) codes.set(form(name), (codes.get(form(name)) ?? new Set<string>()).add(code))
      for (const [word, [code = '', ...others]] of codes)
        if (word !== '' && !words.has(word) && others.every((other) => isSame(names, code, other)))
          words.set(word, code)
    }
  return words
}

/** Whether two codes have the same names, so that either may be meant. */
const isSame = (names: NonNullable<ReturnType<Terms['get']>>, one: string, other: string): boolean =>
  names.get(one)?.zh === names.get(other)?.zh && names.get(one)?.en === names.get(other)?.en

/** The code that a cell names, or the text of a kind that takes a seller's own. */
export function termIn(shown: string, kind: TermKind, words: Vocabulary): Cellular<string> {
  const known = words.get(kind)
  const own = OPEN_KINDS.includes(kind)
  const code =
    known?.get(written(shown)) ?? known?.get(lettersOf(shown)) ?? (own ? undefined : known?.get(withoutNotes(shown)))
  if (code !== undefined) return { value: code }
  if (shown.length > 80) return { code: 'too_long' }
  if (own) return { value: shown }
  const near = nearest(lettersOf(shown), [...(known?.keys() ?? [])])
  return { code: 'unknown_term', ...(near !== null && { near: known?.get(near) ?? near }) }
}

/** The name of a code; the code itself where the name stands for another, or for several. */
export function termShown(terms: Terms, words: Vocabulary, kind: TermKind, code: string, locale: Locale): string {
  const name = terms.get(kind)?.get(code)?.[locale]
  return name !== undefined && words.get(kind)?.get(written(name)) === code ? name : code
}

/** The known word that differs by two letters at most; `null`: none. */
function nearest(word: string, known: readonly string[]): string | null {
  if (word.length < 3) return null
  const best = known
    .filter((one) => Math.abs(one.length - word.length) <= 2 && one.length > 2)
    .map((one) => ({ one, apart: distance(word.slice(0, 40), one.slice(0, 40)) }))
    .toSorted((a, b) => a.apart - b.apart)[0]
  return best && best.apart <= 2 && best.apart < word.length / 2 ? best.one : null
}

/** Edit distance: letters added, left out or replaced. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++)
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
    before = row
  }
  return before[b.length] ?? 0
}
