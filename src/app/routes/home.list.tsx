import { createFileRoute } from '@tanstack/react-router'
import { AllListsPage } from '../features/lotBoards/AllListsPage.tsx'
import { boardQuery, salesQuery } from '../features/lotBoards/queries.ts'
import { listsSearch } from '../features/lotBoards/search.ts'
import { SaleTicket } from '../features/schedules/SaleTicket.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/home/list')({
  validateSearch: listsSearch,
  loaderDeps: ({ search: { list, page = 1, size } }) => ({ list, page, size }),
  loader: ({ context: { client, queries }, deps: { list, page, size } }) => {
    void (list === undefined
      ? queries.prefetchQuery(salesQuery(page, size))
      : queries.prefetchQuery(boardQuery(list, page, size)))
    return needTexts(client, 'people')
  },
  component: Lists,
})

function Lists() {
  return <AllListsPage sale={(entry) => <SaleTicket entry={entry} />} />
}
