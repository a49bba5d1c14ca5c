import type { QueryClient } from '@tanstack/react-query'
import { HOME_DATA, type HomeData } from '../../contract/pages.ts'
import { setWrittenAt } from '../lib/clock/useNow.ts'
import { setWritten } from '../lib/sale/index.ts'

/** The answers that came with the page, and the time that it shows. */
export function fillHome(client: QueryClient, { at, known, schedules, practice }: HomeData, now: number): void {
  setWrittenAt(Math.floor(at / 1000) * 1000)
  setWritten(
    client,
    {
      at,
      known,
      schedules: { ...schedules, rows: [...schedules.rows] },
      practice: { ...practice, rows: [...practice.rows] },
    },
    now,
  )
}

/** What the server wrote into this page, if it did. */
export function homeData(): HomeData | null {
  const text = document.getElementById(HOME_DATA)?.textContent
  // Of our own server, from the very file that this app was built with.
  return text ? (JSON.parse(text) as HomeData) : null
}
