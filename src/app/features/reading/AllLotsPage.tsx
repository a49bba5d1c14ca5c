import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'

export function AllLotsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`All lots`} heading={<Trans>All lots</Trans>}>
      <Empty title={<Trans>Lots of all sales will be listed here: pending, deal made, failed to sell.</Trans>} action={<Link to="/index" className={buttonClass()}><Trans>To the sales</Trans></Link>}>
        <Trans>For now each sale’s lots are in its catalogue, which opens from the sale’s card on the home page.</Trans>
      </Empty>
    </Page>
  )
}
