import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import css from './PageBones.module.css'

/** While the code of a page is on its way. */
export function PageBones() {
  return (
    <Skeleton className={css.page}>
      <Bone width="min(320px, 60%)" height="2rem" />
      <Bone width="min(520px, 90%)" />
      <Bone height="140px" block />
      <Bone height="140px" block />
    </Skeleton>
  )
}
