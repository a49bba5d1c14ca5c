import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from './Button.tsx'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`} narrow>
      <Empty
        alone
        title={<Trans>There is no page at this address.</Trans>}
        action={
          <Link to="/index" className={buttonClass()}>
            <Trans>View sales</Trans>
          </Link>
        }
      >
        <Trans>The address may be mistyped, or the page has moved. The sales are on the home page.</Trans>
      </Empty>
    </Page>
  )
}
