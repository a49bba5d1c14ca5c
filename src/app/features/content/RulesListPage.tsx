import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../../ui/Page.tsx'
import { ReadAge } from '../../ui/read/index.ts'
import css from './DocumentPage.module.css'
import { documentsQuery } from '../../lib/documents.ts'
import { useWrittenQuery } from '../../lib/useWrittenQuery.ts'
import { TextMissing } from './TextMissing.tsx'

/** All binding rules of the platform, and the help texts. */
export function RulesListPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Rules and help`} heading={<Trans>Rules and help</Trans>} narrow>
      <Documents kind="rule" heading={<Trans>Rules and agreements</Trans>} />
      <Documents kind="help" heading={<Trans>Help</Trans>} />
    </Page>
  )
}

function Documents({ kind, heading }: { readonly kind: 'rule' | 'help'; readonly heading: ReactNode }) {
  const list = useWrittenQuery(documentsQuery(kind))
  return (
    <section className={css.part} id={kind}>
      <h2>{heading}</h2>
      {list.data ? (
        <ul className={css.list}>
          {list.data.rows.map(({ name, title, summary }) => (
            <li key={name}>
              <TextLink name={name}>
                <strong>{title}</strong>
                <span>{summary}</span>
              </TextLink>
            </li>
          ))}
        </ul>
      ) : (
        <TextMissing read={list} />
      )}
      {list.data && <ReadAge read={list} />}
    </section>
  )
}

/** Two of the texts have addresses of their own (spec §2). */
function TextLink({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  switch (name) {
    case 'privacy':
      return <Link to="/privacy">{children}</Link>
    case 'service':
      return <Link to="/service">{children}</Link>
    case 'rules':
      return <Link to="/rules">{children}</Link>
    default:
      return (
        <Link to="/rules" search={{ name }}>
          {children}
        </Link>
      )
  }
}
