// @vitest-environment node
import { expect, it } from 'vitest'
import type { Ask, PageWish } from '../../contract/pages.ts'
import { writePage } from './writePages.tsx'

const AT = Date.parse('2026-11-23T04:00:00Z')

/** Ten page requests: both languages, signed in and not, on a page with the router and on the home page. */
const WISHES: readonly PageWish[] = Array.from({ length: 10 }, (_, index) => ({
  locale: index % 2 === 0 ? 'zh' : 'en',
  known: index % 3 === 0,
  at: AT,
  href: index < 7 ? `/news?page=${index + 1}` : '/index',
}))

const nameOf = (visitor: number): string => `«of visitor ${visitor}»`
const schedule = (visitor: number) => ({
  scheduleId: `s${visitor}`,
  name: nameOf(visitor),
  venue: '',
  practice: false,
  state: 2,
  timelines: [
    {
      scheduleTimelineId: `t${visitor}`,
      startTime: '2026-12-01T06:00:00.000Z',
      signUpDeadline: '2026-11-30T06:00:00.000Z',
      state: 2,
      stage: 'preparation',
      lotCount: 3,
      soldCount: 0,
      unsoldCount: 0,
    },
  ],
})
const article = (visitor: number) => ({
  newsId: `n${visitor}`,
  type: 1,
  title: nameOf(visitor),
  summary: '',
  publishedTime: '2026-11-20T06:00:00.000Z',
})

/** No request is answered before all have been made; then the last one is answered first. */
async function writeTogether(): Promise<readonly string[]> {
  const gates = WISHES.map(() => Promise.withResolvers<void>())
  const waiting = new Set<number>()
  const askOf =
    (visitor: number): Ask =>
    async (call, { query = {} }) => {
      waiting.add(visitor)
      if (waiting.size === WISHES.length) gates.at(-1)?.resolve()
      await gates[visitor]?.promise
      if (call === 'newsList') return { rows: [article(visitor)], total: 200 }
      if (call === 'contactSheet') return { scheduleTimelineId: null, lots: [], newcomer: true }
      if (call === 'scheduleList') return { rows: 'practice' in query ? [] : [schedule(visitor)], total: 1 }
      return null
    }
  const pages = WISHES.map((wish, visitor) => writePage(wish, askOf(visitor)))
  for (let visitor = WISHES.length - 1; visitor >= 0; visitor -= 1) {
    await pages[visitor]
    gates[visitor - 1]?.resolve()
  }
  const written = await Promise.all(pages)
  return written.map((page) => (page === null ? '' : page.markup + JSON.stringify(page.data)))
}

it('ten visitors’ pages are written at the same time, and none holds another’s data, language or account', async () => {
  const pages = await writeTogether()
  pages.forEach((page, visitor) => {
    const found = WISHES.flatMap((_, other) => (page.includes(nameOf(other)) ? [other] : []))
    expect(found, `names in the page of visitor ${visitor}`).toEqual([visitor])
    const { locale, known } = WISHES[visitor]!
    expect(page.includes(locale === 'zh' ? '首页' : 'Home'), `language of visitor ${visitor}`).toBe(true)
    expect(page.includes(locale === 'zh' ? 'Home' : '首页'), `other language for visitor ${visitor}`).toBe(false)
    expect(page.includes('href="/login'), `way to sign in of visitor ${visitor}`).toBe(!known)
    expect(page).toContain(`"locale":"${locale}","known":${known}`)
  })
})
