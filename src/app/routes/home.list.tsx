import { createFileRoute } from '@tanstack/react-router'
import { AllListsPage } from '../features/lists/AllListsPage.tsx'
import { listsSearch } from '../features/lists/search.ts'
import { SaleTicket } from '../features/schedules/SaleTicket.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/home/list')({ validateSearch: listsSearch, loader: () => needTexts('people'), component: Lists })

function Lists() {
  return <AllListsPage sale={(entry) => <SaleTicket entry={entry} />} />
}
