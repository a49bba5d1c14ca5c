import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { HOLIDAYS, WEEKEND, type Holiday } from '../../../domain/trade/working-days.ts'

/** Names of the published holidays. */
export const HOLIDAY: Readonly<Record<Holiday, MessageDescriptor>> = {
  newYear: msg`New Year`,
  springFestival: msg`Spring Festival`,
  qingming: msg`Qingming Festival`,
  labour: msg`Labour Day`,
  dragonBoat: msg`Dragon Boat Festival`,
  midAutumn: msg`Mid-Autumn Festival`,
  national: msg`National Day`,
}
const WEEKEND_NAME = msg`weekend`

/** Why a day is off: the name of a holiday or of the weekend, or else the operator's own words. */
export function dayOffName(reason: string): MessageDescriptor | string {
  if (reason === WEEKEND) return WEEKEND_NAME
  const holiday = HOLIDAYS.find((one) => one === reason)
  return holiday ? HOLIDAY[holiday] : reason
}
