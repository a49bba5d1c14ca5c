import { randomInt } from 'node:crypto'
import type { CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { refuse } from '../failure.ts'
import type { Failure } from '../failure.ts'
import type { Db } from '../store/open.ts'
import { clearFailures, keepPin, pinFailures, tryPin } from '../store/pins.ts'
import type { Passwords } from './password.ts'

export const PIN_TRIES = 5

/** Admission PINs: six digits that a bidder tells host or operator on the telephone, so that they bid for it. */
export interface Pins {
  /** Makes a new PIN, which is shown only this once. */
  renew(timelineId: string, companyId: CompanyId, at: Instant): Promise<string>
  /** `null`: the PIN is right. */
  check(timelineId: string, companyId: CompanyId, pin: string): Promise<Failure | null>
}

export const openPins = (db: Db, passwords: Passwords): Pins => ({
  async renew(timelineId, companyId, at) {
    const pin = String(randomInt(1_000_000)).padStart(6, '0')
    await keepPin(db, timelineId, companyId, await passwords.hash(pin, 'known'), at)
    return pin
  },

  async check(timelineId, companyId, pin) {
    const tried = await tryPin(db, timelineId, companyId, PIN_TRIES)
    if (tried === null)
      return refuse((await pinFailures(db, [timelineId], [companyId])).size > 0 ? 'pin.locked' : 'pin.none')
    if (!(await passwords.fits(pin, tried.pinHash, 'known')))
      return tried.failures < PIN_TRIES
        ? refuse('pin.wrong', { tries: PIN_TRIES - tried.failures })
        : refuse('pin.locked')
    await clearFailures(db, timelineId, companyId, tried.pinHash)
    return null
  },
})
