import { expect, type Page } from '@playwright/test'
import { openLink } from '../link/link.ts'
import { replicaSeen } from '../support/replicas.ts'
import { walledOff } from '../support/walled.ts'
import { bidButton, DESK, press, test } from './openSale.ts'
import { bidding } from './parts/stages.ts'
import { translate } from './parts/translate.ts'

// 44, must show 3: one sale, bid by a browser that translates, one whose network refuses WebSockets and one whose
// network holds streams too, each at the end of a dock's link.

/** One way, ms; kbit/s; share of the time that the radio fades. */
const DOCK = { delay: 200, rate: 400, loss: 0.01 } as const
const TURNS = 12
const BIDDING_SECONDS = 150

test.use({ world: { bidders: 3, lots: 2, rule: { extensionSeconds: 10 } } })
test.describe.configure({ timeout: 600_000 })

/** The session's phase after its end. */
const CLOSED = 5

test(
  '44.3 three browsers, three networks: each bid is seen by all, and all end with the same deals',
  { tag: ['@walk', '@phone'] },
  async ({ sale }) => {
    const { server, session, enter } = sale
    const [refusing, holding] = [await walledOff(server.url, 'refused'), await walledOff(server.url, 'held')]
    const links = await Promise.all(
      [server.url, refusing.url, holding.url].map((target) => openLink({ target, ...DOCK })),
    )
    try {
      const host = await enter(session.host, undefined, DESK)
      const names = ['WebSocket, translated', 'stream', 'polls'] as const
      const pages: Page[] = []
      for (const [at, link] of links.entries()) pages.push((await enter(session.bidders[at]!, link)).page)
      await expect(pages[1]!.locator('[data-carrier="http"]')).toBeVisible({ timeout: 60_000 })
      await expect(pages[2]!.locator('[data-carrier="http"]')).toBeVisible({ timeout: 60_000 })
      await bidding(sale, BIDDING_SECONDS)
      for (const page of pages) await expect(bidButton(page)).toHaveText(/¥1,000\.00/, { timeout: 60_000 })
      await pages[0]!.evaluate(translate, false)

      const delays = new Map<string, number[]>()
      for (let turn = 0; turn < TURNS; turn++) {
        const bidder = turn % pages.length
        await press(pages[bidder]!)
        const next = `¥1,${String((turn + 1) * 10).padStart(3, '0')}.00`
        // The bidder's own page has the verdict as soon as the server has the bid; from then on the others wait.
        const since = performance.now()
        await Promise.all(
          pages.map(async (page, at) => {
            if (at === bidder) return expect(bidButton(page)).toHaveAttribute('data-kind', 'leading')
            await expect(bidButton(page)).toContainText(next, { timeout: 60_000 })
            delays.set(names[at]!, [...(delays.get(names[at]!) ?? []), performance.now() - since])
          }),
        )
      }
      for (const [name, times] of delays)
        console.log(`${name}: ${times.map((ms) => (ms / 1000).toFixed(1)).join(' ')} s from press to sight`)

      // Both lots end; the second without a bid.
      await expect(bidButton(pages[(TURNS - 1) % pages.length]!)).toHaveText('您已购得', { timeout: 400_000 })
      await host.page.getByRole('button', { name: '完成本场' }).click()
      await host.page.getByRole('dialog').getByRole('button', { name: '完成本场' }).click()
      for (const page of pages) {
        await expect(page.getByRole('heading', { name: '本场已结束' })).toBeVisible({ timeout: 60_000 })
        await expect(page.getByText('页面无法显示')).toHaveCount(0)
      }
      // All replicas have come to the same state, and to the host's: a page stores it every few seconds.
      const replicas = () => Promise.all([host.page, ...pages].map((page) => replicaSeen(page, session.id)))
      await expect
        .poll(
          async () => {
            const seen = await replicas()
            return [new Set(seen.map((one) => JSON.stringify(one))).size, seen[0]?.phase]
          },
          { timeout: 60_000 },
        )
        .toEqual([1, CLOSED])
      const [whole] = await replicas()
      console.log(`replicas: ${pages.length + 1} times ${whole?.digest} at event ${whole?.seq}`)
      // Each receipt of each browser verifies against the closed log.
      for (const page of pages) {
        await page.getByRole('button', { name: /回执/ }).click()
        await expect(page.getByText('签名有效')).toHaveCount(TURNS / pages.length, { timeout: 60_000 })
      }
    } finally {
      for (const link of links) await link.close()
      await refusing.close()
      await holding.close()
    }
  },
)
