import { queryOptions } from '@tanstack/react-query'
import type { RowOf, Send } from '../../../client/calls/index.ts'
import { clientOf } from '../client.ts'

type LotText = RowOf<'lotList'>

const PAGE = 100

/** All lots of a sale as its catalogue describes them: texts for the room, and for the tickets of its deals. */
export const wholeCatalogue = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: catalogueKey(scheduleTimelineId),
    queryFn: ({ client, signal }) => allPages(clientOf(client).calls.send, scheduleTimelineId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const catalogueKey = (scheduleTimelineId: string) => ['venue', 'catalogue', scheduleTimelineId] as const

async function allPages(send: Send, scheduleTimelineId: string, signal: AbortSignal): Promise<readonly LotText[]> {
  const rows: LotText[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await send('lotList', { query: { scheduleTimelineId, pageNum, pageSize: PAGE } }, { signal })
    rows.push(...page.rows)
    if (page.rows.length < PAGE || rows.length >= page.total) return rows
  }
}
