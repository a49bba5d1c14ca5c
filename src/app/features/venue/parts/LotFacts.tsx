import { useLingui } from '@lingui/react/macro'
import { formatMilli } from '../../../../domain/units.ts'
import type { Lot } from '../../../../domain/lot.ts'
import { classes } from '../../../ui/classes.ts'
import { SkeletonLine } from '../../../ui/Skeleton.tsx'
import { Quantity } from '../../../ui/Money.tsx'
import { Species } from '../../../ui/Swatch.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { useLotSheet, useLotText } from '../room/useCatalogue.ts'
import css from './LotFacts.module.css'
import { lotNo } from '../marks.ts'

/** The lot's main facts: number, species, grade, size, volume. */
export function LotFacts({ lot }: { readonly lot: Lot }) {
  const text = useLotText(lot.lot)
  return (
    <div className={css.facts}>
      <p className={css.no}>{lotNo(lot)}</p>
      <div className={css.what}>
        <div className={css.head}>
          <h2 className={css.name}>{text ? <Species of={text} /> : <SkeletonLine width="6em" />}</h2>
          <p className={css.volume}>
            <Quantity quantity={formatMilli(lot.quantity)} unit={lot.unit} />
          </p>
        </div>
        <ul className={css.list}>
          {text ? (
            <Facts facts={[text.grade, text.specification, text.origin]} />
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

function Facts({ facts }: { readonly facts: readonly string[] }) {
  return facts.filter((fact) => fact !== '').map((fact) => <li key={fact}>{fact}</li>)
}

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
      alt={t`Lot ${lotNo(lot)}: ${text?.species ?? ''}`}
      ratio={ratio}
      className={classes(css.picture, className)}
      eager
    />
  )
}
