import { createFileRoute } from '@tanstack/react-router'
import { contactSheetQuery, practiceQuery, schedulesQuery } from '../lib/sale/index.ts'
import { Home } from '../boot/Home.tsx'

export const Route = createFileRoute('/index')({
  // The calls start while the page's code is loading.
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(contactSheetQuery)
    void queries.prefetchQuery(practiceQuery)
    void queries.prefetchInfiniteQuery(schedulesQuery)
  },
  component: Home,
})
