import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import css from './CompanyPart.module.css'

export const CompanyBones = () => (
  <Skeleton className={css.part}>
    <Bone height="64px" block />
    <Bone height="200px" block />
    <Bone height="320px" block />
  </Skeleton>
)
