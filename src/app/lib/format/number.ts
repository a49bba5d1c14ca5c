import type { Currency } from '../../../domain/units.ts'

const SIGN: Record<Currency, string> = { CNY: '¥', USD: 'US$', EUR: '€' }
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/**
 * Groups thousands with commas; `0` for empty values (spec §9). Works on the digits, so that money is never a float.
 */
export function groupThousands(value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '0'
  const match = DECIMAL.exec(String(value))
  if (!match) return String(value)
  const [, minus, whole = '0', fraction] = match
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${minus}${grouped}${fraction === undefined ? '' : `.${fraction}`}`
}

interface MoneyParts {
  readonly sign: string
  readonly whole: string
  /** With the decimal point. */
  readonly cents: string
}

/** A decimal as on the wire; empty if there is none. */
export type Amount = string | null | undefined

/** `"2180"` → ¥ · 2,180 · .00; empty → ¥0.00 (spec §9). */
export function moneyParts(amount: Amount, currency: string): MoneyParts {
  const below = amount?.startsWith('-') ?? false
  const [whole = '', fraction = ''] = (amount ?? '').slice(below ? 1 : 0).split('.')
  return {
    sign: `${below ? '−' : ''}${isCurrency(currency) ? SIGN[currency] : `${currency} `}`,
    whole: groupThousands(whole),
    cents: `.${fraction.padEnd(2, '0')}`,
  }
}

export function formatMoney(amount: Amount, currency: string): string {
  const { sign, whole, cents } = moneyParts(amount, currency)
  return `${sign}${whole}${cents}`
}

/** `"32.450"` → `32.45`: a column shows as many `decimals` as its longest needs, other places as many as the quantity. */
export function formatQuantity(quantity: string, decimals = 0): string {
  const [whole, fraction = ''] = quantity.split('.')
  const shown = fraction.replace(/0+$/, '').padEnd(decimals, '0')
  return groupThousands(shown === '' ? whole : `${whole}.${shown}`)
}

const isCurrency = (code: string): code is Currency => code in SIGN

const KB = 1024
/** Bytes as `312 kB`, `4.6 MB`, `10.0 GB`, on one line. */
export function formatBytes(bytes: number): string {
  if (bytes < KB * KB) return `${Math.ceil(bytes / KB)}\u00a0kB`
  const mb = bytes / KB / KB
  return mb < KB ? `${mb.toFixed(1)}\u00a0MB` : `${(mb / KB).toFixed(1)}\u00a0GB`
}
