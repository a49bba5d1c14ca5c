import { useLingui } from '@lingui/react/macro'
import { menuTexts } from '../../../texts/menu.ts'
import { Page } from '../../ui/Page.tsx'
import { CompanyPart } from './CompanyPart.tsx'

export function CompanyPage() {
  const { i18n } = useLingui()
  const title = i18n._(menuTexts.UserCompany)
  return (
    <Page title={title} heading={title}>
      <CompanyPart />
    </Page>
  )
}
