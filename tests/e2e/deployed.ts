import type { Page } from '@playwright/test'
import { deployments, type Deployments } from '../support/deployments.ts'
import { expect, test as base } from './fixtures.ts'

/** A deployment of the app that can go away, with the worker that caches it. */
export const test = base.extend<{ house: Deployments }>({
  serviceWorkers: 'allow',
  house: async ({ server }, use) => {
    const house = await deployments(server.url)
    await use(house)
    await house.stop()
  },
})

/** The worker has cached all loaded files. (`waitForFunction` treats a promise as truthy.) */
export async function kept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return false
      const named = Array.from(document.querySelectorAll<HTMLLinkElement>('link[href^="/assets/"]'), ({ href }) => href)
      const loaded = [...performance.getEntriesByType('resource').map(({ name }) => name), ...named].filter((name) =>
        name.includes('/assets/'),
      )
      const found = await Promise.all(loaded.map((name) => caches.match(name, { ignoreVary: true })))
      return found.every((answer) => answer !== undefined)
    })
  await expect.poll(isKept, { timeout: 30_000 }).toBe(true)
}
