const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '')

/** Whether a text shows this amount (`12400.00`) and no other figures, whatever stands around them but a unit's (m³). */
export const showsAmount = (text: string | null, amount: string): boolean =>
  digitsOf((text ?? '').replaceAll('m³', '')) === digitsOf(amount)
