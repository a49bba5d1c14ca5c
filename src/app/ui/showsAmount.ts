/** The digits of a text. The digit of a unit (m³) is left out. */
export const digitsOf = (text: string): string => text.replaceAll('m³', '').normalize('NFKC').replaceAll(/\D/g, '')

/** Whether the digits of a text are those of the amount (`12400.00`), and no others. */
export const showsAmount = (text: string | null, amount: string): boolean => digitsOf(text ?? '') === digitsOf(amount)
