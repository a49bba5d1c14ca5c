import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import * as z from 'zod'
import { COOKIES, type Locale } from '../../src/contract/constants.ts'
import type { Member, WorldSession } from './world.ts'

const Welcome = z.object({ sendType: z.literal('2'), recovered: z.boolean() })

/** A browser of its own in a session's room. */
export interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  /** For each welcome of the live connection, oldest first: by events (true) or by a snapshot (false). */
  readonly recovered: readonly boolean[]
  /** Documents loaded so far. */
  readonly loads: () => number
}

interface Visiting {
  /** Address of the server, or of a bad link in front of it. */
  readonly url: string
  readonly session: Pick<WorldSession, 'id'>
  readonly member: Member
  readonly locale?: Locale
  readonly options?: BrowserContextOptions
  /** Called before the page makes requests. */
  readonly prepare?: (page: Page, context: BrowserContext) => Promise<void>
}

/** Enters as the entrance page does: token and seat are cookies. */
export async function visit(
  browser: Browser,
  { url, session, member, locale = 'zh', options = {}, prepare }: Visiting,
): Promise<Visit> {
  const context = await browser.newContext(options)
  await context.addCookies(cookiesOf(url, session, member))
  await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale)
  const page = await context.newPage()
  const recovered: boolean[] = []
  let loads = 0
  page.on('load', () => (loads += 1))
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const welcome = Welcome.safeParse(JSON.parse(String(payload)))
      if (welcome.success) recovered.push(welcome.data.recovered)
    }),
  )
  await prepare?.(page, context)
  await page.goto(`${url}/venue/detail?scheduleTimelineId=${session.id}`)
  return { page, context, recovered, loads: () => loads }
}

function cookiesOf(
  url: string,
  { id }: Pick<WorldSession, 'id'>,
  { identity, biddingNumber, sellerCode, sellerToken, venueToken }: Member,
) {
  const info = { scheduleTimelineId: id, identityType: identity, biddingNumber, sellerCode }
  const values = {
    [COOKIES.sellerToken]: sellerToken,
    [COOKIES.venueToken]: venueToken,
    [COOKIES.identity]: String(identity),
    [COOKIES.venueInfo]: JSON.stringify(info),
  }
  return Object.entries(values).map(([name, value]) => ({ name, value: encodeURIComponent(value), url }))
}
