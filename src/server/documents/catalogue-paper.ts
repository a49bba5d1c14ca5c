import type { LotPaper } from '../../contract/lot-content.ts'
import { canonical } from '../../domain/canonical.ts'
import { formatMilli, formatMinor } from '../../domain/units.ts'
import { specification } from '../../contract/sizes.ts'
import type { CatalogueLot } from '../http/catalogue/lot.ts'
import { nameOf } from '../http/catalogue/names.ts'
import type { TermKind } from '../http/catalogue/names.ts'
import type { SessionOfSchedule } from '../store/schedules.ts'
import type { Terms } from '../store/terms.ts'
import { goodsOf } from './contract-paper.ts'
import { grouped, inEach, moment, printable, sha256Of, UNIT } from './document.ts'
import type { Printable } from './document.ts'

/** A session's catalogue, with the lots' start prices. */
export function cataloguePaper(
  { schedule, timeline }: SessionOfSchedule,
  lots: readonly CatalogueLot[],
  terms: Terms,
): Printable {
  const session = { zh: schedule.nameZh, en: schedule.nameEn }
  const shown = lots.map((lot) => catalogueLot(lot, terms))
  const content = canonical({ scheduleTimelineId: timeline.id, session, lots: shown })
  return printable({
    template: 'catalogue',
    name: `catalogue-${timeline.id}.pdf`,
    title: `${session.zh} ${session.en}`,
    head: `${session.zh} · 标的目录 Catalogue`,
    mark: '',
    hash: sha256Of(content),
    watermark: null,
    at: timeline.createdAt,
    enclosed: [{ name: 'content.json', about: 'The catalogue: its SHA-256 is the hash', text: content }],
    data: {
      session,
      starts: moment(timeline.startTime),
      closes: moment(timeline.signUpDeadline),
      venue: { zh: schedule.venueZh, en: schedule.venueEn },
      lots: shown.map(({ id: _id, ...lot }) => lot),
    },
  })
}

function catalogueLot({ row, lot }: CatalogueLot, terms: Terms) {
  const both = (kind: TermKind, code: string) => inEach((locale) => nameOf(terms, kind, code, locale))
  const size = specification(row)
  return {
    id: lot?.lot ?? row.id,
    no: row.position,
    name: { zh: row.nameZh, en: row.nameEn },
    goods: goodsOf({
      species: both('species', row.species),
      origin: both('origin', row.origin),
      grade: both('grade', row.grade),
      specification: { zh: size, en: size },
      humidity: row.humidity,
    }),
    more: { zh: row.supplementaryZh, en: row.supplementaryEn },
    papers: row.papers.map(({ kind, reference }) => ({ name: PAPER[kind], reference })),
    clause: row.tradeClause,
    from: both('port', row.departurePort),
    to: both('port', row.arrivalPort),
    day: lot?.deliveryDate ?? row.deliveryDate,
    place: both('deliveryPlace', row.deliveryPlace),
    payment: both('paymentTerms', row.paymentTerms),
    quantity: grouped(formatMilli(lot?.quantity ?? row.quantity)),
    unit: UNIT[row.unit],
    price: grouped(formatMinor(lot?.startPrice ?? row.startPrice)),
    step: grouped(formatMinor(lot?.addRange ?? row.addRange)),
    currency: row.currency,
  }
}

const PAPER: Readonly<Record<LotPaper['kind'], { readonly zh: string; readonly en: string }>> = {
  species: { zh: '树种鉴定证书', en: 'Species certificate' },
  measurement: { zh: '检尺单', en: 'Measurement list' },
  cites: { zh: 'CITES 证书', en: 'CITES permit' },
  phytosanitary: { zh: '植物检疫证书', en: 'Phytosanitary certificate' },
  fsc: { zh: 'FSC 证书', en: 'FSC certificate' },
  pefc: { zh: 'PEFC 证书', en: 'PEFC certificate' },
  eudr: { zh: 'EUDR 尽职调查', en: 'EUDR due diligence' },
  other: { zh: '其他文件', en: 'Other document' },
}
