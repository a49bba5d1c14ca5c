import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { HomePage } from '../features/schedules/HomePage.tsx'
import { needTexts } from '../lib/i18n/index.ts'
import { practiceQuery, schedulesQuery } from '../lib/sale/index.ts'
import { WhenNear } from '../ui/WhenNear.tsx'

const HomeLots = lazy(async () => {
  const [{ HomeLots: component }] = await Promise.all([import('../features/lists/HomeLots.tsx'), needTexts('people')])
  return { default: component }
})
const HomeNews = lazy(async () => {
  const [{ HomeNews: component }] = await Promise.all([import('../features/reading/HomeNews.tsx'), needTexts('people')])
  return { default: component }
})

export const Route = createFileRoute('/index')({
  // Asked for while the page's code is still on its way.
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(practiceQuery)
    void client.prefetchInfiniteQuery(schedulesQuery)
  },
  component: Home,
})

function Home() {
  return (
    <HomePage>
      <WhenNear><HomeLots /></WhenNear>
      <WhenNear><HomeNews /></WhenNear>
    </HomePage>
  )
}
