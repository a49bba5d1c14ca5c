import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { NEWS_TYPES, PAGE_SIZE } from '../../../contract/constants.ts'
import { formatMoment } from '../../lib/format/index.ts'
import type { PageSearch } from '../../lib/paging.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { ReadAge } from '../../ui/read/index.ts'
import css from './DocumentPage.module.css'
import { newsListQuery } from './queries.ts'
import { newsSearch } from './search.ts'
import { TextMissing } from './TextMissing.tsx'
import { useClient } from '../../lib/client.ts'
import { useWrittenQuery } from '../../lib/useWrittenQuery.ts'

const TYPES = [0, NEWS_TYPES.notice, NEWS_TYPES.market, NEWS_TYPES.platform] as const

export function NewsPage() {
  const client = useClient()
  const { t } = useLingui()
  const { type = 0, page = 1, size = PAGE_SIZE } = useSearch({ from: '/news' })
  const navigate = useNavigate({ from: '/news' })
  const list = useWrittenQuery(newsListQuery(type, page, size))
  const turn = (next: PageSearch): void => void navigate({ search: newsSearch({ type, ...next }), replace: true })
  return (
    <Page title={t`News`} heading={<Trans>News</Trans>} narrow {...(list.data && { actions: <ReadAge read={list} /> })}>
      <nav className={css.kinds} aria-label={t`Kinds of news`}>
        {TYPES.map((one) => (
          <Link
            key={one}
            to="/news"
            search={{ type: one }}
            className={buttonClass({ variant: one === type ? 'fill' : 'line', size: 'small' })}
            {...(one === type && { 'aria-current': 'page' })}
          >
            <TypeName type={one} />
          </Link>
        ))}
      </nav>
      {list.data ? (
        list.data.rows.length === 0 ? (
          <Empty
            title={<Trans>Nothing has been published here yet.</Trans>}
            action={
              <Link to="/index" className={buttonClass()}>
                <Trans>View sales</Trans>
              </Link>
            }
          />
        ) : (
          <ul className={css.list}>
            {list.data.rows.map((row) => (
              <li key={row.newsId}>
                <Link to="/news/detail" search={{ id: row.newsId }}>
                  <span className={css.when}>
                    <TypeName type={row.type} /> ·{' '}
                    <time translate="no" dateTime={row.publishedTime}>
                      {formatMoment(row.publishedTime, client.locale)}
                    </time>
                  </span>
                  <strong>{row.title}</strong>
                  <span>{row.summary}</span>
                </Link>
              </li>
            ))}
          </ul>
        )
      ) : (
        <TextMissing read={list} />
      )}
      {list.data && list.data.total > list.data.rows.length && (
        <Pagination total={list.data.total} page={page} size={size} onChange={turn} />
      )}
    </Page>
  )
}

export function TypeName({ type }: { readonly type: number }) {
  switch (type) {
    case 0:
      return <Trans>All news</Trans>
    case NEWS_TYPES.notice:
      return <Trans>Notices</Trans>
    case NEWS_TYPES.market:
      return <Trans>Market and timber</Trans>
    default:
      return <Trans>Platform</Trans>
  }
}
