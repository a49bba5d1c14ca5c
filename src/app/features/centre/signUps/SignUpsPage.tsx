import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { pageSearch } from '../../../lib/paging.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { signUpsQuery } from './queries.ts'
import { SignUpCard } from './SignUpCard.tsx'
import css from './SignUps.module.css'

const FROM = '/_signedIn/_centre/user/sign'

/** The company's sign-ups, each with its state and next step. */
export function SignUpsPage() {
  const { t } = useLingui()
  const { page = 1, size = PAGE_SIZE } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: '/user/sign' })
  const list = useQuery(signUpsQuery(page, size))
  const { data } = list
  return (
    <Page
      title={t`Bidding sign-up`}
      heading={<Trans>Bidding sign-up</Trans>}
      {...(data && { actions: <ReadAge read={list} /> })}
    >
      {data === undefined && list.isError ? (
        <ReadProblem
          read={list}
          offline={
            <Trans>Your sign-ups have not been opened on this device yet. They load when you are back online.</Trans>
          }
        />
      ) : data === undefined ? (
        <SignUpsSkeleton />
      ) : data.rows.length === 0 ? (
        <Empty
          title={<Trans>Your company has not signed up for any sale.</Trans>}
          action={
            <Link to="/index" hash="sessions" className={buttonClass()}>
              <Trans>View sales</Trans>
            </Link>
          }
        >
          <Trans>
            Sign up on a sale’s card. Your bidding number, your admission and the next step then appear here.
          </Trans>
        </Empty>
      ) : (
        <ol className={classes(css.list, list.isPlaceholderData && css.stale)} aria-busy={list.isPlaceholderData}>
          {data.rows.map((signUp) => (
            <li key={signUp.scheduleTimelineId}>
              <SignUpCard signUp={signUp} />
            </li>
          ))}
        </ol>
      )}
      {data && data.total > data.rows.length && (
        <Pagination
          total={data.total}
          page={page}
          size={size}
          onChange={(next) => void navigate({ search: pageSearch({ ...next }), replace: true })}
        />
      )}
    </Page>
  )
}

const SignUpsSkeleton = () => (
  <Skeleton className={css.list}>
    {[0, 1, 2].map((at) => (
      <div key={at} className={css.card}>
        <SkeletonLine width="min(320px, 70%)" height="1.4rem" />
        <SkeletonLine width="min(460px, 90%)" />
        <SkeletonLine width="min(240px, 60%)" />
      </div>
    ))}
  </Skeleton>
)
