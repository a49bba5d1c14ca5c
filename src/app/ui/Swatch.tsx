import type { Swatch as Family } from '../../contract/swatches.ts'
import css from './Swatch.module.css'

/** A chip in the wood's colour, beside its name. */
export const Swatch = ({ of }: { readonly of: Family | undefined }) => (
  <span className={css.swatch} data-timber={of} aria-hidden="true" />
)
