import { HomePage } from '../features/schedules/HomePage.tsx'
import { needTexts, wholeLocale } from '../lib/i18n/index.ts'
import { laterPart } from '../ui/laterPart.tsx'
import { WhenNear } from '../ui/WhenNear.tsx'

const HomeLots = laterPart(async () => {
  const [{ HomeLots: part }] = await Promise.all([
    import('../features/lists/HomeLots.tsx'),
    wholeLocale(),
    needTexts('people'),
  ])
  return part
})
const HomeNews = laterPart(async () => {
  const [{ HomeNews: part }] = await Promise.all([
    import('../features/reading/HomeNews.tsx'),
    wholeLocale(),
    needTexts('people'),
  ])
  return part
})

/** The home page with what follows the sales. */
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
