import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`} narrow>
      <Empty
        alone
        title={<Trans>There is no page at this address.</Trans>}
        action={<Link to="/index" className={buttonClass()}><Trans>To the sales</Trans></Link>}
      >
        <Trans>The address may be mistyped, or what was here has been moved. The sales are on the home page.</Trans>
      </Empty>
    </Page>
  )
}

export function NotAllowedPage() {
  const { t } = useLingui()
  return (
    <Page title={t`No permission`} narrow>
      <Empty
        alone
        title={<Trans>Your account may not open this page.</Trans>}
        action={<Link to="/index" className={buttonClass()}><Trans>To the sales</Trans></Link>}
      >
        <Trans>If you think it should, ask the operator, or log in with another account.</Trans>
      </Empty>
    </Page>
  )
}
