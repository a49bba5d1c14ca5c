import { createFileRoute } from '@tanstack/react-router'
import { signUpsSearch } from '../features/centre/signUps/search.ts'
import { SignUpsPage } from '../features/centre/signUps/SignUpsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/sign')({
  validateSearch: signUpsSearch,
  component: SignUpsPage,
})
