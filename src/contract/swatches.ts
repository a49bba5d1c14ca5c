/**
 * Families of wood by the colour of their planed face. The app has one token for each (`ui/timber.css`); a row of a lot
 * names its own, so that a list, a placeholder and the log show the same wood.
 */
export const SWATCHES = [
  'cream',
  'straw',
  'biscuit',
  'honey',
  'apricot',
  'cherry',
  'copper',
  'red',
  'olive',
  'walnut',
  'ebony',
] as const
export type Swatch = (typeof SWATCHES)[number]
