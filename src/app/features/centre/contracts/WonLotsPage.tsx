import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Page } from '../../../ui/Page.tsx'

export function WonLotsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Won lots`} heading={<Trans>Won lots</Trans>}>
      <Empty
        title={<Trans>Lots that your company won will be listed here.</Trans>}
        action={
          <Link to="/index" className={buttonClass()}>
            <Trans>View results</Trans>
          </Link>
        }
      >
        <Trans>
          With unit price, quantity and amount. For now the results of each sale are on the home page, and your receipts
          in its room.
        </Trans>
      </Empty>
    </Page>
  )
}
