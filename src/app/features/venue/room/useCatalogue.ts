import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LotId } from '../../../../domain/lot.ts'
import { publishedLot } from '../../../../domain/lot-number.ts'
import type { AnswerOf, RowOf } from '../../../../client/calls/index.ts'
import { useSession, useVenue } from './RoomContext.ts'
import { clientOf } from '../../../lib/client.ts'
import { wholeCatalogue } from '../../../lib/sale/catalogue.ts'

/** The catalogue's text of a lot; the room's own state holds only the facts of the law. */
export type LotText = RowOf<'lotList'>
type LotSheet = AnswerOf<'lotInfo'>

export function useCatalogue(): ReadonlyMap<LotId, LotText> {
  const { seat } = useVenue()
  const { data } = useQuery({
    ...wholeCatalogue(seat.scheduleTimelineId),
    select: byLot,
  })
  return data ?? NOTHING
}

/** Reads the catalogue anew while the room has a lot that it lacks, since one was added (L9). Once per room. */
export function useAddedLots(): void {
  const { seat } = useVenue()
  const catalogue = useCatalogue()
  const order = useSession((state) => state.lotOrder)
  const isBehind = useMemo(
    () => catalogue.size > 0 && order.some((id) => !catalogue.has(publishedLot(id))),
    [catalogue, order],
  )
  useQuery({
    ...wholeCatalogue(seat.scheduleTimelineId),
    select: byLot,
    refetchInterval: isBehind ? BEHIND_MS : false,
  })
}
/** The catalogue's row is written just after the room's entry. */
const BEHIND_MS = 1_000

/** The lots that the reader watches. */
export function useWatched(): ReadonlySet<LotId> {
  const catalogue = useCatalogue()
  return useMemo(() => new Set([...catalogue].flatMap(([lot, { watched }]) => (watched ? [lot] : []))), [catalogue])
}

/**
 * What a lot is, after its name: size, species, grade and origin, as far as they are given and the name leaves them out.
 * The size is first, since only words are cut off where a line is short.
 */
export const factsOf = ({ name, species, grade, specification, origin }: LotText): readonly string[] =>
  [specification, species, grade, origin].filter((fact) => fact !== '' && !name.includes(fact))

const NOTHING: ReadonlyMap<LotId, LotText> = new Map()
const byLot = (rows: readonly LotText[]): ReadonlyMap<LotId, LotText> =>
  new Map(rows.map((row) => [row.contractObjectId, row]))

/** The text of a lot. A lot that a partial deal split off has the text of its parent. */
export function useLotText(lot: LotId): LotText | null {
  const catalogue = useCatalogue()
  const root = useSession((state) => state.lots.rootOf(lot))
  return catalogue.get(lot) ?? catalogue.get(root) ?? null
}

export function useLotSheet(lot: LotId): LotSheet | null {
  const root = useSession((state) => state.lots.rootOf(lot))
  const { data } = useQuery({
    queryKey: ['venue', 'lot', root],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('lotInfo', { params: { contractObjectId: root } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
