import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Page } from '../../../ui/Page.tsx'

export function ContractPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Contract`} heading={<Trans>Contract</Trans>}>
      <Empty
        title={<Trans>No contract is open.</Trans>}
        action={
          <Link to="/user/contract" className={buttonClass()}>
            <Trans>View trade contracts</Trans>
          </Link>
        }
      >
        <Trans>A contract opens here, to read, sign and print, from the list of your trade contracts.</Trans>
      </Empty>
    </Page>
  )
}
