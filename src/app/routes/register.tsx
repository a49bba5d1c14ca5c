import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '../features/account/registration/RegisterPage.tsx'
import { registerSearch } from '../features/account/registration/search.ts'
import { SkeletonSteps } from '../features/account/parts/SkeletonSteps.tsx'
import { needSeller } from '../features/shell/guards.ts'
import { needTexts } from '../lib/i18n/index.ts'
import { lazyComponent } from '../boot/lazyComponent.tsx'

const CompanyPart = lazyComponent(
  () => import('../features/company/CompanyPart.tsx').then((module) => module.CompanyPart),
  { meanwhile: <SkeletonSteps /> },
)

export const Route = createFileRoute('/register')({
  validateSearch: registerSearch,
  // The first two steps create an account; the third is for an existing one.
  beforeLoad: (given) => (given.search.step === 3 ? needSeller(given) : undefined),
  loaderDeps: ({ search: { step } }) => ({ step }),
  loader: async ({ context: { client }, deps: { step } }) => {
    await Promise.all([needTexts(client, 'people'), step === 3 && CompanyPart.fetch(client)])
  },
  component: Register,
})

function Register() {
  return <RegisterPage company={<CompanyPart bare />} />
}
