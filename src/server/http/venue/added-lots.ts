import * as calls from '../../../contract/calls/index.ts'
import { specification } from '../../../contract/sizes.ts'
import type { AddedLot } from '../../../domain/commands.ts'
import type { SellerCode } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Rooms } from '../../ports.ts'
import type { LotDraftRow } from '../../lots/accept.ts'
import type { Db } from '../../store/open.ts'
import { keepAdded, lateDrafts, lockSession } from '../../store/preparation.ts'
import type { Terms } from '../../store/terms.ts'
import { missing, refuse, rows } from '../answer.ts'
import { nameOf } from '../catalogue/names.ts'
import { command, enter } from '../room.ts'
import { inVenue } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly terms: () => Promise<Terms>
}

/** Lots that the operator accepted after publication: what there is to add, and adding it (L9). */
export const addedLotRoutes = ({ db, rooms, terms }: Needs) => ({
  lotsToAdd: inVenue(calls.lotsToAdd, async ({ query, locale }, caller) => {
    const { scheduleTimelineId: id } = query
    const entered = await enter(rooms, caller, id)
    if (entered.kind === 'failed') return entered
    const [drafts, names] = await Promise.all([lateDrafts(db, id), terms()])
    return rows(
      drafts.map(({ id: lot, companyId, content }) => ({
        contractObjectId: lot,
        name: locale === 'zh' ? content.nameZh : content.nameEn,
        species: nameOf(names, 'species', content.species, locale),
        specification: specification(content),
        seller: codeOf(entered.state, companyId),
        quantity: content.quantity,
        unit: content.unit,
        currency: content.currency,
        startPrice: content.startPrice,
        addRange: content.addRange,
        deliveryDate: content.deliveryDate,
      })),
    )
  }),

  lotsAdd: inVenue(calls.lotsAdd, ({ body, at }, caller) =>
    // The lock keeps the operator from returning a lot that is just being added.
    db.transaction(async (tx) => {
      const { scheduleTimelineId: id, contractObjectIds: ids } = body
      if (!(await lockSession(tx, id))) return missing('session.not_found')
      const drafts = new Map((await lateDrafts(tx, id)).map((draft) => [draft.id, draft]))
      const named = ids.flatMap((lot) => drafts.get(lot) ?? [])
      if (named.length < ids.length) {
        const state = await rooms.current(id)
        return refuse(ids.some((lot) => state?.lots.has(lot)) ? 'lot.already_there' : 'lot.not_submitted')
      }
      const answer = await command(rooms, caller, { ...body, at }, (state) => ({
        type: 'addLots',
        lots: named.map((draft) => addedLot(draft, codeOf(state, draft.companyId))),
      }))
      if (answer.kind === 'data' && answer.refused === undefined) {
        const state = await rooms.current(id)
        await keepAdded(
          tx,
          id,
          ids.flatMap((lot) => state?.lots.get(lot) ?? []),
        )
      }
      return answer
    }),
  ),
})

/** `''`: the company sells nothing in the session, which the law refuses. */
const codeOf = ({ sellers }: SessionState, companyId: string): SellerCode =>
  Object.values(sellers).find(({ company }) => company === companyId)?.seller ?? ''

const addedLot = ({ id, content }: LotDraftRow, seller: SellerCode): AddedLot => ({
  lot: id,
  seller,
  currency: content.currency,
  unit: content.unit,
  quantity: content.quantity,
  startPrice: content.startPrice,
  addRange: content.addRange,
  deliveryDate: content.deliveryDate,
  reserve: content.reserve,
})
