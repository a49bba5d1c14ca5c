import type { Browser, Page } from '@playwright/test'
import type { TestServer } from '../support/server.ts'
import { signIn } from './fixtures.ts'

/** An operator in a browser context of its own. */
export async function operator(browser: Browser, server: TestServer): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    isMobile: false,
    hasTouch: false,
    deviceScaleFactor: 1,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  await signIn(context, server, 'admin')
  return context.newPage()
}
