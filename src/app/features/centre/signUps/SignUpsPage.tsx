import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PAGE_SIZE } from '../../../../contract/constants.ts'
import { scrollToTop } from '../../../lib/scroll.ts'
import { Age } from '../../../ui/Age.tsx'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Empty, Failed } from '../../../ui/Empty.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useProblem } from '../../../ui/useProblem.ts'
import { signUpsQuery } from './queries.ts'
import { signUpsSearch } from './search.ts'
import { SignUpCard } from './SignUpCard.tsx'
import css from './SignUps.module.css'

const FROM = '/_signedIn/_centre/user/sign'

/** The company's sign-ups: where each stands, and what comes next. */
export function SignUpsPage() {
  const { t } = useLingui()
  const problem = useProblem()
  const { page = 1, size = PAGE_SIZE } = useSearch({ from: FROM })
  const navigate = useNavigate({ from: '/user/sign' })
  const list = useQuery(signUpsQuery(page, size))
  const { data } = list
  const turn = (next: { readonly page: number; readonly size: number }): void => {
    scrollToTop()
    void navigate({ search: signUpsSearch(next), replace: true })
  }
  return (
    <Page
      title={t`Bidding sign-up`}
      heading={<Trans>Bidding sign-up</Trans>}
      {...(data && { actions: <Age at={list.dataUpdatedAt} old={list.isError} /> })}
    >
      {data === undefined && list.isError ? (
        <Failed
          title={problem(list.error)}
          action={
            <Button onClick={() => void list.refetch()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>
            Your sign-ups have not been read on this device before. They will be fetched as soon as the link is back.
          </Trans>
        </Failed>
      ) : data === undefined ? (
        <SignUpsBones />
      ) : data.rows.length === 0 ? (
        <Empty
          title={<Trans>Your company has not signed up for any sale.</Trans>}
          action={
            <Link to="/index" hash="sessions" className={buttonClass()}>
              <Trans>To the sales</Trans>
            </Link>
          }
        >
          <Trans>
            Sign up on a sale’s card. Here you will then find your bidding number, whether you are admitted, and what to
            do next.
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
        <Pagination total={data.total} page={page} size={size} onChange={turn} />
      )}
    </Page>
  )
}

const SignUpsBones = () => (
  <Skeleton className={css.list}>
    {[0, 1, 2].map((at) => (
      <div key={at} className={css.card}>
        <Bone width="min(320px, 70%)" height="1.4rem" />
        <Bone width="min(460px, 90%)" />
        <Bone width="min(240px, 60%)" />
      </div>
    ))}
  </Skeleton>
)
