import { createFileRoute } from '@tanstack/react-router'
import { AwayPage } from '../features/embed/AwayPage.tsx'
import { awaySearch } from '../features/embed/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

/**
 * On the way to another site of the operator's, with a key for it. It goes nowhere but to the addresses that he has
 * set.
 */
export const Route = createFileRoute('/away')({
  validateSearch: awaySearch,
  loader: () => needTexts('people'),
  component: AwayPage,
})
