import { Trans } from '@lingui/react/macro'
import { useNow } from '../../lib/clock/useNow.ts'
import { participationOf, type Entry } from '../../lib/sale/index.ts'
import type { Who } from '../../lib/user.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { EndGrain } from '../../ui/EndGrain.tsx'
import { PracticeMark } from '../../ui/marks.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { Actions } from '../../ui/sale/Actions.tsx'
import { PartLine } from '../../ui/sale/PartLine.tsx'
import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import css from './Practice.module.css'

export function Practice({ entry, who }: { readonly entry: Entry; readonly who: Who }) {
  const part = participationOf(entry.schedule, entry.timeline, who, useNow())
  return (
    <section className={css.practice} id="practice" aria-labelledby="practice-name">
      <EndGrain className={css.log} />
      <div className={css.text}>
        <PracticeMark />
        <h2 id="practice-name">
          <Trans>Place your first bid within a minute</Trans>
        </h2>
        <p>
          <Trans>Real room, robot host, robot rivals. Nothing here becomes an order or a contract.</Trans>
        </p>
        {part.kind === 'visitor' ? null : <PartLine part={part} />}
      </div>
      <div className={css.acts}>
        {part.kind === 'visitor' ? (
          <PathLink href={pathTo('/login', { redirect: '/index#practice' })} className={buttonClass()}>
            <Trans>Log in and practise</Trans>
          </PathLink>
        ) : (
          <Actions entry={entry} part={part} />
        )}
      </div>
    </section>
  )
}

export const PracticeSkeleton = () => (
  <Skeleton className={css.practice}>
    <div className={css.text}>
      <SkeletonLine width="64px" />
      <SkeletonLine width="min(360px, 90%)" height="1.8rem" />
      <SkeletonLine width="min(480px, 100%)" />
    </div>
    <div className={css.acts}>
      <SkeletonLine width="160px" height="44px" block />
    </div>
  </Skeleton>
)
