import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { later } from '../../../src/domain/units.ts'
import type { Clock } from '../../../src/server/ports.ts'
import { CAPTCHA_LENGTH, CAPTCHA_LETTERS, CAPTCHA_MS, captchaHash } from '../../../src/server/auth/captcha.ts'
import { addCaptcha } from '../../../src/server/store/captchas.ts'
import { captcha } from '../../../src/server/store/schema.ts'
import type { Db } from '../../../src/server/store/open.ts'

/** The text of a captcha: found by trying all texts against the stored hash. */
export async function readCaptcha(db: Db, uuid: string): Promise<string> {
  const [row] = await db.select().from(captcha).where(eq(captcha.id, uuid))
  for (const text of texts('', CAPTCHA_LENGTH)) if (captchaHash(uuid, text) === row?.textHash) return text
  throw new Error(`no text fits the image code ${uuid}`)
}

function* texts(begun: string, more: number): Generator<string> {
  if (more === 0) yield begun
  else for (const letter of CAPTCHA_LETTERS) yield* texts(begun + letter, more - 1)
}

/** A captcha with a known text; finding the text of another one takes a second. */
export async function solved({
  store: { db },
  clock,
}: {
  readonly store: { readonly db: Db }
  readonly clock: Clock
}): Promise<{ uuid: string; inputCodeText: string }> {
  const [uuid, inputCodeText] = [randomUUID(), 'TEAK']
  await addCaptcha(db, {
    id: uuid,
    textHash: captchaHash(uuid, inputCodeText),
    expiresAt: later(clock.now(), CAPTCHA_MS),
  })
  return { uuid, inputCodeText }
}
