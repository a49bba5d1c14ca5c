import type * as z from 'zod'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { Caller, Person } from '../../auth/caller.ts'
import { bidderCompany } from '../../auth/standing.ts'
import { swatchOf } from '../../pictures/swatches.ts'
import { listLots } from '../../store/lots.ts'
import type { LotRow } from '../../store/lots.ts'
import { sellsIn } from '../../store/open-lots.ts'
import type { Db } from '../../store/open.ts'
import { biddingNumbersOf } from '../../store/registrations.ts'
import type { OwnNumber } from '../../store/registrations.ts'
import { publishedSessions } from '../../store/schedules.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import { data } from '../answer.ts'
import { anyone } from '../route.ts'
import type { Catalogue } from './catalogue.ts'
import { thumbnailPath } from './lot.ts'
import { idsOf } from './sales.ts'

/** Number of pictures: two rows of a wide window. */
const SHOWN = 12

/** Pictures of the sale that concerns the caller next, for the top of the home page. */
export const contactSheetRoutes = (db: Db, catalogue: Pick<Catalogue, 'open'>) => ({
  contactSheet: anyone(
    calls.contactSheet,
    async ({ locale }, caller) => {
      const [sales, numbers] = await Promise.all([publishedSessions(db), numbersOf(db, caller)])
      const newcomer = !numbers.some(({ biddingNumber }) => biddingNumber !== null)
      const sale = await nextFor(db, caller?.person ?? null, sales, numbers)
      if (!sale) return data({ scheduleTimelineId: null, lots: [], newcomer })
      const { id: timelineId } = sale.timeline
      const [{ rows }, readable] = await Promise.all([
        listLots(db, { timelineId, offset: 0, limit: SHOWN }),
        caller ? catalogue.open(caller, timelineId) : null,
      ])
      const priced = readable?.kind === 'opened'
      return data({
        scheduleTimelineId: timelineId,
        lots: rows.map((row) => sheetLot(row, locale, priced)),
        newcomer,
      })
    },
    { bearer: 'honoured', open: true },
  ),
})

const numbersOf = async (db: Db, caller: Caller | null): Promise<readonly OwnNumber[]> =>
  caller
    ? biddingNumbersOf(
        db,
        [bidderCompany(caller.person, false), bidderCompany(caller.person, true)].filter((company) => company !== null),
      )
    : []

/** A running sale, the caller's own first; else the caller's next sale; else the next sale. */
async function nextFor(
  db: Db,
  person: Person | null,
  sales: readonly SessionOfSchedule[],
  numbers: readonly OwnNumber[],
): Promise<SessionOfSchedule | undefined> {
  const selling = person?.companyId ? await sellsIn(db, idsOf(sales), person.companyId) : new Set<string>()
  const signedUp = new Set(numbers.map(({ timelineId }) => timelineId))
  const own = sales.filter(
    ({ timeline: { id, hostAccountId } }) =>
      signedUp.has(id) || selling.has(id) || (person !== null && hostAccountId === person.id),
  )
  const runs = ({ head }: SessionOfSchedule): boolean => head?.phase === 4
  return own.find(runs) ?? sales.find(runs) ?? own[0] ?? sales[0]
}

function sheetLot(
  row: LotRow,
  locale: Locale,
  priced: boolean,
): z.output<typeof calls.contactSheet.data>['lots'][number] {
  return {
    contractObjectId: row.id,
    lotNo: row.position,
    name: locale === 'zh' ? row.nameZh : row.nameEn,
    swatch: swatchOf(row.species),
    thumbnail: thumbnailPath(row),
    quantity: row.quantity,
    unit: row.unit,
    startPrice: priced ? row.startPrice : null,
    currency: row.currency,
  }
}
