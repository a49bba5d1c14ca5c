/** Header of calls that ask for the second factor again: the method and its proof. */
export const SECOND_FACTOR_HEADER = 'second-factor'
const FORM = /^(?:totp \d{6}|recovery [\w-]{5,30}|passkey [\w-]{1,8000})$/
export const isSecondFactor = (header: string): boolean => FORM.test(header)
