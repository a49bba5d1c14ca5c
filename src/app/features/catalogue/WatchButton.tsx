import { shownLotNo } from '../../lib/lotNumber.ts'
import { useLingui } from '@lingui/react/macro'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { LotRow } from './queries.ts'
import { useWatch } from './useWatch.ts'
import css from './WatchButton.module.css'

export function WatchButton({
  lot,
  className,
}: {
  readonly lot: Pick<LotRow, 'contractObjectId' | 'lotNo' | 'lotNumber' | 'watched'>
  readonly className?: string | undefined
}) {
  const { t } = useLingui()
  const watch = useWatch()
  const { contractObjectId, watched } = lot
  const lotNo = shownLotNo(lot)
  return (
    <button
      type="button"
      className={classes(css.watch, watched && css.on, className)}
      aria-pressed={watched}
      aria-label={t`Watch lot ${lotNo}`}
      title={watched ? t`Watched` : t`Watch`}
      onClick={() => watch.mutate({ contractObjectId, watched: !watched })}
    >
      <Icon name="star" filled={watched} />
    </button>
  )
}
