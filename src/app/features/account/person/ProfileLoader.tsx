import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import css from '../parts/Flow.module.css'
import { profileQuery, type Profile } from './profile.ts'

/** Renders the profile, its skeleton, or the reason why it is missing. */
export function ProfileLoader({ children }: { readonly children: (profile: Profile) => ReactNode }) {
  const profile = useQuery(profileQuery)
  const { data } = profile
  if (data) return children(data)
  if (profile.isError) {
    return <ReadProblem read={profile} />
  }
  return (
    <Skeleton className={css.form}>
      {[1, 2, 3, 4].map((line) => (
        <SkeletonLine key={line} height="68px" block />
      ))}
    </Skeleton>
  )
}
