import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'

export function ArticlePage() {
  const { t } = useLingui()
  return (
    <Page title={t`Article`} narrow>
      <Empty alone title={<Trans>There is no article to show.</Trans>} action={<Link to="/news" search={{ type: 0 }} className={buttonClass()}><Trans>To the news</Trans></Link>}>
        <Trans>Articles open from the list of news.</Trans>
      </Empty>
    </Page>
  )
}
