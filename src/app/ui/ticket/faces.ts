import { shownLotNo } from '../../lib/lotNumber.ts'
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RowOf } from '../../../client/calls/index.ts'
import type { Identity, Locale } from '../../../contract/constants.ts'
import type { Receipt } from '../../../contract/verdict.ts'
import { amountOf, formatMinor, parseMinor, parseMilli, type Unit } from '../../../domain/units.ts'
import { formatMoment, formatMoney, formatQuantity, formatSeconds, groupThousands } from '../../lib/format/index.ts'
import { CONTRACT } from '../contract/marks.tsx'
import type { TicketFace } from './face.ts'

export interface Reader {
  readonly i18n: I18n
  readonly locale: Locale
}

const UNITS: Readonly<Record<Unit, ReturnType<typeof msg>>> = {
  m3: msg({ context: 'unit', message: 'm³' }),
  piece: msg({ context: 'unit', message: 'pc' }),
  tonne: msg({ context: 'unit', message: 't' }),
}
const price = ({ i18n }: Reader, amount: string, currency: string, unit: Unit): string =>
  `${formatMoney(amount, currency)}/${i18n._(UNITS[unit])}`
const many = ({ i18n }: Reader, quantity: string, unit: Unit): string =>
  `${formatQuantity(quantity)} ${i18n._(UNITS[unit])}`

const NOTHING = { lot: null, number: null, seal: null, isVoid: false, sum: null } as const

/** Names of the identities in a venue (spec §4). */
const IDENTITIES: Readonly<Record<Identity, ReturnType<typeof msg>>> = {
  0: msg({ context: 'identity', message: 'Applicant' }),
  1: msg({ context: 'identity', message: 'Buyer' }),
  2: msg({ context: 'identity', message: 'Seller' }),
  3: msg({ context: 'identity', message: 'Host' }),
  4: msg({ context: 'identity', message: 'Audience' }),
}

const DISMISSED = msg({ context: 'identity', message: 'Dismissed' })

/** The ticket of a sale that the company signed up for, stamped with its bidding number. */
export function saleFace({ i18n, locale }: Reader, signUp: RowOf<'biddingRegistrationList'>): TicketFace {
  const lots = groupThousands(signUp.lotCount)
  return {
    ...NOTHING,
    id: `sale-${signUp.scheduleTimelineId}`,
    kind: 'sale',
    name: i18n._(msg`Sale ticket`),
    at: signUp.startTime,
    title: signUp.scheduleName,
    facts: [signUp.venue].filter(Boolean),
    lines: [
      { label: i18n._(msg`Lots`), value: lots },
      {
        label: i18n._(msg`Identity`),
        value: i18n._(signUp.dismissed === undefined ? IDENTITIES[signUp.identityType] : DISMISSED),
      },
      { label: i18n._(msg`Signed up`), value: formatMoment(signUp.registrationTime, locale) },
      { label: i18n._(msg`Sign-up deadline`), value: formatMoment(signUp.signUpDeadline, locale) },
    ],
    number: signUp.biddingNumber,
  }
}

/** The lot's description for a receipt, which names only the lot's id. */
export type ReceiptLot = Pick<
  RowOf<'lotList'>,
  'lotNo' | 'lotNumber' | 'name' | 'productName' | 'specification' | 'quantity' | 'unit' | 'scheduleName'
>

/** What a receipt is for. */
const ACTS = {
  bid: msg`Bid receipt`,
  'ceiling.set': msg`Receipt: ceiling set`,
  'ceiling.dropped': msg`Receipt: ceiling dropped`,
} as const
const MODES = {
  standing: msg`Always active`,
  linkLoss: msg`Only while the link is lost`,
} as const

/** The ticket of a bid that the room accepted, or of a ceiling that was set or dropped. `lot`: null if its catalogue is not on the device. */
export function bidFace(
  reader: Reader,
  { body }: Receipt,
  lot: ReceiptLot | null,
  { isVoid = false, position = null }: { readonly isVoid?: boolean; readonly position?: number | null } = {},
): TicketFace {
  const { i18n, locale } = reader
  const quantity = lot && parseMilli(lot.quantity)
  const perUnit = parseMinor(body.price)
  const amount = quantity !== null && perUnit !== null ? formatMinor(amountOf(perUnit, quantity)) : null
  const no = lot === null ? position : shownLotNo(lot)
  return {
    ...NOTHING,
    id: `bid-${body.scheduleTimelineId}-${body.seq}`,
    kind: 'bid',
    name: i18n._(ACTS[body.act ?? 'bid']),
    at: body.at,
    title: lot?.name ?? i18n._(msg`Timber of this lot`),
    facts: lot ? [lot.productName, lot.specification].filter(Boolean) : [],
    lines: [
      ...(lot ? [{ label: i18n._(msg`Sale`), value: lot.scheduleName }] : []),
      {
        label: i18n._(msg({ context: 'receipt', message: 'Accepted' })),
        value: `${formatMoment(body.at, locale).replace(/\d\d:\d\d$/, '')}${formatSeconds(body.at)}`,
      },
      ...(body.mode ? [{ label: i18n._(msg`Ceiling`), value: i18n._(MODES[body.mode]) }] : []),
    ],
    lot: no === null ? null : i18n._(msg`Lot ${no}`),
    number: body.biddingNumber,
    isVoid,
    sum: {
      label: amount === null ? i18n._(msg`Price`) : i18n._(msg`Total`),
      value: formatMoney(amount ?? body.price, body.currency),
      of:
        lot && amount !== null
          ? `${price(reader, body.price, body.currency, lot.unit)} × ${many(reader, lot.quantity, lot.unit)}`
          : null,
    },
  }
}

/** The ticket of a lot that was won, under the seal of the hammer; for its seller, of a lot that was sold. */
export function wonFace(reader: Reader, order: RowOf<'orderList'>): TicketFace {
  const { i18n, locale } = reader
  const { side, currency, unit } = order
  const lotNo = shownLotNo(order)
  const isVoid = order.state === 'cancelled'
  return {
    ...NOTHING,
    // A lot whose deal was cancelled may have been sold again.
    id: `won-${order.contractObjectId}-${order.biddingNumber}`,
    kind: 'won',
    name: side === 'buyer' ? i18n._(msg`Won lot`) : i18n._(msg`Sold lot`),
    at: order.at,
    title: order.name,
    facts: [order.species, order.specification, order.tradeClause, order.arrivalPort].filter(Boolean),
    lines: [
      { label: side === 'buyer' ? i18n._(msg`Seller`) : i18n._(msg`Buyer`), value: order.companyName },
      { label: i18n._(msg`Sale`), value: order.scheduleName },
      ...(isVoid ? [] : [{ label: i18n._(msg`Sign by`), value: formatMoment(order.signBy, locale) }]),
    ],
    lot: i18n._(msg`Lot ${lotNo}`),
    number: order.biddingNumber,
    seal: isVoid ? null : i18n._(msg({ context: 'seal', message: 'SOLD' })),
    isVoid,
    sum: {
      label: i18n._(msg`Total`),
      value: formatMoney(order.amount, currency),
      of: `${price(reader, order.price, currency, unit)} × ${many(reader, order.quantity, unit)}`,
    },
  }
}

/** The ticket of a contract. */
export function contractFace({ i18n, locale }: Reader, contract: RowOf<'contractList'>): TicketFace {
  return {
    ...NOTHING,
    id: `contract-${contract.contractId}`,
    kind: 'contract',
    name: i18n._(msg`Timber sale contract`),
    at: contract.createdAt,
    title: contract.contractNo,
    facts: [i18n._(CONTRACT[contract.status].name)],
    lines: [
      { label: i18n._(msg`Buyer`), value: contract.buyerName },
      { label: i18n._(msg`Seller`), value: contract.sellerName },
      { label: i18n._(msg`Lots`), value: groupThousands(contract.lotCount) },
      { label: i18n._(msg`Last change`), value: formatMoment(contract.changedAt, locale) },
    ],
    seal: contract.status === 3 ? i18n._(msg({ context: 'seal', message: 'SIGNED' })) : null,
    isVoid: contract.status === 4,
    sum: { label: i18n._(msg`Total`), value: formatMoney(contract.amount, contract.currency), of: null },
  }
}
