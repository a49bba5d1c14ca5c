import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import css from './Flow.module.css'

/** While the code of a step is on its way. */
export const StepBones = () => (
  <Skeleton className={css.form}>
    <Bone height="72px" />
    <Bone height="72px" />
    <Bone height="72px" />
    <Bone height="48px" />
  </Skeleton>
)
