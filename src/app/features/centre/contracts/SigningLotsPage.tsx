import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Page } from '../../../ui/Page.tsx'

export function SigningLotsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Signing lots`} heading={<Trans>Signing lots</Trans>}>
      <Empty
        title={<Trans>Won lots awaiting a contract appear here.</Trans>}
        action={
          <Link to="/user/account" className={buttonClass()}>
            <Trans>Go to account</Trans>
          </Link>
        }
      >
        <Trans>
          Lots of one seller and one currency can share a contract. It needs your company’s certified details, so
          certify your company in the meantime.
        </Trans>
      </Empty>
    </Page>
  )
}
