import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { addCaptcha, takeCaptcha } from '../store/captchas.ts'
import type { Db } from '../store/open.ts'
import { drawCaptcha } from './captcha-picture.ts'

/** Longer than the queue for codes on a crowded network (`QUEUE_MS`). */
export const CAPTCHA_MS = 15 * 60_000

export interface Captcha {
  readonly uuid: string
  /** A PNG as a data URL. */
  readonly img: string
}

/** Captchas make it expensive to request codes by the thousand. Rate limits, not captchas, protect against guessing. */
export interface Captchas {
  issue(now: Instant): Promise<Captcha>
  /** Numbers of which the largest is the answer. */
  question(now: Instant): Promise<{ readonly uuid: string; readonly numbers: readonly number[] }>
  /** Uses the captcha up, whether the text is right or wrong. */
  passes(uuid: string, text: string, now: Instant): Promise<boolean>
}

/** Characters without look-alikes. */
export const CAPTCHA_LETTERS = 'ACDEFHJKLMNPRTUWXY3479'
export const CAPTCHA_LENGTH = 4

/** Three different numbers, of two or three digits. */
const ASKED = 3
const LEAST = 10
const MOST = 999

export function openCaptchas(db: Db, newId: () => string): Captchas {
  async function keep(text: string, now: Instant): Promise<string> {
    const uuid = newId()
    await addCaptcha(db, { id: uuid, textHash: captchaHash(uuid, text), expiresAt: later(now, CAPTCHA_MS) })
    return uuid
  }
  return {
    async issue(now) {
      const text = Array.from(
        { length: CAPTCHA_LENGTH },
        () => CAPTCHA_LETTERS[randomInt(CAPTCHA_LETTERS.length)],
      ).join('')
      const uuid = await keep(text, now)
      return { uuid, img: `data:image/png;base64,${(await drawCaptcha(text)).toString('base64')}` }
    },
    async question(now) {
      const numbers = new Set<number>()
      while (numbers.size < ASKED) numbers.add(randomInt(LEAST, MOST + 1))
      return { uuid: await keep(String(Math.max(...numbers)), now), numbers: [...numbers] }
    },
    async passes(uuid, text, now) {
      const hash = await takeCaptcha(db, uuid, now)
      return hash !== null && isSame(hash, captchaHash(uuid, text))
    },
  }
}

/** Keyed by the captcha's id, so that equal texts have different hashes. Case and blanks are ignored. */
export const captchaHash = (uuid: string, text: string): string =>
  createHmac('sha256', uuid).update(text.replaceAll(/\s/g, '').toUpperCase()).digest('hex')
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
