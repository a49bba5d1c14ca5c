import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE } from '../../contract/codes.ts'
import type { Locale } from '../../contract/constants.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { fail, refuse } from '../failure.ts'
import type { Failure } from '../failure.ts'
import {
  addCode,
  allSentSince,
  attemptCodes,
  lockBudget,
  lockTarget,
  openCodesOf,
  sentSince,
  spendCodes,
} from '../store/codes.ts'
import type { Code, OpenCode } from '../store/codes.ts'
import type { Db } from '../store/open.ts'
import { putMails } from '../store/outbox.ts'
import { codeMessage } from './code-message.ts'
import type { CodeText } from './code-message.ts'
import { deviceHash } from './device.ts'
import { BUDGET } from './message-budget.ts'
import type { MessageBudget } from './message-budget.ts'
import { networkOf } from './network.ts'
import type { Origin } from './throttle.ts'

export const CODES = {
  lifeMs: 10 * 60_000,
  resendMs: 60_000,
  guesses: 5,
  /** Per number or address and purpose. */
  perDay: { register: 5, recovery: 10, proof: 5 },
  /** Further codes a day for a device that signed in to the account before: unknown callers cannot use them up. */
  reserve: 5,
  dayMs: 24 * 3_600_000,
} as const

export interface Order {
  readonly purpose: Code['purpose']
  readonly channel: Code['channel']
  /** Phone (E.164) or mail address. */
  readonly target: string
  readonly text: CodeText
  /** The requesting device has signed in to this account before. */
  readonly known: boolean
  /** The requesting device, see `requesterOf`. */
  readonly requester: string
  readonly locale: Locale
  readonly at: Instant
}
export interface SentCode {
  readonly kind: 'sent'
  readonly codeId: string
  readonly resendAfter: number
  readonly expires_in: number
  readonly demoCode: string | null
}
/** The code that the device requested last, and the typed text, which may be of an earlier message. */
export interface Guess extends Pick<Order, 'purpose' | 'target' | 'at'> {
  readonly codeId: string
  readonly code: string
}

/**
 * Codes by mail and short message: six digits, valid for ten minutes and five guesses. Sending does not reveal whether
 * an address has an account: a code is made in any case and a message is sent, with an explanation in place of a useless
 * code.
 *
 * Messages arrive late and out of order, so a guess names the code that its device requested last, and fits any open
 * code that this device has for the target and purpose. That does not make guessing easier than one code a guess: a
 * guess counts at every code that it is compared with, so each code is still compared with five guesses at most, and
 * n codes a day are hit with a chance of 5 n in a million, as before. It makes it harder: a new code takes over the
 * guesses at the open ones, so two codes under way have five guesses together, not ten. The code's id is random and
 * known to its requester only, so other devices neither compare with these codes nor use their guesses up.
 */
export interface Codes {
  send(order: Order): Promise<SentCode | Failure>
  /** `null`: the code is right. It stays valid until it is used, but each check counts as a guess. */
  check(guess: Guess): Promise<Failure | null>
  /** Uses a right code up, with all others of its requester; `false`: a concurrent call used it first. */
  use(db: Db, guess: Guess): Promise<boolean>
  /** The failure of a wrong code, for a right one that must not be told from it. */
  wrong(guess: Guess): Promise<Failure>
}

interface CodesNeeds {
  readonly db: Db
  readonly newId: () => string
  /** The demo world, without a message provider, shows codes on screen. */
  readonly shown: boolean
  /** Called when a message waits to be sent. */
  readonly put: () => void
  readonly budget: MessageBudget
}

export function openCodes({ db, newId, shown, put, budget }: CodesNeeds): Codes {
  return {
    async send({ purpose, channel, target, text, known, requester, locale, at }) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const codeId = newId()
      const expiresAt = later(at, CODES.lifeMs)
      const refused = await db.transaction(async (tx) => {
        await lockTarget(tx, target)
        const since = later(at, -CODES.dayMs)
        // Purposes are counted apart, and so are devices that know the account and unknown callers: neither uses up the
        // other's codes.
        const most = known ? CODES.reserve : CODES.perDay[purpose]
        const tooMany = tooManyOf(await sentSince(tx, { target, purpose, known }, since), most, at)
        if (tooMany) return tooMany
        await lockBudget(tx)
        const spent = budget.spend(await allSentSince(tx, later(at, -BUDGET.hourMs)), known, at)
        if (spent) return spent
        const codeHash = hashOf(codeId, code)
        const row = { id: codeId, known, purpose, channel, target, requester, codeHash, createdAt: at, expiresAt }
        await addCode(tx, row, CODES.guesses)
        await putMails(
          tx,
          [
            {
              id: newId(),
              channel,
              recipient: target,
              secretUntil: expiresAt,
              ...codeMessage(text, channel, code, locale),
            },
          ],
          at,
        )
        return null
      })
      if (refused) return refused
      put()
      return {
        kind: 'sent',
        codeId,
        resendAfter: CODES.resendMs / 1000,
        expires_in: CODES.lifeMs / 1000,
        demoCode: shown ? code : null,
      }
    },

    async check({ codeId, code, at, ...which }) {
      const open = await db.transaction(async (tx) => {
        await lockTarget(tx, which.target)
        return attemptCodes(tx, { id: codeId, ...which }, CODES.guesses, at)
      })
      if (open.length === 0) return refuse('code.spent')
      return open.some((one) => isCode(one, code)) ? null : wrongAmong(open)
    },

    use: (outer, { codeId, code, at, ...which }) =>
      outer.transaction(async (tx) => {
        await lockTarget(tx, which.target)
        const open = await openCodesOf(tx, { id: codeId, ...which }, at)
        if (!open.some((one) => isCode(one, code))) return false
        await spendCodes(
          tx,
          open.map(({ id }) => id),
          at,
        )
        return true
      }),

    wrong: async ({ codeId, at, ...which }) => wrongAmong(await openCodesOf(db, { id: codeId, ...which }, at)),
  }
}

/**
 * Identifies the device that requests a code: by its secret, else by its network and browser. Two browsers of one kind
 * behind one address share it, as long as neither has signed in: they then share five guesses at one target.
 */
export const requesterOf = (from: Origin, agent: string): string =>
  from.secret === null
    ? `agent ${createHash('sha256')
        .update(`${networkOf(from.address).nearest}\n${agent}`)
        .digest('hex')}`
    : `device ${deviceHash(from.secret)}`

/** Says when the newest code was sent: the typed one may be of an older message. */
const wrongAmong = (open: readonly OpenCode[]): Failure =>
  open.length === 0
    ? refuse('code.wrong')
    : refuse('code.wrong', { sentAt: Math.max(...open.map(({ createdAt }) => createdAt)) })

function tooManyOf(sent: readonly Instant[], perDay: number, at: Instant): Failure | null {
  const last = sent.at(-1)
  const pause = last === undefined ? 0 : last + CODES.resendMs - at
  if (pause > 0) {
    const seconds = Math.ceil(pause / 1000)
    return fail(CODE.refused, 'code.too_soon', { numbers: { seconds }, retryAfter: seconds })
  }
  const [first] = sent.slice(-perDay)
  if (first === undefined || sent.length < perDay) return null
  return fail(CODE.tooMany, 'code.too_many', { retryAfter: Math.ceil((first + CODES.dayMs - at) / 1000) })
}

/** Keyed by the code's id, so that equal codes have different hashes. */
const hashOf = (id: string, code: string): string => createHmac('sha256', id).update(code).digest('hex')
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
const isCode = ({ id, codeHash }: OpenCode, typed: string): boolean => isSame(codeHash, hashOf(id, typed))
