import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE } from '../../contract/codes.ts'
import type { Locale } from '../../contract/constants.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { fail, refuse } from '../failure.ts'
import type { Failure } from '../failure.ts'
import { addCode, allSentSince, attemptCode, lockBudget, lockTarget, sentSince, useCode } from '../store/codes.ts'
import type { Code } from '../store/codes.ts'
import type { Db } from '../store/open.ts'
import { putMails } from '../store/outbox.ts'
import { codeMessage } from './code-message.ts'
import type { CodeText } from './code-message.ts'
import { BUDGET } from './message-budget.ts'
import type { MessageBudget } from './message-budget.ts'

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
/** The code in question, and the typed text. */
export interface Guess extends Pick<Order, 'purpose' | 'target' | 'at'> {
  readonly codeId: string
  readonly code: string
}

/**
 * Codes by mail and short message: six digits, valid for ten minutes and five attempts by their requester. Sending does
 * not reveal whether an address has an account: a code is made in any case and a message is sent, with an explanation
 * in place of a useless code.
 */
export interface Codes {
  send(order: Order): Promise<SentCode | Failure>
  /** `null`: the code is right. It stays valid until it is used, but each check counts as an attempt. */
  check(guess: Guess): Promise<Failure | null>
  /** Uses a right code up; `false`: a concurrent call used it first. */
  use(db: Db, guess: Guess): Promise<boolean>
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
    async send({ purpose, channel, target, text, known, locale, at }) {
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
        await addCode(tx, {
          id: codeId,
          known,
          purpose,
          channel,
          target,
          codeHash: hashOf(codeId, code),
          createdAt: at,
          expiresAt,
        })
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
      const hash = await attemptCode(db, { id: codeId, ...which }, CODES.guesses, at)
      if (hash === null) return refuse('code.spent')
      return isSame(hash, hashOf(codeId, code)) ? null : refuse('code.wrong')
    },

    use: (tx, { codeId, purpose, target, at }) => useCode(tx, { id: codeId, purpose, target }, at),
  }
}

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
