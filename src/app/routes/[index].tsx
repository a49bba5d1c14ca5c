import { createFileRoute } from '@tanstack/react-router'
import { practiceQuery, schedulesQuery } from '../lib/sale/index.ts'
import { Home } from '../boot/Home.tsx'

export const Route = createFileRoute('/index')({
  // Asked for while the page's code is still on its way.
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(practiceQuery)
    void client.prefetchInfiniteQuery(schedulesQuery)
  },
  component: Home,
})
