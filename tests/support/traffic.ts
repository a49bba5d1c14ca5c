import type { Page } from '@playwright/test'

export interface Transfer {
  readonly path: string
  readonly type: string
  /** Wire size, headers included. */
  readonly bytes: number
  /** Arrival of its last byte, ms since epoch. */
  readonly at: number
}

interface Traffic {
  readonly transfers: readonly Transfer[]
  /** Requests that the page needs: without pictures, which are lazy, and the browser's own requests. */
  readonly counted: () => readonly Transfer[]
  /** Requests of browsers with windows, for tabs and menu: the page runs without them. */
  readonly extras: () => readonly Transfer[]
}

const EXTRAS = /^\/(?:icon[\w-]*\.(?:svg|png)|apple-touch-icon\.png|manifest\.webmanifest)$/

/** Counts a page's transfers from now on, by the browser's own figures. */
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
  return {
    transfers,
    counted: () => transfers.filter(({ path }) => !/\/pictures\//.test(path) && !EXTRAS.test(path)),
    extras: () => transfers.filter(({ path }) => EXTRAS.test(path)),
  }
}
