import { HomePage } from '../features/schedules/HomePage.tsx'
import { needTexts, wholeLocale } from '../lib/i18n/index.ts'
import { lazyComponent } from './lazyComponent.tsx'
import { WhenNear } from '../ui/WhenNear.tsx'

const HomeLots = lazyComponent(async (client) => {
  const [{ HomeLots: part }] = await Promise.all([
    import('../features/lotBoards/HomeLots.tsx'),
    wholeLocale(client),
    needTexts(client, 'people'),
  ])
  return part
})
const HomeNews = lazyComponent(async (client) => {
  const [{ HomeNews: part }] = await Promise.all([
    import('../features/content/HomeNews.tsx'),
    wholeLocale(client),
    needTexts(client, 'people'),
  ])
  return part
})

/** The home page with the sections below the sales. */
export function Home() {
  return (
    <HomePage>
      <WhenNear>
        <HomeLots />
      </WhenNear>
      <WhenNear>
        <HomeNews />
      </WhenNear>
    </HomePage>
  )
}
