export interface ComboOption {
  readonly key: string
  readonly label: string
  /** Shown at the end of the option's line. */
  readonly aside?: string
  /** Other names that find the option. */
  readonly also?: readonly string[]
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase().trim()

/**
 * Options that match the typed text: names that begin with it, then names that contain it; each group in the given
 * order.
 */
export function matching(options: readonly ComboOption[], typed: string): readonly ComboOption[] {
  const wanted = plain(typed)
  if (wanted === '') return options
  const rank = ({ key, label, aside = '', also = [] }: ComboOption): number => {
    const names = [label, ...also].map(plain)
    if (plain(key) === wanted || names.some((name) => name.startsWith(wanted))) return 0
    if (
      names.some((name) => name.includes(wanted)) ||
      plain(aside).replace('+', '').startsWith(wanted.replace('+', ''))
    )
      return 1
    return 2
  }
  const ranked = options.map((option) => ({ option, at: rank(option) }))
  return [0, 1].flatMap((at) => ranked.filter((one) => one.at === at).map(({ option }) => option))
}

/** The option that the typed text names exactly. */
export function exactly(options: readonly ComboOption[], typed: string): ComboOption | undefined {
  const wanted = plain(typed)
  return options.find(({ key, label, also = [] }) => [key, label, ...also].some((name) => plain(name) === wanted))
}
