import { kept, test } from './deployed.ts'
import { expect } from './fixtures.ts'

test('the worker tells its pages of a background sync, and sends nothing itself @phone', async ({
  page,
  context,
  house,
}) => {
  const cdp = await context.newCDPSession(page)
  const ids: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    ids.push(...registrations.map(({ registrationId }) => registrationId))
  })
  await page.goto(`${house.url}/index`)
  await kept(page)
  await cdp.send('ServiceWorker.enable')
  await page.evaluate(() => {
    navigator.serviceWorker.addEventListener('message', ({ data }) =>
      Object.assign(globalThis, { heard: data as unknown }),
    )
    navigator.serviceWorker.startMessages()
  })
  await expect.poll(() => ids.length).toBeGreaterThan(0)
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin: house.url,
    registrationId: ids.at(-1) ?? '',
    tag: 'outbox',
    lastChance: false,
  })
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'heard') as unknown)).toBe('outbox')
})
