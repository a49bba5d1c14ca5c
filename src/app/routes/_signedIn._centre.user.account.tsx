import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../features/account/person/AccountPage.tsx'
import { DealsCard } from '../features/centre/contracts/DealsCard.tsx'
import { CompanyCard } from '../features/company/CompanyCard.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/account')({
  component: () => (
    <AccountPage
      company={
        <>
          <DealsCard />
          <CompanyCard />
        </>
      }
    />
  ),
})
