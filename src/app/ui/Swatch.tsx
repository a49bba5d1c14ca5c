import type { Swatch as Family } from '../../contract/swatches.ts'
import css from './Swatch.module.css'

interface Wood {
  readonly species: string
  readonly swatch?: Family | undefined
}

/** A chip in the wood's colour, beside its name. */
export const Swatch = ({ of }: { readonly of: Family | undefined }) => (
  <span className={css.swatch} data-timber={of} aria-hidden="true" />
)

/** The species with its colour. */
export const Species = ({ of: { species, swatch } }: { readonly of: Wood }) => (
  <>
    <Swatch of={swatch} />
    {species}
  </>
)
