import { parseMinor, type Minor } from '../../../domain/units.ts'

/**
 * As people type numbers: thousands separators, a sign of money and the wide digits of a Chinese keyboard are no error.
 */
const plain = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s,¥$€]/g, '')

export const readMoney = (typed: string): Minor | null => parseMinor(plain(typed))

export function readWhole(typed: string, most: number): number | null {
  const digits = plain(typed)
  return /^\d{1,15}$/.test(digits) && Number(digits) <= most ? Number(digits) : null
}
