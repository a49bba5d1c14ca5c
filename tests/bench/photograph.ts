import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { COOKIES } from '../../src/contract/constants.ts'
import { launchOptions } from '../support/browser.ts'
import { login } from '../support/client.ts'
import { photograph } from '../support/phone-photograph.ts'
import { startServer } from '../support/server.ts'
import { longestTask } from '../support/tasks.ts'
import type { Measure, Pair } from './measure.ts'

const LONGEST_MS = 100
const SLOWER = 4

/** Duration of the page's longest task in ms, from choosing the file at `path` to its preview. */
async function longest(browser: Browser, url: string, token: string, path: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    locale: 'zh-CN',
  })
  try {
    await context.addCookies([{ name: COOKIES.sellerToken, value: token, url }])
    const page = await context.newPage()
    await page.goto(`${url}/user/company`)
    const input = page.getByTestId('licence-file')
    await input.waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    return await longestTask(browser, page, async () => {
      await input.setInputFiles(path)
      await page.getByRole('img', { name: '营业执照' }).waitFor({ timeout: 120_000 })
    })
  } finally {
    await context.close()
  }
}

export const photo: Measure = {
  what: `a photograph of 12 megapixels is picked, on a processor ${SLOWER} times slower`,
  ours: 'ms, the longest task of the page',
  bare: 'ms allowed',
  target: { most: 1 },
  async run(runs) {
    const server = await startServer()
    const browser = await chromium.launch(launchOptions())
    const folder = await mkdtemp(join(tmpdir(), 'photograph-'))
    try {
      const path = join(folder, 'IMG_0001.jpg')
      await writeFile(path, await photograph())
      const { token } = await login(server.url, 'newbie')
      if (token === null) throw new Error('no account is signed in')
      const pairs: Pair[] = []
      for (let run = 0; run < runs; run++)
        pairs.push({ ours: await longest(browser, server.url, token, path), bare: LONGEST_MS })
      return pairs
    } finally {
      await browser.close()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}
