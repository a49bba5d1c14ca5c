import { DEMO_PASSWORD, expect, signInByForm, test } from './fixtures.ts'

/** Ways in which a browser withholds storage. They run before any script of the page. */
const WITHOUT: Readonly<Record<string, () => void>> = {
  'is null': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, value: null })
  },
  'is blocked by policy': () => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  },
  'is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  },
}

for (const [how, withhold] of Object.entries(WITHOUT))
  test(`no local storage: it ${how}, and the app starts and signs in`, { tag: '@phone' }, async ({ page, server }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.addInitScript(withhold)
    await page.goto(`${server.url}/login`)
    await signInByForm(page, 'buyer1', DEMO_PASSWORD)
    await expect(page).not.toHaveURL(/\/login/)
    expect(errors).toEqual([])
  })
