import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { dayInBeijing } from '../../src/domain/decide/publish.ts'
import { instant, later } from '../../src/domain/units.ts'
import { exampleAt } from '../../src/server/lots/example.ts'
import * as schema from '../../src/server/store/schema.ts'
import { test } from './openSale.ts'
import { bidding } from './parts/stages.ts'

// The host adds accepted lots before the first round (L9): all in the room read their names, and bid on them.

test.use({ world: { bidders: 1, lots: 1 } })

test(
  '18 a lot that came after publication is added in the room and bid on',
  { tag: '@phone' },
  async ({ sale, bare: { store } }) => {
    const { session, enter } = sale
    const at = instant(Date.now())
    const [{ companyId } = { companyId: '' }] = await store.db
      .select({ companyId: schema.lot.sellerCompanyId })
      .from(schema.lot)
      .where(eq(schema.lot.timelineId, session.id))
    const lots = ['奥古曼原木', '山毛榉板材'].map((nameZh, i) => ({
      id: randomUUID(),
      companyId,
      content: {
        ...exampleAt(at),
        nameZh,
        currency: 'CNY' as const,
        deliveryDate: dayInBeijing(later(at, 200 * 86_400_000)),
        pictures: [],
      },
      state: 'accepted' as const,
      timelineId: session.id,
      createdAt: at,
      changedAt: later(at, i),
      changedBy: session.seller.account,
    }))
    await store.db.insert(schema.lotDraft).values(lots)
    const [host, buyer, seller] = await Promise.all(
      [session.host, session.bidders[0]!, session.seller].map(async (member) => (await enter(member)).page),
    )
    await expect(seller!.getByRole('link', { name: '向本场追加标的' })).toHaveAttribute('href', /\/seller\/lots/)
    await expect(host!.getByText('有 2 个已接受的标的尚未加入本场')).toBeVisible()
    await host!.getByRole('button', { name: '追加标的…' }).click()
    const dialog = host!.getByRole('dialog', { name: '向本场追加标的' })
    for (const { content } of lots) await expect(dialog.getByText(content.nameZh)).toBeVisible()

    // Without a lot the press says what is missing.
    for (const { content } of lots) await dialog.getByRole('checkbox', { name: content.nameZh }).uncheck()
    await dialog.getByRole('button', { name: '加入 0 个标的' }).click()
    await expect(dialog.getByText('请先选择标的。').first()).toBeVisible()
    await dialog.getByRole('checkbox', { name: '奥古曼原木' }).check()
    await dialog.getByRole('button', { name: '加入 1 个标的' }).click()
    await expect(dialog).toHaveCount(0)
    for (const page of [host!, seller!]) await expect(page.getByText('奥古曼原木').first()).toBeVisible()
    await expect(host!.getByText('有 1 个已接受的标的尚未加入本场')).toBeVisible()

    await bidding(sale)
    await expect(host!.getByText('尚未加入本场')).toHaveCount(0)
    await buyer!
      .getByRole('button', { name: /^(?:标的 ?)?2\b/ })
      .first()
      .click()
    await expect(buyer!.getByRole('heading', { name: /奥古曼原木/ })).toBeVisible()
  },
)
