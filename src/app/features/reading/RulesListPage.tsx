import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Page } from '../../ui/Page.tsx'
import css from './DocumentPage.module.css'

/** Everything that binds who uses the platform. */
export function RulesListPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Rules and agreements`} heading={<Trans>Rules and agreements</Trans>} narrow>
      <ul className={css.list}>
        <li><Link to="/rules"><strong><Trans>Bidding rules</Trans></strong><span><Trans>How a session runs, what a bid is, and what happens when something goes wrong.</Trans></span></Link></li>
        <li><Link to="/service"><strong><Trans>User service agreement</Trans></strong><span><Trans>The terms on which an account is used.</Trans></span></Link></li>
        <li><Link to="/privacy"><strong><Trans>Privacy policy</Trans></strong><span><Trans>What is collected, why, who sees it, and what you can do about it.</Trans></span></Link></li>
      </ul>
    </Page>
  )
}
