import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Page } from '../../../ui/Page.tsx'

export function ContractsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Trade contracts`} heading={<Trans>Trade contracts</Trans>}>
      <Empty
        title={<Trans>Your company’s trade contracts will be listed here.</Trans>}
        action={
          <Link to="/index" className={buttonClass()}>
            <Trans>View sales</Trans>
          </Link>
        }
      >
        <Trans>
          Each with its state: waiting for the buyer, waiting for the seller, being verified, complete or terminated.
          None has been made yet.
        </Trans>
      </Empty>
    </Page>
  )
}
