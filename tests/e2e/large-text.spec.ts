import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll } from './fixtures.ts'
import { bidButton, DESK, PHONE, test } from './openSale.ts'
import { bidding } from './parts/stages.ts'
import { venueOf, type Member } from '../support/world.ts'
import { inLanguage } from './parts/languages.ts'
import { enlarge, faults } from './parts/legible.ts'

// 44.10: at 200 % text nothing in the room overlaps or is cut.

test.use({ world: { bidders: 2, lots: 3 } })

for (const locale of ['zh', 'en'] as const)
  test(
    `44.10 at 200 % text nothing in the room overlaps or is cut: ${locale}`,
    { tag: inLanguage(locale, locale === 'zh' ? '@phone' : '@desktop') },
    async ({ sale, isMobile }) => {
      const { server, session, enter } = sale
      await bidding(sale)
      await venueOf(server.url, session, session.bidders[1]!).bid(session.lots[0]!.id, '1000.00')
      const device = isMobile ? PHONE : DESK
      const look = async (name: string, page: Page): Promise<void> => {
        await page.screenshot({ path: `test-results/large-text/${name}-${locale}-${isMobile ? 'phone' : 'desk'}.png` })
        expect.soft([name, await page.evaluate(faults)]).toEqual([name, []])
        await expectNoSidewaysScroll(page)
      }
      const room = async (name: string, member: Member): Promise<Page> => {
        const { page } = await enter(member, undefined, device, locale)
        if (name === 'bidder') await expect(bidButton(page)).toBeVisible()
        else await expect(page.getByRole('button', { name: locale === 'zh' ? '离开' : 'Leave' })).toBeVisible()
        await enlarge(page)
        await look(name, page)
        return page
      }
      const readers = {
        bidder: await room('bidder', session.bidders[0]!),
        audience: await room('audience', session.audience),
      }
      const host = await room('host', session.host)
      await host.context().close()
      // The host is lost once it has not been heard for some seconds.
      for (const [name, page] of Object.entries(readers)) {
        await expect(
          page.locator('b', {
            hasText: locale === 'zh' ? '主持人的连接已中断。' : 'The host has lost the connection.',
          }),
        ).toBeVisible()
        await look(`${name}-host-lost`, page)
        // The notice leaves the other lots in reach.
        const second = page
          .getByRole('navigation', { name: locale === 'zh' ? '标的' : 'Lots' })
          .getByRole('button')
          .nth(1)
        await second.click()
        await expect(second).toHaveAttribute('aria-current', 'true')
      }
    },
  )
