import { lotNumber } from '../../../domain/lot-number.ts'
import type * as z from 'zod'
import type { BoardLot } from '../../../contract/calls/lots.ts'
import type { Locale } from '../../../contract/constants.ts'
import * as calls from '../../../contract/calls/index.ts'
import { listBoard } from '../../store/board.ts'
import type { BoardRow } from '../../store/board.ts'
import type { Db } from '../../store/open.ts'
import { swatchOf } from '../../pictures/swatches.ts'
import { slice } from '../../store/page.ts'
import type { Terms } from '../../store/terms.ts'
import { rows } from '../answer.ts'
import type { Report } from '../reports.ts'
import { anyone } from '../route.ts'
import type { Catalogue } from './catalogue.ts'
import { specification } from '../../../contract/sizes.ts'
import { nameOf } from './names.ts'

/** Rows from which on a page is a late one. */
const LATE = 200

/** The public lists behind the home page. */
export const boardRoutes = (db: Db, catalogue: Pick<Catalogue, 'terms'>, report: Report) => ({
  lotBoard: anyone(
    calls.lotBoard,
    async ({ query, locale, address }) => {
      const page = slice(query)
      const [found, terms] = await Promise.all([
        page.offset < LATE
          ? listBoard(db, query.status, page)
          : report(null, { address }, (reports) => listBoard(reports, query.status, page)),
        catalogue.terms(),
      ])
      return rows(
        found.rows.map((row) => boardLot(row, locale, terms)),
        found.total,
      )
    },
    { open: true },
  ),
})

function boardLot(
  { lot, nameZh, nameEn, startTime, deal, asked }: BoardRow,
  locale: Locale,
  terms: Terms,
): z.output<typeof BoardLot> {
  return {
    contractObjectId: deal?.lotId ?? lot.id,
    scheduleTimelineId: lot.timelineId,
    lotNo: lot.position,
    lotNumber: lotNumber(lot.position, deal?.lotId ?? lot.id, lot.id),
    name: locale === 'zh' ? lot.nameZh : lot.nameEn,
    species: nameOf(terms, 'species', lot.species, locale),
    swatch: swatchOf(lot.species),
    origin: nameOf(terms, 'origin', lot.origin, locale),
    grade: nameOf(terms, 'grade', lot.grade, locale),
    specification: specification(lot),
    quantity: deal?.quantity ?? lot.quantity,
    unit: lot.unit,
    scheduleName: locale === 'zh' ? nameZh : nameEn,
    startTime,
    dealTime: deal?.at ?? null,
    asked,
  }
}
