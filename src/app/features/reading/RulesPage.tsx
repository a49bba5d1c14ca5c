import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { DocumentPage } from './DocumentPage.tsx'
import css from './DocumentPage.module.css'

export function RulesPage() {
  const { t } = useLingui()
  return (
    <DocumentPage name="rules" title={t`Bidding rules`} heading={<Trans>Bidding rules</Trans>}>
      <p className={css.more}><Link to="/rules/list"><Trans>All rules and agreements</Trans></Link></p>
    </DocumentPage>
  )
}
