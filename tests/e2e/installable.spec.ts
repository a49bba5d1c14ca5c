import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { launchOptions } from '../support/browser.ts'
import { alive, expect, test } from './fixtures.ts'

test.skip(({ isMobile }) => !isMobile, 'the same at any width')

test('the app can be installed: the browser finds no fault in its manifest, icons and worker', async ({ server }) => {
  // A profile on the disk: the browser refuses to install anything from a private window.
  const profile = await mkdtemp(join(tmpdir(), 'profile-'))
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions(), serviceWorkers: 'allow' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await page.goto(`${server.url}/index`)
    await alive(page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

    const manifest = await session.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(new URL(manifest.url).pathname).toBe('/manifest.webmanifest')
    expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ id: '/', display: 'standalone', lang: 'zh' })

    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})
