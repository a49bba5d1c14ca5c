import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll } from './fixtures.ts'

/** Waits for colour transitions to end: axe would measure a mixed colour. */
const coloursRest = (page: Page): Promise<null> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => null),
  )

/** axe finds nothing: on the page or a part of it, by every rule or by these. */
export async function expectNoViolations(
  page: Page,
  { within, rules }: { readonly within?: string; readonly rules?: readonly string[] } = {},
): Promise<void> {
  await coloursRest(page)
  // The other mode opens a blank page for each look, for frames of other origins; the app has none.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (within !== undefined) axe.include(within)
  if (rules !== undefined) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([])
}

/** axe finds nothing on the screen (the frame around it has tests of its own), and nothing is wider than the window. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await expectNoViolations(page, { within: 'main', ...(rules && { rules }) })
  await expectNoSidewaysScroll(page)
}
