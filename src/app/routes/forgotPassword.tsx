import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../features/account/recovery/ForgotPasswordPage.tsx'
import { recoverySearch } from '../features/account/recovery/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/forgotPassword')({
  validateSearch: recoverySearch,
  loader: ({ context: { client } }) => needTexts(client, 'people'),
  component: ForgotPasswordPage,
})
