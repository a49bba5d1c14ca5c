import { perTerm } from '../../../contract/lot-fields.ts'
import type { LotTerm } from '../../../contract/lot-fields.ts'
import type { Received } from '../../../contract/call.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { AccountId } from '../../../domain/lot.ts'
import { isOperator } from '../../auth/caller.ts'
import type { Caller } from '../../auth/caller.ts'
import { unwatch, watch, watchedAmong } from '../../store/attention.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import type { Listed } from '../../store/page.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import { data, done, rows } from '../answer.ts'
import type { Failure } from '../answer.ts'
import type { Report } from '../reports.ts'
import { eitherToken } from '../route.ts'
import { boardRoutes } from './board.ts'
import type { Catalogue, SalesFacets } from './catalogue.ts'
import { contactSheetRoutes } from './contact-sheet.ts'
import { lotDetail, lotRow } from './lot.ts'
import type { CatalogueLot } from './lot.ts'
import { nameOf } from './names.ts'
import type { OnSale } from './sales.ts'

/** Lots as the catalogue shows them, and the watching of them. */
export const catalogueRoutes = (db: Db, catalogue: Catalogue, report: Report) => ({
  ...boardRoutes(db, catalogue, report),
  ...contactSheetRoutes(db, catalogue),

  lotList: eitherToken(
    calls.lotList,
    async ({ query, locale }, caller) => {
      const watchedBy = query.watched === true ? caller.person.id : null
      const found = await listed(catalogue, caller, query, watchedBy)
      if ('kind' in found) return found
      const [terms, watched] = await Promise.all([catalogue.terms(), watchedIn(db, caller, found.rows)])
      return rows(
        found.rows.map(({ session, standing }) =>
          lotRow(standing, session, locale, terms, watched.has(standing.row.id)),
        ),
        found.total,
      )
    },
    { renewed: { rowId: 'contractObjectId' } },
  ),

  lotFacets: eitherToken(calls.lotFacets, async ({ query, locale }, caller) => {
    const found = await facetsFor(catalogue, caller, query.scheduleTimelineId)
    if ('kind' in found) return found
    const { sales, codes, openLots } = found
    const terms = await catalogue.terms()
    const named = (kind: LotTerm) => [
      ...new Set(codes[kind].filter((code) => code !== '').map((code) => nameOf(terms, kind, code, locale))),
    ]
    return data({
      sales: sales.map(({ schedule, timeline, head }) => ({
        scheduleTimelineId: timeline.id,
        name: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
        startTime: timeline.startTime,
        state: head?.phase ?? 1,
        openLots: openLots.get(timeline.id) ?? 0,
      })),
      ...perTerm(named),
      currencies: [...codes.currencies],
      currency: codes.currency,
    })
  }),

  lotDownload: eitherToken(calls.lotDownload, async ({ query, locale }, caller) => {
    const opened = await catalogue.open(caller, query.scheduleTimelineId)
    if (opened.kind === 'failed') return opened
    const { session } = opened
    const found = await catalogue.page(opened, {}, null, slice(query))
    const [terms, watched] = await Promise.all([
      catalogue.terms(),
      watchedIn(
        db,
        caller,
        found.rows.map((standing) => ({ standing })),
      ),
    ])
    return rows(
      found.rows.map((standing) =>
        lotDetail(standing, session, locale, terms, {
          watched: watched.has(standing.row.id),
          seesReserve: seesReserve(caller, standing),
        }),
      ),
      found.total,
    )
  }),

  lotInfo: eitherToken(
    calls.lotInfo,
    async ({ params, locale }, caller) => {
      const found = await catalogue.find(caller, params.contractObjectId)
      if (found.kind === 'failed') return found
      const { standing, session } = found
      const [terms, watched] = await Promise.all([catalogue.terms(), watchedIn(db, caller, [{ standing }])])
      return data(
        lotDetail(standing, session, locale, terms, {
          watched: watched.has(standing.row.id),
          seesReserve: seesReserve(caller, standing),
        }),
      )
    },
    { renewed: 'whole' },
  ),

  attentionAdd: eitherToken(calls.attentionAdd, async ({ body }, caller) => {
    const found = await catalogue.find(caller, body.contractObjectId)
    if (found.kind === 'failed') return found
    // Watching a child watches the lot it was split from.
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

type ListQuery = Received<typeof calls.lotList>['query']

/** The lots of one session, or without a session all lots that may still be sold. */
async function listed(
  catalogue: Catalogue,
  caller: Caller,
  { scheduleTimelineId, ...query }: ListQuery,
  watchedBy: AccountId | null,
): Promise<Listed<OnSale> | Failure> {
  if (scheduleTimelineId === undefined) {
    const sales = await catalogue.sales(caller)
    return 'kind' in sales ? sales : catalogue.pageOfSales(sales, query, watchedBy, slice(query))
  }
  const opened = await catalogue.open(caller, scheduleTimelineId)
  if (opened.kind === 'failed') return opened
  const found = await catalogue.page(opened, query, watchedBy, slice(query))
  return { rows: found.rows.map((standing) => ({ session: opened.session, standing })), total: found.total }
}

async function facetsFor(
  catalogue: Catalogue,
  caller: Caller,
  timelineId: string | undefined,
): Promise<(SalesFacets & { readonly sales: readonly SessionOfSchedule[] }) | Failure> {
  if (timelineId === undefined) {
    const sales = await catalogue.sales(caller)
    return 'kind' in sales ? sales : { sales, ...(await catalogue.facetsOfSales(sales)) }
  }
  const opened = await catalogue.open(caller, timelineId)
  if (opened.kind === 'failed') return opened
  const [codes, openLots] = await Promise.all([catalogue.facets(opened), catalogue.openLots(opened)])
  return {
    sales: [opened.session],
    codes,
    openLots: new Map([[timelineId, openLots]]),
  }
}

const watchedIn = (
  db: Db,
  { person }: Caller,
  lots: readonly { readonly standing: CatalogueLot }[],
): Promise<ReadonlySet<string>> =>
  watchedAmong(
    db,
    person.id,
    lots.map(({ standing }) => standing.row.id),
  )

/** The lot's seller and the operator only: any other reader could talk a bidder up to it. */
const seesReserve = ({ person }: Caller, { row }: CatalogueLot): boolean =>
  isOperator(person) || row.sellerCompanyId === person.companyId
