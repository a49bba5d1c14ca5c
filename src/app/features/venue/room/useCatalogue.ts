import { useQuery } from '@tanstack/react-query'
import type { LotId } from '../../../../domain/lot.ts'
import type { SessionState } from '../../../../domain/state.ts'
import { send, type AnswerOf, type RowOf } from '../../../../client/calls/index.ts'
import { useSession, useVenue } from './RoomContext.ts'

/** What the catalogue says of a lot: the room itself knows only what the law needs. */
export type LotText = RowOf<'lotList'>
type LotSheet = AnswerOf<'lotInfo'>

const PAGE = 100

async function wholeCatalogue(scheduleTimelineId: string, signal: AbortSignal): Promise<readonly LotText[]> {
  const rows: LotText[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await send('lotList', { query: { scheduleTimelineId, pageNum, pageSize: PAGE } }, { signal })
    rows.push(...page.rows)
    if (page.rows.length < PAGE || rows.length >= page.total) return rows
  }
}

export const catalogueKey = (scheduleTimelineId: string) => ['venue', 'catalogue', scheduleTimelineId] as const

export function useCatalogue(): ReadonlyMap<LotId, LotText> {
  const { seat } = useVenue()
  const { data } = useQuery({
    queryKey: catalogueKey(seat.scheduleTimelineId),
    queryFn: ({ signal }) => wholeCatalogue(seat.scheduleTimelineId, signal),
    select: byLot,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? NOTHING
}

const NOTHING: ReadonlyMap<LotId, LotText> = new Map()
const byLot = (rows: readonly LotText[]): ReadonlyMap<LotId, LotText> =>
  new Map(rows.map((row) => [row.contractObjectId, row]))

/** A lot that a partial deal split off is described by the one it came from. */
export function useLotText(lot: LotId): LotText | null {
  const catalogue = useCatalogue()
  const root = useSession((state) => rootOf(state, lot))
  return catalogue.get(lot) ?? catalogue.get(root) ?? null
}

function rootOf(state: SessionState, lot: LotId): LotId {
  const parent = state.lots.get(lot)?.parent
  return parent ? rootOf(state, parent) : lot
}

export function useLotSheet(lot: LotId): LotSheet | null {
  const root = useSession((state) => rootOf(state, lot))
  const { data } = useQuery({
    queryKey: ['venue', 'lot', root],
    queryFn: ({ signal }) => send('lotInfo', { params: { contractObjectId: root } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
