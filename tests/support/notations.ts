/** A number with `size` decimals, its thousands grouped. */
export const digits = (value: number, group: string, decimal: string, size = 3) => {
  const [whole = '', fraction = ''] = value.toFixed(size).split('.')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, group)}${decimal}${fraction}`
}
const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0))
const lakhs = (value: number, size: number) => {
  const [whole = '', fraction = ''] = value.toFixed(size).split('.')
  return `${whole.slice(0, -3).replaceAll(/\B(?=(\d{2})+$)/g, ',')}${whole.length > 3 ? ',' : ''}${whole.slice(-3)}.${fraction}`
}
/** The same number as twelve countries, wide digits included, write it. */
export const NOTATIONS: Readonly<Record<string, (value: number, size: number) => string>> = {
  en: (v, s) => digits(v, ',', '.', s),
  zh: (v, s) => digits(v, '，', '．', s),
  plain: (v, s) => digits(v, '', '.', s),
  de: (v, s) => digits(v, '.', ',', s),
  fr: (v, s) => digits(v, '\u202f', ',', s),
  fi: (v, s) => digits(v, '\u00a0', ',', s),
  sv: (v, s) => digits(v, ' ', ',', s),
  ru: (v, s) => digits(v, '', ',', s),
  ch: (v, s) => digits(v, '’', '.', s),
  ja: (v, s) => wide(digits(v, ',', '.', s)),
  in: lakhs,
  wide: (v, s) => wide(digits(v, '', ',', s)),
}
/** Numbers of up to eight digits with up to three decimals: a fixed sequence, so that every run tries the same. */
export function numbers(count: number): readonly { readonly value: number; readonly size: number }[] {
  let seed = 7
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  return Array.from({ length: count }, () => {
    const size = Math.floor(random() * 4)
    const value = Math.floor(random() * 10 ** (1 + Math.floor(random() * 8)))
    return { value: value / 10 ** size, size }
  })
}
