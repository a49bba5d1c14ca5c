import type { Locator, Page } from '@playwright/test'
import { expect } from '../../fixtures.ts'
import { bidButton, press } from '../../openSale.ts'
import { inDialog } from './page.ts'

const lot = (page: Page, number: number): Locator =>
  page.getByRole('navigation', { name: '标的' }).getByRole('button', { name: new RegExp(`^${number}\\b`) })

interface Opening {
  readonly lots: number
  /** Length of the round; by default that of the sale's rules. */
  readonly seconds?: number
  /** Until the sale is due; without it the sale has been due for a while. */
  readonly dueInMs?: number
  /** Called before the host opens the lots: the round does not wait until rooms have loaded. */
  readonly ready?: () => Promise<unknown>
}

/** The host enters from the session's page and opens all lots, which the start time allows, not earlier. */
export async function openLots(desk: Page, { lots, seconds, dueInMs, ready }: Opening): Promise<void> {
  await desk.getByRole('button', { name: '进入会场' }).click()
  await desk.getByRole('button', { name: '开始竞价' }).click()
  const open = desk.getByRole('button', { name: `开放 ${lots} 个标的` })
  if (dueInMs !== undefined) await expect(desk.getByText('您现在可以开场')).toBeVisible({ timeout: dueInMs + 20_000 })
  await ready?.()
  if (seconds !== undefined) await desk.getByLabel('竞价时长（秒）').fill(String(seconds))
  await open.click()
  await expect(desk.getByRole('dialog')).toBeHidden()
}

/** The number of a lot beyond a hundred stands in one line of the host's list. */
export async function expectWholeNumber(desk: Page, position: number): Promise<void> {
  const number = await desk
    .getByRole('button', { name: new RegExp(`^${position} `) })
    .locator('span')
    .first()
    .boundingBox()
  expect(number?.height, 'three digits stand in one line').toBeLessThan(24)
}

/** Two bid for lot 2, and one bids below the reserve of lot 5. */
export async function bid(joiner: Page, floors: Page): Promise<void> {
  await lot(floors, 2).click()
  await expect(bidButton(floors)).toHaveText('出价 ¥1,807.50/m³')
  await press(floors)
  await lot(joiner, 2).click()
  await expect(bidButton(joiner)).toHaveText('出价 ¥1,817.50/m³')
  await press(joiner)
  await expect(bidButton(joiner)).toHaveAttribute('data-kind', 'leading')
  await lot(joiner, 5).click()
  await expect(bidButton(joiner)).toHaveText('出价 ¥1,830.00/m³')
  await press(joiner)
  await expect(bidButton(joiner)).toHaveAttribute('data-kind', 'leading')
}

/** Shows lot 5. */
export const showReserved = (page: Page): Promise<void> => lot(page, 5).click()

/** The question of lot 5's reserve comes when the round is over; its seller agrees, and the bidder has bought it. */
export async function agree(mill: Page, joiner: Page, roundEndsInMs: number): Promise<void> {
  await mill.getByRole('button', { name: '同意成交' }).click({ timeout: roundEndsInMs + 60_000 })
  await inDialog(mill, '同意成交').click()
  await expect(bidButton(joiner)).toHaveText('您已购得')
}

export async function complete(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: '完成本场' }).click()
  await inDialog(desk, '完成本场').click()
  await expect(desk.getByText('本场已完成，记录已封存。').first()).toBeVisible()
}
