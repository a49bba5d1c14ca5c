import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Page } from '../../../ui/Page.tsx'

export function SignUpsPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Bidding sign-up`} heading={<Trans>Bidding sign-up</Trans>}>
      <Empty
        title={<Trans>Your company’s sign-ups will be listed here.</Trans>}
        action={<Link to="/index" className={buttonClass()}><Trans>To the sales</Trans></Link>}
      >
        <Trans>With the sale, the bidding number, and whether you are admitted. For now both stand on the sale’s card on the home page, where you also sign up.</Trans>
      </Empty>
    </Page>
  )
}
