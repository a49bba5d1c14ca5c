import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { specification } from '../../src/contract/sizes.ts'
import { changeLot } from '../../src/server/store/lots.ts'
import { importedFile } from '../support/sheets/imported.ts'
import { test } from './openSale.ts'
import { bidding } from './parts/stages.ts'

// The sizes of two log lists and of a pack of boards, as the room shows them: whole, since a part of a size reads as another.

const LISTS = ['yard-list-zh.csv', 'exporter-list-fi.csv']
const BOARDS = { length: '2000-5000', thickness: '27 (4/4)', width: '150-400', diameter: null }
const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true }

test.use({ world: { bidders: 1, lots: 7, rule: { extensionSeconds: 60 } } })

/** Sizes on the page that something cuts off, with the number of those that stand whole. */
const sizesOn = (page: Page, sizes: readonly string[]) =>
  page.evaluate((all) => {
    const holders = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) => one.children.length === 0 && all.includes(one.textContent.trim()) && one.offsetParent !== null,
    )
    const isCut = (one: HTMLElement): boolean => {
      const range = document.createRange()
      range.selectNodeContents(one)
      const text = range.getBoundingClientRect()
      for (let up: HTMLElement | null = one; up; up = up.parentElement) {
        const box = up.getBoundingClientRect()
        const { overflowX } = getComputedStyle(up)
        if (overflowX !== 'visible' && (text.right > box.right + 1 || text.left < box.left - 1)) return true
      }
      return text.right > document.documentElement.clientWidth
    }
    return { cut: holders.filter(isCut).map((one) => one.textContent), whole: holders.length }
  }, sizes)

for (const [device, options] of [
  ['a phone', PHONE],
  ['a wide screen', {}],
] as const)
  test(`a size is never cut off on ${device} @desktop`, async ({ sale, bare }) => {
    const found = await Promise.all(
      LISTS.map((name) => importedFile(name, readFileSync(join(import.meta.dirname, '../cases/sheets', name)))),
    )
    const lots = [...found.flatMap(({ good }) => good), BOARDS]
    for (const [at, { length, thickness, width, diameter }] of lots.entries())
      await changeLot(bare.store.db, sale.session.lots[at]!.id as never, { length, thickness, width, diameter })
    const sizes = lots.map((lot) => specification(lot))
    const { host, bidders } = sale.session
    await bidding(sale)
    for (const member of [host, ...bidders]) {
      const { page } = await sale.enter(member, undefined, options)
      await expect.poll(async () => (await sizesOn(page, sizes)).whole).toBeGreaterThan(0)
      expect((await sizesOn(page, sizes)).cut, `identity ${member.identity}`).toEqual([])
      // A buyer on a phone sees one lot at a time.
      const chips = page.getByRole('navigation', { name: '标的' }).getByRole('button')
      for (const at of (await chips.first().isVisible()) ? [1, 6] : []) {
        await chips.nth(at).click()
        await expect.poll(async () => (await sizesOn(page, [sizes[at] ?? ''])).whole).toBeGreaterThan(0)
        expect((await sizesOn(page, sizes)).cut).toEqual([])
      }
    }
  })
