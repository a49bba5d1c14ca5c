import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { saleRulesQuery } from '../../lib/documents.ts'
import { useClient } from '../../lib/client.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReadAge } from '../../ui/read/index.ts'
import { DocumentPage } from './DocumentPage.tsx'
import css from './DocumentPage.module.css'
import { TextMissing } from './TextMissing.tsx'

/** The bidding rules, the text that the address names, or the rules of the session that it names. */
export function RulesPage() {
  const { t } = useLingui()
  const { name = 'rules', sale } = useSearch({ from: '/rules' })
  if (sale !== undefined) return <SaleRulesPage key={sale} sale={sale} />
  return (
    <DocumentPage key={name} name={name} title={name === 'rules' ? t`Bidding rules` : t`Rules and help`}>
      <p className={css.more}>
        <Link to="/rules/list">
          <Trans>All rules, agreements and help</Trans>
        </Link>
      </p>
    </DocumentPage>
  )
}

/** The rules of one session for reading and printing: what its bidders accept by signing up. */
function SaleRulesPage({ sale }: { readonly sale: string }) {
  const client = useClient()
  const { t } = useLingui()
  const text = useQuery(saleRulesQuery(sale))
  const heading = text.data?.title ?? t`Rules of this session`
  return (
    <Page
      title={heading}
      heading={heading}
      narrow
      {...(text.data && {
        sub: (
          <Trans>
            {text.data.scheduleName}, {formatMoment(text.data.startTime, client.locale)} Beijing time
          </Trans>
        ),
      })}
    >
      <article className={css.paper} aria-label={heading}>
        {text.data ? <Markdown text={text.data.body} /> : <TextMissing read={text} />}
      </article>
      {text.data && (
        <div className={css.more}>
          <p>
            <Trans>Checksum of both languages: {text.data.hash.slice(0, 16)}…</Trans>
          </p>
          <ReadAge read={text} />
        </div>
      )}
      {!text.isPending && (
        <p className={css.more}>
          <Link to="/rules">
            <Trans>Bidding rules of the platform</Trans>
          </Link>
        </p>
      )}
    </Page>
  )
}
