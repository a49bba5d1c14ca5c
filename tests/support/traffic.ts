import type { Page } from '@playwright/test'

export interface Transfer {
  readonly path: string
  readonly type: string
  /** As they came over the wire, with their headers. */
  readonly bytes: number
  /** When its last byte was here, ms since epoch. */
  readonly at: number
}

export interface Traffic {
  readonly transfers: readonly Transfer[]
  /** Everything but pictures, which are drawn when they are needed. */
  readonly counted: () => readonly Transfer[]
}

/** Counts what a page brings, from now on; the browser's own figures. */
export async function watchTraffic(page: Page): Promise<Traffic> {
  const transfers: Transfer[] = []
  const asked = new Map<string, { readonly path: string; readonly type: string }>()
  let epoch = 0
  const session = await page.context().newCDPSession(page)
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', wallTime, timestamp }) => {
    epoch ||= wallTime - timestamp
    asked.set(requestId, { path: new URL(request.url).pathname, type })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = asked.get(requestId)
    if (request) transfers.push({ ...request, bytes: encodedDataLength, at: (epoch + timestamp) * 1_000 })
  })
  await session.send('Network.enable')
  return { transfers, counted: () => transfers.filter(({ path }) => !/\/pictures\//.test(path)) }
}
