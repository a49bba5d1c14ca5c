import type { Page } from '@playwright/test'
import { LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../../src/contract/live.ts'

/** Lets nothing of the room through over HTTP, its carriers besides the WebSocket; calls still pass. Returns the end. */
export async function cutCarriers(page: Page): Promise<() => Promise<void>> {
  const paths = [LIVE_STREAM_PATH, LIVE_POLL_PATH].map((path) => `**${path}*`)
  for (const path of paths) await page.route(path, (route) => route.abort('connectionfailed'))
  return async () => {
    for (const path of paths) await page.unroute(path)
  }
}
