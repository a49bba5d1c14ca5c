import { createFileRoute } from '@tanstack/react-router'
import { pageSearch } from '../lib/paging.ts'
import { SignUpsPage } from '../features/centre/signUps/SignUpsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/sign')({
  validateSearch: pageSearch,
  component: SignUpsPage,
})
