import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { create } from 'svg-captcha'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { addCaptcha, takeCaptcha } from '../store/captchas.ts'
import type { Db } from '../store/open.ts'

export const CAPTCHA_MS = 5 * 60_000

export interface Captcha {
  readonly uuid: string
  /** SVG as a data URL. */
  readonly img: string
}

/**
 * Image codes: they make it dear to have codes sent by the thousand. What holds against guessing are the limits, not
 * they.
 */
export interface Captchas {
  issue(now: Instant): Promise<Captcha>
  /** Uses it up, right or wrong. */
  passes(uuid: string, text: string, now: Instant): Promise<boolean>
}

/** Without those that look like one another. */
export const CAPTCHA_LETTERS = 'ACDEFHJKLMNPRTUWXY3479'
export const CAPTCHA_LENGTH = 4

export function openCaptchas(db: Db, newId: () => string): Captchas {
  return {
    async issue(now) {
      const text = Array.from(
        { length: CAPTCHA_LENGTH },
        () => CAPTCHA_LETTERS[randomInt(CAPTCHA_LETTERS.length)],
      ).join('')
      const uuid = newId()
      await addCaptcha(db, { id: uuid, textHash: captchaHash(uuid, text), expiresAt: later(now, CAPTCHA_MS) })
      return { uuid, img: `data:image/svg+xml;base64,${Buffer.from(drawCaptcha(text)).toString('base64')}` }
    },
    async passes(uuid, text, now) {
      const hash = await takeCaptcha(db, uuid, now)
      return hash !== null && isSame(hash, captchaHash(uuid, text))
    },
  }
}

/** Bound to its id, so that equal texts look different where they are stored. Letters of any case are right. */
export const captchaHash = (uuid: string, text: string): string =>
  createHmac('sha256', uuid).update(text.replaceAll(/\s/g, '').toUpperCase()).digest('hex')
const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))

const PLACE = { width: 40, height: 56 } as const
const MARGIN = 8
const PAPER = '#f4efe6'

/**
 * One letter after the other, each turned a little, with lines through all of them. The library would choose letters by
 * `Math.random`; so it draws one at a time.
 */
function drawCaptcha(text: string): string {
  const width = PLACE.width * text.length + 2 * MARGIN
  const look = { size: 1, color: false, noise: 0, fontSize: 58, height: PLACE.height }
  const letters = Array.from(text, (letter, index) => {
    const x = MARGIN + PLACE.width * index
    const turned = `rotate(${randomInt(-18, 19)} ${x + PLACE.width / 2} ${PLACE.height / 2})`
    return `<g transform="${turned}">${placed(create({ ...look, charPreset: letter, width: PLACE.width }).data, x)}</g>`
  })
  const lines = placed(create({ ...look, charPreset: ' ', width, noise: 3 }).data, 0)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${PLACE.height}" viewBox="0 0 ${width} ${PLACE.height}">` +
    `<rect width="100%" height="100%" fill="${PAPER}"/>${letters.join('')}${lines}</svg>`
  )
}

const placed = (svg: string, x: number): string => svg.replace('<svg ', `<svg x="${x}" overflow="visible" `)
