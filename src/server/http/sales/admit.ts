import { LOCALES } from '../../../contract/constants.ts'
import type { Verdict } from '../../../contract/verdict.ts'
import type { By, Standing } from '../../../domain/commands.ts'
import type { BiddingNumber, CompanyId } from '../../../domain/lot.ts'
import { later, type Instant } from '../../../domain/units.ts'
import type { Pins } from '../../auth/pins.ts'
import { personOf } from '../../auth/tokens.ts'
import type { Rooms } from '../../ports.ts'
import { giveAfterClosing } from '../../room/give-after-closing.ts'
import { translator } from '../../i18n.ts'
import { tell } from '../../notify/tell.ts'
import { accountById } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { putMails } from '../../store/outbox.ts'
import { dropRegistration, findRegistration, keepBiddingNumber, lockRegistration } from '../../store/registrations.ts'
import { findSession } from '../../store/schedules.ts'
import { standingOf } from '../sale-sign-up/sign-up.ts'
import { assignMissed, withShares } from '../sale-sign-up/shares.ts'
import { signerUp } from '../venue/signer-up.ts'

const texts = {
  subject: /*i18n*/ { id: 'admitted.subject', message: 'Admitted to “{sale}” with number {number}' },
  mail: /*i18n*/ {
    id: 'admitted.mail',
    message:
      'Your company is admitted to “{sale}”. Its bidding number is {number}.\n\nAdmission PIN: {pin}\n\nIf you cannot get into the room, call the host or the operator: with this PIN they bid for you. Tell it to no one else. You can get a new one in your user center, under bidding sign-up.',
  },
  sms: /*i18n*/ {
    id: 'admitted.sms',
    message: 'Timber Sale Room: admitted with number {number}. PIN {pin}: by it the host bids for you when you call.',
  },
} as const

/** How long the PIN stays in the outbox: enough to be delivered, not longer than needed. */
const SECRET_MS = 24 * 3_600_000

interface Admitted {
  readonly standing: Standing
  /** Sends number and PIN to the person who signed the company up. */
  tell(number: BiddingNumber, pin: string, at: Instant): Promise<void>
}

interface AdmitNeeds {
  readonly db: Db
  readonly rooms: Rooms
  readonly pins: Pins
  readonly outboxFilled: () => void
}

/**
 * Admits a company that signed up, and sends number and PIN to the person who signed it up. `null`: it has not signed
 * up.
 */
export async function admitAndTell(
  { db, rooms, pins, outboxFilled }: AdmitNeeds,
  timelineId: string,
  company: CompanyId,
  by: By,
  at: Instant,
): Promise<Verdict | null> {
  const asked = await admitted(db, timelineId, company)
  if (!asked) return null
  // Decided late, in a sale that runs already: it gets the share that others leave of a deposit with the platform.
  const late = (await rooms.state(timelineId))?.phase === 4
  const verdict = await db.transaction(async (tx) => {
    if (!(await lockRegistration(tx, timelineId, company))) return null
    return withShares({ db, rooms }, timelineId, late ? [company] : [], ([carried]) => {
      const standing = { ...asked.standing, limits: { ...asked.standing.limits, ...carried?.left } }
      return giveAfterClosing(rooms, timelineId, { type: 'admit', standing }, by, at)
    })
  })
  if (verdict === null) return null
  const number = Object.values((await rooms.state(timelineId))?.bidders ?? {}).find(
    (b) => b.company === company,
  )?.number
  if (verdict.verdict !== 'accepted' || number === undefined) return verdict
  if (!late && by.account !== null)
    await assignMissed({ db, rooms }, timelineId, (one) => one === company, { account: by.account, at })
  await keepBiddingNumber(db, timelineId, company, number)
  await asked.tell(number, await pins.renew(timelineId, company, at), at)
  outboxFilled()
  return verdict
}

/**
 * Declines an application that waits (A7), and tells its company why. The row's lock keeps an admission out meanwhile.
 * `null`: none waits.
 */
export async function declineAndTell(
  { db, rooms }: Pick<AdmitNeeds, 'db' | 'rooms'>,
  timelineId: string,
  company: CompanyId,
  reason: string,
  at: Instant,
): Promise<'declined' | 'admitted' | null> {
  return db.transaction(async (tx) => {
    const applied = await lockRegistration(tx, timelineId, company)
    if (!applied) return null
    const state = await rooms.current(timelineId)
    if (Object.values(state?.bidders ?? {}).some((one) => one.company === company)) return 'admitted'
    await dropRegistration(tx, timelineId, company)
    const notice = {
      facts: { kind: 'standingLost', sale: timelineId, reason, declined: true },
      cause: `declined:${timelineId}:${company}:${applied.createdAt}`,
      to: [{ company }],
    } as const
    await tell(tx, [notice], at)
    return 'declined'
  })
}

/** A company that signed up, with the facts that the law asks for; `null`: it has not signed up. */
export async function admitted(db: Db, timelineId: string, company: CompanyId): Promise<Admitted | null> {
  const [registration, session] = await Promise.all([
    findRegistration(db, timelineId, company),
    findSession(db, timelineId),
  ])
  const member = registration && (await accountById(db, registration.accountId))
  if (!member || !session) return null
  return {
    standing: {
      ...(await standingOf(db, personOf(member.account), company, session.timeline)),
      appliedAt: registration.createdAt,
    },
    async tell(number, pin, at) {
      const to = await signerUp(db, timelineId, company)
      if (to === null) return
      const { nameZh, nameEn } = session.schedule
      const inEach = (part: 'subject' | 'mail' | 'sms', between: string) =>
        LOCALES.map((locale) =>
          translator(locale)(texts[part], { number, pin, sale: locale === 'zh' ? nameZh : nameEn }),
        ).join(between)
      const body = to.channel === 'mail' ? inEach('mail', '\n\n———\n\n') : inEach('sms', ' ')
      const id = `admitted:${timelineId}:${company}:${at}`
      await putMails(
        db,
        [{ id, ...to, subject: inEach('subject', ' · '), body, secretUntil: later(at, SECRET_MS) }],
        at,
      )
    },
  }
}
