import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from './Button.tsx'
import { Empty } from './Empty.tsx'
import { Page } from './Page.tsx'

export function NotAllowedPage() {
  const { t } = useLingui()
  return (
    <Page title={t`No permission`} narrow>
      <Empty
        alone
        title={<Trans>Your account may not open this page.</Trans>}
        action={
          <Link to="/index" className={buttonClass()}>
            <Trans>View sales</Trans>
          </Link>
        }
      >
        <Trans>If you think it should, ask the operator, or log in with another account.</Trans>
      </Empty>
    </Page>
  )
}
