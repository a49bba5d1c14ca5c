import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../lib/format/index.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { ReadAge } from '../../ui/read/index.ts'
import css from './HomeNews.module.css'
import { BannerCard } from '../../ui/BannerCard.tsx'
import { bannersQuery, latestNewsQuery } from './queries.ts'
import { TextMissing } from './TextMissing.tsx'
import { useClient } from '../../lib/client.ts'

const SHOWN = 3

/** The operator's announcements, below the sales: banners, and the newest of the news. */
export function HomeNews() {
  return (
    <div className={css.announced}>
      <Banners />
      <Newest />
    </div>
  )
}

/** The banners; none when offline or without an answer, as the page is complete without them. */
function Banners() {
  const { data } = useQuery(bannersQuery)
  if (data === undefined || data.rows.length === 0) return null
  return (
    <ul className={css.banners}>
      {data.rows.map(({ bannerId, title, text, href, picture }) => (
        <li key={bannerId}>
          <BannerCard title={title} text={text} href={href} picture={picture} />
        </li>
      ))}
    </ul>
  )
}

function Newest() {
  const client = useClient()
  const read = useQuery(latestNewsQuery)
  const { data } = read
  // Without news the home page shows no empty section.
  if (data?.rows.length === 0) return null
  return (
    <section className={css.news} id="news">
      <div className={css.head}>
        <h2>
          <Trans>News</Trans>
        </h2>
        {data && <ReadAge read={read} />}
      </div>
      {data ? (
        <ul className={css.list}>
          {data.rows.slice(0, SHOWN).map(({ newsId, title, summary, publishedTime }) => (
            <li key={newsId}>
              <PathLink href={pathTo('/news/detail', { id: newsId })}>
                <time translate="no" dateTime={publishedTime}>
                  {formatMoment(publishedTime, client.locale)}
                </time>
                <strong>{title}</strong>
                <span>{summary}</span>
              </PathLink>
            </li>
          ))}
        </ul>
      ) : (
        <TextMissing read={read} />
      )}
      <span className={css.more}>
        <PathLink href={pathTo('/news', { type: 0 })} className={buttonClass({ variant: 'line' })}>
          <Trans>All news</Trans>
        </PathLink>
      </span>
    </section>
  )
}
