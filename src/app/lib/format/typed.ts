import { parseMinor, type Minor } from '../../../domain/units.ts'

/**
 * Normalises a number as people type it: thousands separators, currency signs and the wide digits of a Chinese keyboard
 * are accepted.
 */
const plain = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s,¥$€]/g, '')

export const readMoney = (typed: string): Minor | null => parseMinor(plain(typed))

export function readWhole(typed: string, most: number): number | null {
  const digits = plain(typed)
  return /^\d{1,15}$/.test(digits) && Number(digits) <= most ? Number(digits) : null
}
