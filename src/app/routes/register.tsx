import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '../features/account/registration/RegisterPage.tsx'
import { registerSearch } from '../features/account/registration/search.ts'
import { CompanyPart } from '../features/company/CompanyPart.tsx'
import { needSeller } from '../features/shell/guards.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/register')({
  validateSearch: registerSearch,
  // The first two steps make an account; the third belongs to one.
  beforeLoad: (given) => (given.search.step === 3 ? needSeller(given) : undefined),
  loader: () => needTexts('people'),
  component: () => <RegisterPage company={<CompanyPart bare />} />,
})
