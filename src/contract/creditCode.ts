import { typedCode, typedUnlabelled } from '../domain/typed/text.ts'

/** Letters and digits of a unified social credit code, in the order of their values (GB 32100-2015). */
const CREDIT_DIGITS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
export const CREDIT_CODE = /^[0-9A-HJ-NPQRTUWXY]{18}$/

/**
 * Unified social credit code, GB 32100-2015: 18 characters, the last one a check digit over the first 17. Codes whose
 * check digit does not match are on real licences too, so that a form warns and the operator compares.
 */
export function isCreditCode(code: string): boolean {
  if (!CREDIT_CODE.test(code)) return false
  let sum = 0
  let weight = 1
  for (const digit of code.slice(0, 17)) {
    sum += CREDIT_DIGITS.indexOf(digit) * weight
    weight = (weight * 3) % 31
  }
  return CREDIT_DIGITS[(31 - (sum % 31)) % 31] === code[17]
}

/** True of a mainland code that is well formed and whose check digit does not match. */
export const hasWrongCheckDigit = (country: string, text: string): boolean => {
  const code = registerNumber(text)
  return country === 'CN' && CREDIT_CODE.test(code) && !isCreditCode(code)
}
/** True of a tax number in the form of a credit code whose check digit does not match. */
export const hasDoubtfulTaxNumber = (text: string): boolean =>
  /^9[1-3]\d{6}/.test(typedCode(text)) && hasWrongCheckDigit('CN', text)

/** A credit code without dashes; another register's number keeps those that belong to it, and loses its points. */
export function registerNumber(text: string): string {
  const spaceless = typedUnlabelled(text).replaceAll(/[ .]/g, '').toUpperCase()
  const code = typedCode(text)
  return CREDIT_CODE.test(code) ? code : spaceless
}
