import { isCreditCode } from '../../src/contract/creditCode.ts'

/** A unified social credit code with its right check digit; another one for each number. */
export function creditCodeFor(number: number): string {
  const body = `91310000MA1K${String(number).padStart(5, '0')}`
  const code = Array.from('0123456789ABCDEFGHJKLMNPQRTUWXY', (digit) => body + digit).find(isCreditCode)
  if (code === undefined) throw new Error('every body has its check digit')
  return code
}
