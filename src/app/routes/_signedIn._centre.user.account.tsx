import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../features/account/person/AccountPage.tsx'
import { NextCard } from '../features/centre/NextCard.tsx'
import { CompanyCard } from '../features/company/CompanyCard.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/account')({
  component: () => (
    <AccountPage
      company={
        <>
          <NextCard />
          <CompanyCard />
        </>
      }
    />
  ),
})
