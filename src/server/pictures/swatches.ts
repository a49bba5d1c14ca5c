import { SWATCHES, type Swatch } from '../../contract/swatches.ts'
import type { LookCode } from './looks.ts'

const KNOWN: Readonly<Record<LookCode, Swatch>> = {
  radiataPine: 'straw',
  scotsPine: 'straw',
  spruce: 'cream',
  larch: 'apricot',
  douglasFir: 'apricot',
  whiteOak: 'biscuit',
  redOak: 'biscuit',
  ash: 'cream',
  hardMaple: 'cream',
  beech: 'biscuit',
  blackWalnut: 'walnut',
  blackCherry: 'cherry',
  okoume: 'cherry',
  sapele: 'copper',
  padauk: 'red',
  iroko: 'honey',
  tali: 'copper',
  wenge: 'ebony',
  doussie: 'copper',
  ovangkol: 'olive',
  azobe: 'red',
  merbau: 'copper',
  keruing: 'cherry',
  balau: 'olive',
  teak: 'honey',
}

/** The family of a species by its code. A species that an operator added keeps one family on every node: its code decides. */
export function swatchOf(species: string): Swatch {
  if (Object.hasOwn(KNOWN, species)) return KNOWN[species as LookCode]
  let sum = 0
  for (const letter of species) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return SWATCHES[sum % SWATCHES.length] ?? SWATCHES[0]
}
