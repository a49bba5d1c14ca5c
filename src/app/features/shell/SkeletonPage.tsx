import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import css from './SkeletonPage.module.css'

/** Shown while the code of a page loads. */
export function SkeletonPage() {
  return (
    <Skeleton className={css.page}>
      <SkeletonLine width="min(320px, 60%)" height="2rem" />
      <SkeletonLine width="min(520px, 90%)" />
      <SkeletonLine height="140px" block />
      <SkeletonLine height="140px" block />
    </Skeleton>
  )
}
