import { expect, type Locator, type Page } from '@playwright/test'
import type { Locale } from '../../../src/contract/constants.ts'
import type { Both } from './access.ts'

/** The three kinds of the error catalogue (spec §8). */
export type Kind = 'error' | 'warning' | 'notification'

interface Look {
  readonly word: Both
  readonly role: 'alert' | 'status'
  /** Custom property of the icon's colour. */
  readonly tone: string
  /** How the drawing of its icon begins: octagon, triangle, bell. */
  readonly shape: string
}

const LOOKS: Readonly<Record<Kind, Look>> = {
  error: { word: { zh: '错误', en: 'Error' }, role: 'alert', tone: '--bad', shape: 'M8.5 3h7' },
  warning: { word: { zh: '警告', en: 'Warning' }, role: 'status', tone: '--warn', shape: 'M12 4L2.8' },
  notification: {
    word: { zh: '错误通知', en: 'Error notification' },
    role: 'alert',
    tone: '--bad',
    shape: 'M6 17v-6',
  },
}

export const boxOf = (within: Page | Locator, text: string): Locator =>
  within.locator('[data-problem]').filter({ hasText: text })

/** Word, shape, role and colour match the kind. */
export async function expectLook(box: Locator, kind: Kind, locale: Locale): Promise<void> {
  const { word, role, tone, shape } = LOOKS[kind]
  await expect(box).toHaveAttribute('data-problem', kind)
  await expect(box.getByText(word[locale], { exact: true })).toBeVisible()
  const seen = await box.evaluate((node, token) => {
    const probe = node.appendChild(document.createElement('i'))
    probe.style.color = `var(${token})`
    const wanted = getComputedStyle(probe).color
    probe.remove()
    const icon = node.querySelector('svg')
    return {
      // `output` has the role status implicitly.
      role: node.closest('[role=alert], [role=status], output')?.getAttribute('role') ?? 'status',
      ofTone: icon !== null && getComputedStyle(icon).color === wanted,
      shape: icon?.querySelector('path')?.getAttribute('d'),
    }
  }, tone)
  expect(seen).toEqual({ role, ofTone: true, shape: expect.stringMatching(new RegExp(`^${RegExp.escape(shape)}`)) })
}

/** From now on only the test advances the page's time, however slow the machine. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
}

/** By the page's own clock: shown after four seconds, gone after five. */
export async function expectFiveSeconds(page: Page, box: Locator): Promise<void> {
  await page.clock.runFor(4_000)
  await expect(box).toHaveCount(1)
  await page.clock.runFor(1_100)
  await expect(box).toHaveCount(0)
}

/** Records how many seconds each later notice stays on screen; read once they are gone. */
export async function recordLives(page: Page): Promise<() => Promise<readonly number[]>> {
  const durations = await page.evaluateHandle(() => {
    const began = new Map<Element, number>()
    const found: number[] = []
    new MutationObserver(() => {
      for (const node of document.querySelectorAll('[data-problem]'))
        if (!began.has(node)) began.set(node, performance.now())
      for (const [node, at] of began) {
        if (node.isConnected) continue
        found.push((performance.now() - at) / 1000)
        began.delete(node)
      }
    }).observe(document.body, { childList: true, subtree: true })
    return found
  })
  return () => durations.jsonValue()
}
