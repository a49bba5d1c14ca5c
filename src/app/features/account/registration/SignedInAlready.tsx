import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Empty } from '../../../ui/Empty.tsx'

/** Steps 1 and 2 create an account, which a signed-in person already has. */
export function SignedInAlready() {
  const { t } = useLingui()
  return (
    <Page title={t`Register`} narrow>
      <Empty
        alone
        title={<Trans>You are signed in: the account exists already.</Trans>}
        action={
          <>
            <Link to="/register" search={{ step: 3 }} className={buttonClass()}>
              <Trans>Certify my company</Trans>
            </Link>
            <Link to="/user/account" className={buttonClass({ variant: 'line' })}>
              <Trans>My account</Trans>
            </Link>
          </>
        }
      >
        <Trans>Log out first to register another account.</Trans>
      </Empty>
    </Page>
  )
}
