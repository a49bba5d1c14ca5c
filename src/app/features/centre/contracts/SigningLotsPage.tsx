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
            <Trans>To the account</Trans>
          </Link>
        }
      >
        <Trans>
          Those of one seller and one currency can be signed for in one contract. It needs the company’s own data: have
          them certified in the meantime.
        </Trans>
      </Empty>
    </Page>
  )
}
