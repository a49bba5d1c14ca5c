import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Failed } from '../../../ui/Empty.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useProblem } from '../../../ui/useProblem.ts'
import css from '../parts/Flow.module.css'
import { profileQuery, type Profile } from './profile.ts'

/** The profile, its bones, or why it is not here. */
export function ProfileLoader({ children }: { readonly children: (profile: Profile) => ReactNode }) {
  const { data, error, refetch } = useQuery(profileQuery)
  const problem = useProblem()
  if (data) return children(data)
  if (error) {
    return (
      <Failed
        title={problem(error)}
        action={
          <Button variant="line" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  }
  return (
    <Skeleton className={css.form}>
      {[1, 2, 3, 4].map((line) => (
        <Bone key={line} height="68px" block />
      ))}
    </Skeleton>
  )
}
