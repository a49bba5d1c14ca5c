import { kept, test } from './deployed.ts'
import { expect, signIn } from './fixtures.ts'

const SALE = 'session-global'

test.describe('started with the server gone', () => {
  test.skip(({ isMobile }) => isMobile, 'what is kept is the same on a phone')

  test('a session that ran out meanwhile still reads, and signs in again once the server is back', async ({
    page,
    context,
    house,
    server,
  }) => {
    await signIn(context, server, 'buyer2')
    await page.goto(`${house.url}/target/list?scheduleTimelineId=${SALE}`)
    await expect(page.getByText('共 44 条')).toBeVisible()
    await kept(page)
    // This time the worker serves the page.
    await page.reload()
    await expect(page.getByText('共 44 条')).toBeVisible()
    await page.evaluate(() =>
      localStorage.setItem('session', JSON.stringify({ account: 'buyer2', endsAt: Date.now() - 1000 })),
    )
    await context.clearCookies({ name: 'Seller-Token' })
    // Navigates away instead of closing: a page opened at the very moment when the worker's last page closes is
    // requested by the browser itself, past the worker (`ERR_CONNECTION_REFUSED`; a failing worker gives `ERR_FAILED`).
    await page.goto('about:blank')
    await house.away()
    await page.goto(`${house.url}/target/list?scheduleTimelineId=${SALE}`)
    await expect(page.getByText('共 44 条')).toBeVisible()
    await house.back()
    await page.reload()
    await expect(page).toHaveURL(/\/login\?redirect=/)
  })
})
