import * as z from 'zod'
import { HistoryStretch } from '../../contract/live.ts'
import type { Send } from '../calls/types.ts'
import type { HistoryPage } from './activity.ts'
import type { Wanted } from './backfill.ts'

/** Requests a stretch of the log. On a failure the log on screen offers a retry. */
export const historyIn =
  (scheduleTimelineId: string, send: Send) =>
  async (wanted: Wanted): Promise<HistoryPage | null> => {
    try {
      return z.decode(HistoryStretch, await send('history', { query: { scheduleTimelineId, ...wanted } }))
    } catch {
      return null
    }
  }
