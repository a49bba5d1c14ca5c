import { useScreenTitle } from '../../lib/screenTitle.ts'
import { Page } from '../../ui/Page.tsx'
import { CompanyPart } from './CompanyPart.tsx'

export function CompanyPage() {
  const title = useScreenTitle('UserCompany')
  return (
    <Page title={title} heading={title}>
      <CompanyPart />
    </Page>
  )
}
