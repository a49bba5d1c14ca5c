import { Trans } from '@lingui/react/macro'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { LinkNotice } from '../head/Notices.tsx'
import { LinkState } from '../head/LinkState.tsx'
import css from './Threshold.module.css'

/** Shown until the room's first message: a skeleton, and the link's state. */
export function Threshold() {
  return (
    <>
      <LinkNotice />
      <div className={css.threshold}>
        <p className={css.said}>
          <LinkState /> <Trans>Entering the room…</Trans>
        </p>
        <Skeleton className={css.skeleton}>
          <SkeletonLine height="56px" block />
          <SkeletonLine height="min(38dvh, 320px)" block />
          <SkeletonLine width="60%" height="28px" block />
          <SkeletonLine width="40%" height="52px" block />
        </Skeleton>
      </div>
    </>
  )
}
