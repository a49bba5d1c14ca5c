import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { ReadProblem, type Read } from '../../ui/read/index.ts'
import css from './DocumentPage.module.css'

/** Replaces a text that is loading or failed to load. */
export const TextMissing = ({ read }: { readonly read: Read }) =>
  read.error === null ? (
    <Skeleton className={css.skeleton}>
      <SkeletonLine />
      <SkeletonLine />
      <SkeletonLine width="70%" />
      <SkeletonLine height="1.5rem" width="40%" />
      <SkeletonLine />
      <SkeletonLine />
    </Skeleton>
  ) : (
    <ReadProblem read={read} />
  )
