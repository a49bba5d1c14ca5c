import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { formatMoment } from '../../lib/format/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReadAge } from '../../ui/read/index.ts'
import css from './DocumentPage.module.css'
import { TypeName } from './NewsPage.tsx'
import { newsQuery } from './queries.ts'
import { TextMissing } from './TextMissing.tsx'
import { useClient } from '../../lib/client.ts'
import { useWrittenQuery } from '../../lib/useWrittenQuery.ts'

export function ArticlePage() {
  const { t } = useLingui()
  const { id } = useSearch({ from: '/news_/detail' })
  if (id !== undefined) return <Article key={id} id={id} />
  return (
    <Page title={t`Article`} narrow>
      <Empty alone title={<Trans>There is no article to show.</Trans>} action={<ToNews />}>
        <Trans>Articles open from the list of news.</Trans>
      </Empty>
    </Page>
  )
}

const ToNews = () => (
  <Link to="/news" search={{ type: 0 }} className={buttonClass({ variant: 'line' })}>
    <Trans>View news</Trans>
  </Link>
)

function Article({ id }: { readonly id: string }) {
  const client = useClient()
  const { t } = useLingui()
  const read = useWrittenQuery(newsQuery(id))
  const { data } = read
  const title = data?.title ?? t`Article`
  return (
    <Page title={title} heading={title} {...(data && { sub: data.summary })} narrow>
      {data && (
        <p className={css.when}>
          <TypeName type={data.type} /> ·{' '}
          <time translate="no" dateTime={data.publishedTime}>
            {formatMoment(data.publishedTime, client.locale)}
          </time>
        </p>
      )}
      <article className={css.paper} aria-label={title}>
        {data ? <Markdown text={data.body} /> : <TextMissing read={read} />}
      </article>
      <div className={css.more}>
        <ToNews />
        {data && <ReadAge read={read} />}
      </div>
    </Page>
  )
}
