import { LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../src/contract/live.ts'
import { expect } from '@playwright/test'
import { walledOff } from '../support/walled.ts'
import { venueOf } from '../support/world.ts'
import { bidButton, press, test } from './openSale.ts'
import { bidding } from './parts/stages.ts'

// 44.3: where a network lets no WebSocket through, the room is live over HTTP, says so, and bids count.

test.use({ world: { bidders: 2, lots: 1 } })

for (const { wall, by, seen } of [
  { wall: 'refused', by: LIVE_STREAM_PATH, seen: 'refuses upgrades, by a stream' },
  { wall: 'unanswered', by: LIVE_STREAM_PATH, seen: 'never answers upgrades, by a stream' },
  { wall: 'held', by: LIVE_POLL_PATH, seen: 'holds streams too, by polls' },
] as const)
  test(
    `44.3 on a network that ${seen}: others' bids are seen, one's own count, and a reload is live at once`,
    { tag: '@phone' },
    async ({ sale }) => {
      const { server, session, enter } = sale
      await bidding(sale)
      const proxy = await walledOff(server.url, wall)
      try {
        const { page } = await enter(session.bidders[0]!, proxy)
        const { page: beside } = await enter(session.bidders[1]!)
        const word = page.locator('[data-carrier="http"]')
        await expect(word).toContainText('此网络经 HTTP 实时更新', { timeout: 25_000 })
        expect(proxy.seen).toContain('UPGRADE')
        expect(proxy.seen).toContain(by)
        await expect(bidButton(page)).toHaveText(/¥1,000\.00/)

        const rival = venueOf(server.url, session, session.bidders[1]!)
        await rival.bid(session.lots[0]!.id, '1050.00')
        await expect(bidButton(page)).toHaveText(/¥1,060\.00/)
        await press(page)
        await expect(bidButton(page)).toHaveAttribute('data-kind', 'leading')
        await expect(bidButton(beside)).toHaveText(/¥1,070\.00/)
        // What it costs is measured, on frames that came.
        await expect(word).toContainText(/慢 \d+\.\d 秒/, { timeout: 20_000 })

        // Remembered for the day: the next page does not try what does not work here.
        const tried = proxy.seen.filter((one) => one === 'UPGRADE').length
        await page.reload()
        await expect(word).toContainText('此网络经 HTTP 实时更新')
        await expect(bidButton(page)).toHaveAttribute('data-kind', 'leading')
        expect(proxy.seen.filter((one) => one === 'UPGRADE')).toHaveLength(tried)
      } finally {
        await proxy.close()
      }
    },
  )
