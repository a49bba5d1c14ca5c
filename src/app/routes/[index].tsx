import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../features/schedules/HomePage.tsx'
import { practiceQuery, schedulesQuery } from '../lib/sale/index.ts'

export const Route = createFileRoute('/index')({
  // Asked for while the page's code is still on its way.
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(practiceQuery)
    void client.prefetchInfiniteQuery(schedulesQuery)
  },
  component: HomePage,
})
