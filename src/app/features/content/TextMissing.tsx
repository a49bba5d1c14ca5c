import { SkeletonLine, Skeleton } from '../../ui/Skeleton.tsx'
import { ReadProblem, type Read } from '../../ui/read/index.ts'
import css from './DocumentPage.module.css'

/** In the place of a text that is not here: it is on its way, or could not be read. */
export const TextMissing = ({ read }: { readonly read: Read }) =>
  read.error === null ? (
    <Skeleton className={css.bones}>
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
