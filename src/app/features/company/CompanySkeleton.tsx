import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import css from './CompanyPart.module.css'

export const CompanySkeleton = () => (
  <Skeleton className={css.part}>
    <SkeletonLine height="64px" block />
    <SkeletonLine height="200px" block />
    <SkeletonLine height="320px" block />
  </Skeleton>
)
