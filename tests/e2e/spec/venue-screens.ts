import { expect, type Locator, type Page } from '@playwright/test'
import type { Locale } from '../../../src/contract/constants.ts'
import { venueOf, type Member } from '../../support/world.ts'
import { DESK, type OpenSale } from '../openSale.ts'
import { LOCALES, SAID } from './venue-words.ts'

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const header = (page: Page): Locator => page.locator('header').first()
export const lot = (page: Page, locale: Locale, no: number): Locator =>
  page
    .getByRole('navigation', { name: SAID[locale].lots })
    .getByRole('button', { name: new RegExp(`^((标的|Lot)\\s*)?${no}(?![-\\d])`) })
export const cookieOf = async (page: Page, name: string): Promise<string | undefined> =>
  (await page.context().cookies()).find((one) => one.name === name)?.value

/**
 * The room with a host and two buyers, of whom Anna reads Chinese and Ben English. `everywhere` expects a stage on all screens;
 * the host’s is loaded in each language.
 */
export async function threeScreens(sale: OpenSale) {
  const { session, enter } = sale
  const { page: host, context: hostContext } = await enter(session.host, undefined, DESK)
  const { page: anna } = await enter(session.bidders[0]!, undefined, DESK, 'zh')
  const { page: ben } = await enter(session.bidders[1]!, undefined, DESK, 'en')
  const buyers = [
    [anna, 'zh'],
    [ben, 'en'],
  ] as const
  const everywhere = async (stage: keyof (typeof SAID)['zh']['stages']): Promise<void> => {
    for (const [page, locale] of buyers) await expect(header(page)).toContainText(SAID[locale].stages[stage])
    await inBoth(sale, host, async (locale) => {
      await expect(header(host)).toContainText(SAID[locale].stages[stage])
    })
    await expect.poll(() => cookieOf(anna, 'stageType')).toBe(stage)
  }
  return { host, hostContext, anna, ben, buyers, everywhere }
}

/** Loads the room anew in each language; the last one is Chinese. */
export async function inBoth(
  { server, session }: OpenSale,
  page: Page,
  check: (locale: Locale) => Promise<void>,
): Promise<void> {
  for (const locale of LOCALES) {
    await page.goto(`${server.url}/venue/detail?scheduleTimelineId=${session.id}&lang=${locale}`)
    await expect(header(page)).toContainText(SAID[locale].time)
    await check(locale)
  }
}

/** The room's words for a refused act, in both languages. */
export async function refusedIn(
  { server, session }: OpenSale,
  member: Member,
  ask: (venue: ReturnType<typeof venueOf>) => Promise<{ readonly msg: string }>,
  key: 'highest' | 'alreadyBid' | 'noBids' | 'noOffers' | 'band',
): Promise<void> {
  for (const locale of LOCALES) {
    const venue = venueOf(server.url, session, member, locale)
    expect((await ask(venue)).msg).toEqual(
      typeof SAID[locale][key] === 'string'
        ? expect.stringContaining(SAID[locale][key])
        : expect.stringMatching(SAID[locale][key]),
    )
  }
}

export const onLot = ({ session }: OpenSale, no: number) => ({
  scheduleTimelineId: session.id,
  contractObjectId: session.lots[no - 1]!.id,
})
