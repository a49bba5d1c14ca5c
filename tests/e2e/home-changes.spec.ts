import type { Browser, BrowserContext, Page } from '@playwright/test'
import { start } from '../../src/contract/calls/index.ts'
import { COOKIES } from '../../src/contract/constants.ts'
import { freshDataDir, startServer, type TestServer } from '../support/server.ts'
import { venueOf, worldIn, type Member } from '../support/world.ts'
import { alive, expect, problemsOf, test } from './fixtures.ts'

// The home page opened again and again around each change of its sale, by devices whose clocks are 3 s fast or slow: the
// page of the server is taken over without an error, and never says what is not so.

test.describe.configure({ timeout: 300_000 })
test.skip(({ isMobile }) => !isMobile, 'the same at a desk')

const SKEWS_MS = [3_000, -3_000]
const NOTHING = '暂无已公布的场次。'
const [SIGN_UP, STARTS, DUE, RUNNING] = ['距报名截止', '距开拍', '等待主持人开场', '正在竞价'] as const

/** A device whose clock is off by so much. */
async function device(browser: Browser, skewMs: number): Promise<BrowserContext> {
  const context = await browser.newContext()
  await context.addInitScript((skew) => {
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given: [] | [number]) {
        if (given.length === 0) super(Real.now() + skew)
        else super(...given)
      }
      static override now = () => Real.now() + skew
    } as DateConstructor
  }, skewMs)
  return context
}

interface Reader {
  readonly page: Page
  readonly problems: readonly string[]
}

/** A visitor and a member, each with a fast and a slow clock. */
async function readersOf(browser: Browser, { url }: TestServer, member: Member): Promise<readonly Reader[]> {
  const readers = SKEWS_MS.flatMap((skew) =>
    [null, member].map(async (who) => {
      const context = await device(browser, skew)
      if (who) await context.addCookies([{ name: COOKIES.sellerToken, value: who.sellerToken, url }])
      const page = await context.newPage()
      return { page, problems: problemsOf(page) }
    }),
  )
  return Promise.all(readers)
}

/** What the page may say between two moments. Its own text is 3 s old at most, and its clock 3 s off. */
type Words = (from: number, to: number) => readonly string[]
const AGE_MS = 8_000
const AHEAD_MS = 4_000

/** Opens the home page anew by all readers, and checks what it says before its scripts run and after. */
async function openHome(readers: readonly Reader[], url: string, words: Words): Promise<readonly string[]> {
  const said: string[] = []
  for (const { page, problems } of readers) {
    const from = Date.now() - AGE_MS
    const check = async (): Promise<string> => {
      const text = (await page.locator('#sessions').textContent()) ?? ''
      const allowed = words(from, Date.now() + AHEAD_MS)
      expect(
        allowed.filter((word) => text.includes(word)),
        `one of ${allowed.join()} in: ${text}`,
      ).toHaveLength(1)
      return text
    }
    await page.goto(`${url}/index`)
    await check()
    await alive(page)
    said.push(await check())
    await expect(page.getByText(NOTHING)).toHaveCount(0)
    expect(problems).toEqual([])
  }
  return said
}

test('the end of sign-up, the start, and what the host begins', { tag: '@walk' }, async ({ browser }) => {
  const dataDir = freshDataDir()
  const [session] = await worldIn(dataDir, { bidders: 1, lots: 1, startsInMs: 24_000, signUpEndsMs: 10_000 })
  const server = await startServer({ dataDir, env: { DEMO: '0' } })
  try {
    const readers = await readersOf(browser, server, session!.bidders[0]!)
    const { startTime, signUpDeadline } = session!
    const words: Words = (from, to) => [
      ...(from < signUpDeadline ? [SIGN_UP] : []),
      ...(from < startTime && to >= signUpDeadline ? [STARTS] : []),
      ...(to >= startTime ? [DUE] : []),
    ]
    while (Date.now() < startTime + AGE_MS) await openHome(readers, server.url, words)
    await venueOf(server.url, session!, session!.host).accepted(start, { biddingSeconds: 600 })
    await expect(async () => {
      const said = await openHome(readers, server.url, () => [DUE, RUNNING])
      expect(said.filter((text) => !text.includes(RUNNING))).toEqual([])
    }).toPass()
    await openHome(readers, server.url, () => [RUNNING])
    for (const { page } of readers) await page.context().close()
  } finally {
    await server.stop()
  }
})
