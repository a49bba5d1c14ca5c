import type { Page } from '@playwright/test'
import { deployments, type Deployments } from '../support/deployments.ts'
import { expect, test as base } from './fixtures.ts'

/** A deployment of the app that can become unreachable, with the worker that caches it. */
export const test = base.extend<{ house: Deployments }>({
  serviceWorkers: 'allow',
  house: async ({ server }, use) => {
    const house = await deployments(server.url)
    await use(house)
    await house.stop()
  },
})

/** Waits until the worker has cached all loaded files. (`waitForFunction` treats a promise as truthy.) */
export async function kept(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      if (navigator.serviceWorker.controller === null) return ['the worker']
      const named = Array.from(document.querySelectorAll<HTMLLinkElement>('link[href^="/assets/"]'), ({ href }) => href)
      const loaded = [...performance.getEntriesByType('resource').map(({ name }) => name), ...named].filter((name) =>
        name.includes('/assets/'),
      )
      const found = await Promise.all(loaded.map((name) => caches.match(name, { ignoreVary: true })))
      return loaded.filter((_name, nth) => found[nth] === undefined)
    })
  await expect.poll(missing, { timeout: 150_000 }).toEqual([])
}

/** Waits until all screens' code for offline reading is cached. */
export async function codeKept(page: Page): Promise<void> {
  let before = 0
  await expect
    .poll(
      async () => {
        const files = await page.evaluate(async () => {
          const assets = await caches.open('assets')
          return (await assets.keys()).map(({ url }) => new URL(url).pathname)
        })
        const same = files.length === before
        before = files.length
        return (
          same &&
          ['rules', 'news', 'home.list', 'Elements'].every((name) =>
            files.some((file) => file.startsWith(`/assets/${name}-`)),
          )
        )
      },
      { timeout: 60_000, intervals: [1_000] },
    )
    .toBe(true)
}
