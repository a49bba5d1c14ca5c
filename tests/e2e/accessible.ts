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

/** Expects axe to find nothing on the page or a part of it, by all rules or by these. */
export async function expectNoViolations(
  page: Page,
  { within, rules }: { readonly within?: string; readonly rules?: readonly string[] } = {},
): Promise<void> {
  await coloursRest(page)
  // The other mode opens a blank page per run, for frames of other origins; the app has none.
  // What passes is counted, not described: a description for each of a page's elements takes half of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  if (within !== undefined) axe.include(within)
  if (rules !== undefined) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([])
}

/** Expects axe to find nothing on the screen (the site's frame has its own tests), and no sideways scrolling. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await expectNoViolations(page, { within: 'main', ...(rules && { rules }) })
  await expectNoSidewaysScroll(page)
}
