import { lotNumber } from '../../../domain/lot-number.ts'
import { fieldOf, perTerm, PLAIN_FIELDS, type PlainField } from '../../../contract/lot-fields.ts'
import { specification } from '../../../contract/sizes.ts'
import type { LotDetail, LotRow } from '../../../contract/calls/lots.ts'
import type { Locale } from '../../../contract/constants.ts'
import type * as z from 'zod'
import type { Lot, LotId } from '../../../domain/lot.ts'
import { liveBid, priceNow, reserveMark } from '../../../domain/outcome.ts'
import type { SessionState } from '../../../domain/state.ts'
import { amountOf } from '../../../domain/units.ts'
import { thumbnailOf } from '../../pictures/names.ts'
import { swatchOf } from '../../pictures/swatches.ts'
import type { LotRow as Row } from '../../store/lots.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import type { Terms } from '../../store/terms.ts'
import { PICTURES_PATH } from '../pictures.ts'
import { nameOf } from './names.ts'
import type { TermKind } from './names.ts'

const FILES_PATH = '/common/files/'

/** A catalogue lot with its state in the room. A child of a partial deal has its parent's timber. */
export interface CatalogueLot {
  readonly row: Row
  /** `null` while its session is in preparation. */
  readonly lot: Lot | null
}

export function standingOf(state: SessionState, id: LotId, row: Row | null): CatalogueLot | null {
  const lot = state.lots.get(id)
  return lot && row ? { row, lot } : null
}

const priceOf = ({ row, lot }: CatalogueLot) => (lot === null ? row.startPrice : priceNow(lot))

export function lotRow(
  { row, lot }: CatalogueLot,
  { schedule, timeline }: SessionOfSchedule,
  locale: Locale,
  terms: Terms,
  watched: boolean,
): z.output<typeof LotRow> {
  const name = (kind: TermKind, code: string) => nameOf(terms, kind, code, locale)
  const quantity = lot?.quantity ?? row.quantity
  const running = lot?.status === 'open' || lot?.status === 'held' || lot?.status === 'scheduled'
  return {
    contractObjectId: lot?.lot ?? row.id,
    scheduleTimelineId: row.timelineId,
    scheduleName: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
    startTime: timeline.startTime,
    lotNo: row.position,
    lotNumber: lotNumber(row.position, lot?.lot ?? row.id, row.id),
    name: locale === 'zh' ? row.nameZh : row.nameEn,
    productName: name('species', row.species),
    ...perTerm((term) => name(term, row[term])),
    swatch: swatchOf(row.species),
    category: name('category', row.category),
    specification: specification(row),
    quantity,
    unit: row.unit,
    pieces: plainOf(row, lot).pieces,
    startPrice: lot?.startPrice ?? row.startPrice,
    addRange: lot?.addRange ?? row.addRange,
    currency: row.currency,
    amount: amountOf(priceOf({ row, lot }), quantity),
    price: lot === null ? null : (liveBid(lot)?.price ?? null),
    bidCount: lot?.bidCount ?? 0,
    status: lot?.status ?? 'waiting',
    asks: lot?.award?.asks ?? null,
    deadline: running ? (lot.clock?.deadline ?? null) : null,
    departurePort: name('port', row.departurePort),
    arrivalPort: name('port', row.arrivalPort),
    tradeClause: row.tradeClause,
    deliveryDate: lot?.deliveryDate ?? row.deliveryDate,
    thumbnail: thumbnailPath(row),
    watched,
  }
}

/** Path below the base path; null without a picture. */
export function thumbnailPath({ pictures: [first] }: Pick<Row, 'pictures'>): string | null {
  const thumbnail = first === undefined ? null : thumbnailOf(first)
  return thumbnail === null ? null : `${PICTURES_PATH}${thumbnail}`
}

export function lotDetail(
  standing: CatalogueLot,
  session: SessionOfSchedule,
  locale: Locale,
  terms: Terms,
  { watched, seesReserve }: { readonly watched: boolean; readonly seesReserve: boolean },
): z.output<typeof LotDetail> {
  const { row, lot } = standing
  const name = (kind: TermKind, code: string) => nameOf(terms, kind, code, locale)
  return {
    ...lotRow(standing, session, locale, terms, watched),
    ...plainOf(row, lot),
    tradeMode: name('tradeMode', row.tradeMode),
    paymentTerms: name('paymentTerms', row.paymentTerms),
    deliveryPlace: name('deliveryPlace', row.deliveryPlace),
    supplementaryInfo: locale === 'zh' ? row.supplementaryZh : row.supplementaryEn,
    pictures: row.pictures.map((picture) => `${PICTURES_PATH}${picture}`),
    papers: row.papers.map(({ kind, reference, name: title, fileId }) => ({
      kind,
      reference,
      name: title,
      file: fileId === null ? null : `${FILES_PATH}${fileId}`,
    })),
    sellerCode: row.sellerCode,
    reserveMark: lot === null ? (row.reserve === null ? 'none' : 'exists') : reserveMark(lot),
    reserve: seesReserve ? (lot?.reserve ?? row.reserve) : null,
  }
}

/** Counts of a child are null: how the lot's pieces were split is unknown. */
const plainOf = (row: Row, lot: Lot | null) =>
  Object.fromEntries(
    PLAIN_FIELDS.map((key) => [key, lot?.parent && fieldOf(key).kind === 'count' ? null : row[key]]),
  ) as Pick<Row, PlainField>
