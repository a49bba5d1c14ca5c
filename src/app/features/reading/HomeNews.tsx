import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatMoment } from '../../lib/format/index.ts'
import { currentLocale } from '../../lib/i18n/index.ts'
import { Age } from '../../ui/Age.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import css from './HomeNews.module.css'
import { latestNewsQuery } from './queries.ts'
import { Unread } from './Unread.tsx'

const SHOWN = 3

/** The newest of the news, below the sales. */
export function HomeNews() {
  const { data, error, isError, dataUpdatedAt, refetch } = useQuery(latestNewsQuery)
  // An operator who writes no news has no empty place for it on his home page.
  if (data?.rows.length === 0) return null
  return (
    <section className={css.news} id="news">
      <div className={css.head}>
        <h2><Trans>News</Trans></h2>
        {data && <Age at={dataUpdatedAt} old={isError} />}
      </div>
      {data ? (
        <ul className={css.list}>
          {data.rows.slice(0, SHOWN).map(({ newsId, title, summary, publishedTime }) => (
            <li key={newsId}>
              <Link to="/news/detail" search={{ id: newsId }}>
                <time dateTime={publishedTime}>{formatMoment(publishedTime, currentLocale())}</time>
                <strong>{title}</strong>
                <span>{summary}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : <Unread error={error} onRetry={() => void refetch()} />}
      <span className={css.more}><Link to="/news" search={{ type: 0 }} className={buttonClass({ variant: 'line' })}><Trans>All news</Trans></Link></span>
    </section>
  )
}
