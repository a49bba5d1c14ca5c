import type { AddedLot, PersonCommand, RoomCommand } from '../commands.ts'
import { isPrice, isPriceFor, isQuantity, isWhole } from '../prices.ts'
import type { Lot } from '../lot.ts'
import { own } from '../evolve/edit.ts'
import { LAW, type Rule } from '../rule.ts'
import type { SessionState } from '../state.ts'
import type { Instant } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { alive } from './phase.ts'
import { mayAdmit, mayRun, type Who } from './who.ts'

type Publish = Extract<RoomCommand, { type: 'publish' }>

export function publish(draft: Draft, command: Publish, by: Who): Ruling {
  if (!mayAdmit(by)) return refuse('identity.not_allowed')
  if (draft.state.phase !== 1) return refuse('session.exists')
  const wrong = flawOf(command)
  if (wrong !== null) return wrong
  const { practice, rule, startTime, signUpDeadline, hostCompany, sellers, lots } = command
  const { rulesHash = null } = command
  draft.emit({
    type: 'session.published',
    practice,
    rule,
    rulesHash,
    startTime,
    signUpDeadline,
    hostCompany,
    sellers,
    lots,
  })
  return null
}

/** L9: all of the lots, or none. */
export function addLots(draft: Draft, { lots }: Extract<PersonCommand, { type: 'addLots' }>, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const { state } = draft
  const refusal = alive(state)
  if (refusal !== null) return refusal
  if (state.stage !== 'preparation') return refuse('stage.not_preparation')
  if (lots.length === 0) return refuse('round.no_lots')
  const currencies = new Set([...state.lots].map(({ currency }) => currency))
  for (const [index, lot] of lots.entries()) {
    const isTwice = lots.findIndex((one) => one.lot === lot.lot) < index
    if (isTwice || state.lots.has(lot.lot)) return refuse('lot.already_there')
    if (!isLot(lot)) return refuse('session.catalogue_invalid')
    const seller = own(state.sellers, lot.seller)
    if (seller === undefined) return refuse('lot.seller_not_here')
    if (seller.suspended) return refuse('bidder.suspended')
    if (!currencies.has(lot.currency)) return refuse('lot.currency_not_here')
    const wrongDay = dayRefused(lot.deliveryDate, draft.now)
    if (wrongDay !== null) return wrongDay
  }
  let position = Math.max(...[...state.lots].map((lot) => lot.position))
  for (const lot of lots) draft.emit({ type: 'lot.added', ...lot, position: ++position })
  return null
}

/** S2: a flawed catalogue is refused before it enters the log, since the log cannot be corrected. */
function flawOf({ rule, sellers, lots, startTime, signUpDeadline }: Publish): Ruling {
  const flaw = refuse('session.catalogue_invalid')
  if (
    !isRule(rule) ||
    !Number.isSafeInteger(startTime) ||
    !Number.isSafeInteger(signUpDeadline) ||
    signUpDeadline > startTime
  )
    return flaw
  const codes = new Set(sellers.map((s) => s.seller))
  if (lots.length === 0 || codes.size !== sellers.length || new Set(lots.map((l) => l.lot)).size !== lots.length)
    return flaw
  const bad = lots.find((lot) => !codes.has(lot.seller) || !isLot(lot))
  return bad === undefined ? null : refuse('session.catalogue_invalid', { position: bad.position })
}

/** Setting the key `__proto__` adds no entry to an object, so such an id is refused. */
const isKey = (id: string): boolean => id !== '' && id !== '__proto__'

function isLot(lot: AddedLot): boolean {
  return (
    isKey(lot.lot) &&
    isKey(lot.seller) &&
    isDay(lot.deliveryDate) &&
    isQuantity(lot.quantity) &&
    isWhole(lot, lot.quantity) &&
    isPrice(lot.startPrice) &&
    isPrice(lot.addRange) &&
    isPriceFor(lot.startPrice, lot.quantity) &&
    (lot.reserve === null || isPrice(lot.reserve))
  )
}

/** Whether the text is a day of the calendar: `1999-99-99` and 31 April are not. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text)
}

const BEIJING_MS = 8 * 3_600_000

export const dayInBeijing = (at: Instant): string => new Date(at + BEIJING_MS).toISOString().slice(0, 10)

/** L5: the refusal of a delivery day, judged by today's date in Beijing (China has one time zone); `null`: accepted. */
export function dayRefused(text: string, now: Instant): Ruling {
  if (!isDay(text)) return refuse('lot.delivery_date_required')
  return text < dayInBeijing(now) ? refuse('lot.delivery_date_past') : null
}

/**
 * S8: the lots of a postponed session that are to be delivered before the day on which it starts now, in Beijing. Their
 * sellers must name another day before the lots open.
 */
export function toBeDated(state: SessionState): readonly Lot[] {
  if (state.postponed === null) return []
  const day = dayInBeijing(state.startTime)
  return [...state.lots].filter(({ status, deliveryDate }) => status === 'waiting' && deliveryDate < day)
}

const within = (n: number, least: number, most: number): boolean => Number.isSafeInteger(n) && n >= least && n <= most

export const isRoundSeconds = (seconds: number): boolean => within(seconds, LAW.roundSecondsMin, LAW.roundSecondsMax)
export const isAdjustMinutes = (minutes: number): boolean => within(minutes, LAW.adjustMinutesMin, LAW.adjustMinutesMax)

const DAY_MINUTES = 1_440

export const isAnswerMinutes = (minutes: number): boolean => within(minutes, 1, DAY_MINUTES)

function isRule(rule: Rule): boolean {
  return (
    isRoundSeconds(rule.biddingSeconds) &&
    isRoundSeconds(rule.extensionSeconds) &&
    (rule.hardEndSeconds === null || isRoundSeconds(rule.hardEndSeconds)) &&
    within(rule.negotiationMinutes, 1, DAY_MINUTES) &&
    within(rule.staggerSeconds, 0, LAW.roundSecondsMax) &&
    within(rule.adjustPercent, 0, 100) &&
    within(rule.autoFinishMinutes, 1, DAY_MINUTES) &&
    (rule.confirmMinutes === null || isAnswerMinutes(rule.confirmMinutes))
  )
}
