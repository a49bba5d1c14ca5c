import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'

export function NewsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`News`} heading={<Trans>News</Trans>}>
      <Empty title={<Trans>The operator has published no news yet.</Trans>} action={<Link to="/index" className={buttonClass()}><Trans>To the sales</Trans></Link>}>
        <Trans>Announcements of sales and of the market will stand here. New sales appear on the home page as soon as they are published.</Trans>
      </Empty>
    </Page>
  )
}
