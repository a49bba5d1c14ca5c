import { alive, expect, signIn, test } from './fixtures.ts'
import { pathsOf } from './parts/screensOf.ts'

// 44.8: on paper a card, a row or a list keeps its price with its name, wherever the page ends.

/** Texts of prices that a page's end may part from what they are the price of. */
function loosePrices(): string[] {
  const keepsWhole = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).breakInside.startsWith('avoid') ||
      (element.tagName !== 'MAIN' && keepsWhole(element.parentElement)))
  return [...document.querySelectorAll('main *')]
    .filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && /[¥€$]\s?\d/.test(node.nodeValue ?? '')),
    )
    .filter((element) => element.checkVisibility() && !keepsWhole(element))
    .map((element) => element.closest('section, div')?.textContent?.slice(0, 80) ?? '')
}

const A4 = { width: 794, height: 1123 }

for (const who of ['buyer1', 'seller1', 'admin'] as const)
  test(
    `44.8 no price of ${who}’s screens is parted from its card on paper`,
    { tag: ['@desktop', '@walk'] },
    async ({ context, page, server }) => {
      await signIn(context, server, who)
      await page.setViewportSize(A4)
      await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
      const loose: Record<string, readonly string[]> = {}
      for (const path of pathsOf(who)) {
        await page.goto(path)
        await alive(page)
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
        const found = await page.evaluate(loosePrices)
        if (found.length > 0) loose[path] = found
      }
      expect(loose).toEqual({})
    },
  )
