import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Locale } from '../../src/contract/constants.ts'
import { openLink, type Link } from '../link/link.ts'
import type { TestServer } from '../support/server.ts'
import { visit, type Visit } from '../support/visit.ts'
import { makeWorld, type Member, type WorldOptions, type WorldSession } from '../support/world.ts'
import { test as base } from './fixtures.ts'

export const DESK = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false, deviceScaleFactor: 1 }
/** A phone's user agent, which the host sees. */
const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
export const PHONE = {
  userAgent: PHONE_AGENT,
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}

/** One session whose doors are open, with companies of its own. Lists of the server hold other tests' sessions too. */
export interface OpenSale {
  readonly server: TestServer
  readonly session: WorldSession
  /** Enters directly, or through a weak link. */
  readonly enter: (member: Member, by?: Pick<Link, 'url'>, options?: object, locale?: Locale) => Promise<Visit>
  readonly badLink: () => Promise<Link>
}

interface World {
  /** The initial content; `test.use({ world })` replaces it. */
  readonly world: WorldOptions
}

export const test = base.extend<{ sale: OpenSale } & World>({
  world: [{ bidders: 3, lots: 2, rule: { extensionSeconds: 10 } }, { option: true }],
  sale: async (
    { browser, bare, world, contextOptions, viewport, isMobile, hasTouch, deviceScaleFactor, locale, timezoneId },
    use,
  ) => {
    const { server, store } = bare
    const [session] = await makeWorld(store, { prefix: `${randomUUID()}-`, ...world })
    const links: Link[] = []
    const visits: Visit[] = []
    const device = {
      ...contextOptions,
      viewport,
      isMobile,
      hasTouch,
      ...(deviceScaleFactor !== undefined && { deviceScaleFactor }),
      ...(locale !== undefined && { locale }),
      ...(timezoneId !== undefined && { timezoneId }),
    }
    await use({
      server,
      session: session!,
      enter: async (member, by, options = {}, spoken = 'zh') => {
        const entered = await visit(browser, {
          url: by?.url ?? server.url,
          session: session!,
          member,
          locale: spoken,
          options: { ...device, ...options },
        })
        visits.push(entered)
        return entered
      },
      badLink: async () => {
        const link = await openLink({ target: server.url })
        links.push(link)
        return link
      },
    })
    for (const { context } of visits) await context.close()
    for (const link of links) await link.close()
  },
})

export const bidButton = (page: Page): Locator => page.locator('button[data-kind]')

/** Waits until a press would send the button's price (LAW.md, B11); `heard`: a press by keyboard. */
export async function priceStands(page: Page, by: 'seen' | 'heard' = 'seen'): Promise<void> {
  await bidButton(page)
    .and(page.locator(by === 'heard' ? ':not([data-fresh])' : ':not([data-fresh="unseen"])'))
    .waitFor()
}

export async function press(page: Page): Promise<void> {
  await priceStands(page)
  await bidButton(page).click()
}
