import { lineKey } from './bank-line.ts'

/** References of ours in the texts of a bank's entry. Rules: `TRADE.md`, Bl7. */

/** 23 signs that are told apart in any hand and print; a prime number, so that one wrong sign or a swap is found. */
const SIGNS = '34679ACDEFGHJKMNPQRTWXY'
const LENGTH = 5
const PREFIX = 'BZ-'

const checkOf = (signs: readonly number[]): number =>
  signs.reduce((sum, sign, at) => sum + sign * (at + 1), 0) % SIGNS.length

/** The reference of a company's deposit for a sale, such as `BZ-7K3QAX`. `random`: a number from 0 to 1, each time. */
export function depositReference(random: () => number): string {
  const signs = Array.from({ length: LENGTH }, () => Math.floor(random() * SIGNS.length))
  return PREFIX + [...signs, checkOf(signs)].map((sign) => SIGNS.charAt(sign)).join('')
}

const DEPOSIT = new RegExp(`${lineKey(PREFIX)}(?=([${SIGNS.toLowerCase()}]{${LENGTH + 1}}))`, 'g')
/** `TC-2027-000001`. The digits of a text that follows may be joined to it. */
const CONTRACT = /tc(?=(\d{10}))/g

const isChecked = (signs: string): boolean => {
  const numbers = Array.from(signs.toUpperCase(), (sign) => SIGNS.indexOf(sign))
  return checkOf(numbers.slice(0, LENGTH)) === numbers[LENGTH]
}

/** `lineKey`s of what may be references in these texts, each once: of deposits those whose check letter is right. */
export function referencesIn(texts: readonly string[]): readonly string[] {
  const key = lineKey(texts.join(''))
  const deposits = [...key.matchAll(DEPOSIT)].flatMap(([, signs = '']) => (isChecked(signs) ? `bz${signs}` : []))
  const contracts = [...key.matchAll(CONTRACT)].map(([, digits = '']) => `tc${digits}`)
  return [...new Set([...deposits, ...contracts])]
}

/** The number of a contract by its key, as it is stored. */
export const contractNoOf = (key: string): string => `TC-${key.slice(2, 6)}-${key.slice(6)}`
/** The reference of a deposit by its key, as it is stored. */
export const depositReferenceOf = (key: string): string => PREFIX + key.slice(2).toUpperCase()
export const isContractKey = (key: string): boolean => key.startsWith('tc')
