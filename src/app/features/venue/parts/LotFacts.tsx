import { useLingui } from '@lingui/react/macro'
import { formatMilli } from '../../../../domain/units.ts'
import type { Lot } from '../../../../domain/lot.ts'
import { classes } from '../../../ui/classes.ts'
import { SkeletonLine } from '../../../ui/Skeleton.tsx'
import { Quantity } from '../../../ui/Money.tsx'
import { Swatch } from '../../../ui/Swatch.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { factsOf, useLotSheet, useLotText, type LotText } from '../room/useCatalogue.ts'
import css from './LotFacts.module.css'
import { lotNo } from '../marks.ts'

/** The lot's main facts: number, name, species, grade, size, volume. */
export function LotFacts({ lot }: { readonly lot: Lot }) {
  const text = useLotText(lot.lot)
  return (
    <div className={css.facts}>
      <p className={css.no}>{lotNo(lot)}</p>
      <div className={css.what}>
        <div className={css.head}>
          <h2 className={css.name}>{text ? <Named text={text} /> : <SkeletonLine width="6em" />}</h2>
          <p className={css.volume}>
            <Quantity quantity={formatMilli(lot.quantity)} unit={lot.unit} />
          </p>
        </div>
        <ul className={css.list}>
          {text ? (
            factsOf(text).map((fact) => <li key={fact}>{fact}</li>)
          ) : (
            <li>
              <SkeletonLine width="14em" />
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}

/** The lot's name, with the colour of its wood. */
const Named = ({ text: { name, swatch } }: { readonly text: LotText }) => (
  <>
    <Swatch of={swatch} />
    {name}
  </>
)

export function LotPicture({
  lot,
  ratio,
  className,
}: {
  readonly lot: Lot
  readonly ratio: number | null
  readonly className?: string
}) {
  const { t } = useLingui()
  const text = useLotText(lot.lot)
  const sheet = useLotSheet(lot.lot)
  const src = sheet?.pictures[0] ?? text?.thumbnail ?? null
  return (
    <Picture
      src={src}
      swatch={text?.swatch}
      alt={t`Lot ${lotNo(lot)}: ${text?.name ?? ''}`}
      ratio={ratio}
      className={classes(css.picture, className)}
      eager
    />
  )
}
