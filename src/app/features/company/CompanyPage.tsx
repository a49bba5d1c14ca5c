import { Trans, useLingui } from '@lingui/react/macro'
import { Page } from '../../ui/Page.tsx'
import { CompanyPart } from './CompanyPart.tsx'

export function CompanyPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Company certification`} heading={<Trans>Company certification</Trans>}>
      <CompanyPart />
    </Page>
  )
}
