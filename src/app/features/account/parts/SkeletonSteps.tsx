import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import css from './Flow.module.css'

/** Shown while the code of a step loads. */
export const SkeletonSteps = () => (
  <Skeleton className={css.form}>
    <SkeletonLine height="72px" />
    <SkeletonLine height="72px" />
    <SkeletonLine height="72px" />
    <SkeletonLine height="48px" />
  </Skeleton>
)
