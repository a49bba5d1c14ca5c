import { refuse, RefusalError } from '../failure.ts'
import { uncovered } from './fonts.ts'

/** A text with characters that no document can show. */
export interface Uncovered {
  /** Keys and indices from the value that was searched. */
  readonly path: readonly string[]
  readonly text: string
  readonly letters: readonly string[]
}

/** All such texts inside a value. */
export function uncoveredIn(value: unknown, path: readonly string[] = []): readonly Uncovered[] {
  if (typeof value === 'string') {
    const letters = uncovered(value)
    return letters.length > 0 ? [{ path, text: value, letters }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => uncoveredIn(inner, [...path, key]))
}

/** Refuses an act whose document could not show one of its texts. */
export function refuseUncovered(value: unknown): void {
  // The shortest is the name itself, which longer lines repeat.
  const [found] = uncoveredIn(value).toSorted((a, b) => a.text.length - b.text.length)
  if (!found) return
  const { text, letters } = found
  throw new RefusalError({
    ...refuse('document.letters'),
    quoted: { text: quote(text), letters: letters.join(' ') },
  })
}

const LONGEST = 80
/** The beginning of a text, for a message. */
export const quote = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text
