import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { DocumentPage } from './DocumentPage.tsx'
import css from './DocumentPage.module.css'

/** The bidding rules, or the text that the address names. */
export function RulesPage() {
  const { t } = useLingui()
  const { name = 'rules' } = useSearch({ from: '/rules' })
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
