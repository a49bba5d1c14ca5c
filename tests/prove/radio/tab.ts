import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { launchOptions } from '../../support/browser.ts'
import { visit } from '../../support/visit.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { noTimes } from './watching.ts'
import type { Watching } from './watching.ts'

/** The app in a real Chromium, in the room. */
export async function tabIn(url: string, session: Pick<WorldSession, 'id'>, member: Member): Promise<Watching> {
  const { args, ...rest } = launchOptions()
  // An address of the test's own network is as trustworthy as this machine.
  const trusted = `--unsafely-treat-insecure-origin-as-secure=${url}`
  const browser = await chromium.launch({ ...rest, args: [...args, trusted] })
  try {
    const times = noTimes()
    const now = () => performance.now()
    // The browser does not report sockets older than the watch.
    const prepare = async (watched: Page, context: BrowserContext): Promise<void> => {
      const devtools = await context.newCDPSession(watched)
      devtools.on('Network.webSocketHandshakeResponseReceived', () => times.opened.push(now()))
      devtools.on('Network.webSocketFrameReceived', () => times.frames.push(now()))
      await devtools.send('Network.enable')
    }
    const { page } = await visit(browser, { url, session, member, prepare })
    return {
      ...times,
      get name() {
        return `a tab (${page.url()})`
      },
      leave: () => browser.close(),
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}
