import type { Locale } from '../../../contract/constants.ts'
import { calls } from '../../../contract/index.ts'
import { isOperator } from '../../auth/caller.ts'
import type { Caller } from '../../auth/caller.ts'
import { unwatch, watch, watchedAmong } from '../../store/attention.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { data, done, rows } from '../answer.ts'
import { eitherToken } from '../route.ts'
import { boardRoutes } from './board.ts'
import type { Catalogue, Opened } from './catalogue.ts'
import { lotDetail, lotRow } from './lot.ts'
import type { Standing } from './lot.ts'
import { nameOf } from './names.ts'

/** Lots as the catalogue shows them, and the watching of them. */
export const catalogueRoutes = (db: Db, catalogue: Catalogue) => ({
  ...boardRoutes(db, catalogue),

  lotList: eitherToken(calls.lotList, async ({ query, locale }, caller) => {
    const opened = await catalogue.open(caller, query.scheduleTimelineId)
    if (opened.kind === 'failed') return opened
    const found = await catalogue.page(opened, query, query.watched === true ? caller.person.id : null, slice(query))
    const [terms, watched] = await Promise.all([
      catalogue.terms(),
      watchedAmong(
        db,
        caller.person.id,
        found.rows.map(({ row }) => row.id),
      ),
    ])
    return rows(
      found.rows.map((standing) => lotRow(standing, locale, terms, watched.has(standing.row.id))),
      found.total,
    )
  }),

  lotFacets: eitherToken(calls.lotFacets, async ({ query, locale }, caller) => {
    const opened = await catalogue.open(caller, query.scheduleTimelineId)
    if (opened.kind === 'failed') return opened
    const [codes, terms] = await Promise.all([catalogue.facets(query.scheduleTimelineId), catalogue.terms()])
    const named = (kind: 'species' | 'origin' | 'grade' | 'tradeArea') => [
      ...new Set(codes[kind].filter((code) => code !== '').map((code) => nameOf(terms, kind, code, locale))),
    ]
    return data({
      species: named('species'),
      origin: named('origin'),
      grade: named('grade'),
      tradeArea: named('tradeArea'),
      currency: codes.currency,
    })
  }),

  lotTake: eitherToken(calls.lotTake, async ({ query, locale }, caller) => {
    const opened = await catalogue.open(caller, query.scheduleTimelineId)
    if (opened.kind === 'failed') return opened
    const found = await catalogue.page(opened, {}, null, slice(query))
    const [terms, watched] = await Promise.all([
      catalogue.terms(),
      watchedAmong(
        db,
        caller.person.id,
        found.rows.map(({ row }) => row.id),
      ),
    ])
    return rows(
      found.rows.map((standing) =>
        lotDetail(standing, locale, terms, watched.has(standing.row.id), aroundOf(opened, standing, caller, locale)),
      ),
      found.total,
    )
  }),

  lotInfo: eitherToken(calls.lotInfo, async ({ params, locale }, caller) => {
    const found = await catalogue.find(caller, params.contractObjectId)
    if (found.kind === 'failed') return found
    const { standing } = found
    const [terms, watched] = await Promise.all([
      catalogue.terms(),
      watchedAmong(db, caller.person.id, [standing.row.id]),
    ])
    return data(
      lotDetail(standing, locale, terms, watched.has(standing.row.id), aroundOf(found, standing, caller, locale)),
    )
  }),

  attentionAdd: eitherToken(calls.attentionAdd, async ({ body }, caller) => {
    const found = await catalogue.find(caller, body.contractObjectId)
    if (found.kind === 'failed') return found
    // A child is watched with the lot it was cut from.
    await watch(db, caller.person.id, found.standing.row.id)
    return done
  }),

  attentionCancel: eitherToken(calls.attentionCancel, async ({ body }, caller) => {
    const found = await catalogue.find(caller, body.contractObjectId)
    if (found.kind === 'failed') return found
    await unwatch(db, caller.person.id, found.standing.row.id)
    return done
  }),
})

const aroundOf = ({ session: { schedule, timeline } }: Opened, standing: Standing, caller: Caller, locale: Locale) => ({
  scheduleName: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
  startTime: timeline.startTime,
  seesReserve: seesReserve(caller, standing),
})

/** Its seller and the operator alone: who else knows it could talk a bidder up to it. */
const seesReserve = ({ person }: Caller, { row }: Standing): boolean =>
  isOperator(person) || row.sellerCompanyId === person.companyId
