import { readFileSync } from 'node:fs'
import { COMMON_WORDS, KEY_ROWS, OUR_WORDS } from './words.ts'

/** Facts about the person that a guesser would know. */
export interface About {
  readonly login: string
  readonly companyName: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly name: string
}

/** Characters that must remain after removing the guessable ones. */
const LEFT_LEAST = 4
/** Shorter pieces of keyboard rows, phone numbers or names also occur in good passwords. */
const PIECE_LEAST = 4

/**
 * Passwords have 6 to 20 letters and digits (spec §5), so guessable ones are refused: those of leaked lists, and those
 * with little left after removing names, numbers, years, runs and keyboard rows.
 */
export function isGuessable(password: string, about: About): boolean {
  const text = password.toLowerCase()
  return leaked().has(text) || whatIsLeft(text, about).length < LEFT_LEAST
}

function whatIsLeft(text: string, about: About): string {
  let left = text
  // Longest first: a short word must not break up a longer one.
  const words = [...wordsAbout(about), ...OUR_WORDS, ...COMMON_WORDS].toSorted((a, b) => b.length - a.length)
  for (const word of words) left = left.replaceAll(word, GAP)
  left = withoutPieces(left, [...KEY_ROWS, ...KEY_ROWS.map(reversed), ...numbersOf(about)])
  return left
    .replaceAll(/(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])|(19|20)\d\d/g, GAP)
    .replaceAll(/(.)\1\1+/g, GAP)
    .replaceAll(GAP, '')
}

/** Replaces a removed section; passwords contain no blank. */
const GAP = ' '

/** Removes pieces of these texts, the longest first. */
function withoutPieces(text: string, rows: readonly string[]): string {
  let left = text
  for (let length = text.length; length >= PIECE_LEAST; length -= 1) {
    for (let start = 0; start + length <= left.length; start += 1) {
      const piece = left.slice(start, start + length)
      if (!piece.includes(GAP) && rows.some((row) => row.includes(piece)))
        left = left.slice(0, start) + GAP + left.slice(start + length)
    }
  }
  return left
}

/** Words of the person's names in Latin letters, and the whole login. */
function wordsAbout({ login, companyName, name, email }: About): string[] {
  const mailbox = email?.split('@', 1)[0] ?? ''
  const words = [login, companyName ?? '', name, mailbox].flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/))
  const letters = [login, mailbox].map((text) => text.toLowerCase().replaceAll(/[^a-z]/g, ''))
  return [...words, ...letters].filter((word) => word.length >= PIECE_LEAST)
}

/** Mainland numbers are known without their country code too; their digits match either way. */
const numbersOf = ({ phone }: About): string[] => (phone === null ? [] : [phone.replaceAll(/\D/g, '')])
const reversed = (text: string): string => Array.from(text).reverse().join('')

let known: ReadonlySet<string> | null = null
/** The list of leaked passwords, read at first use. */
function leaked(): ReadonlySet<string> {
  const [, list = ''] = known ? [] : readFileSync(new URL('passwords.txt', import.meta.url), 'utf8').split('\n---\n')
  return (known ??= new Set(list.trim().split('\n')))
}
