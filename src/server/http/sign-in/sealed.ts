import type * as z from 'zod'
import type { SigningPassword } from '../../../contract/sealed.ts'
import { SealedPassword } from '../../../contract/sealed.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Envelopes } from '../../secrets/envelopes.ts'

/** A signature that waited longer on its device needs the password again. */
const OPENS_MS = 7 * 24 * 3_600_000

interface Opened {
  readonly password: string
  /** Time of the press by the device's clock, for the evidence; null: the password was sent unsealed. */
  readonly pressedAt: string | null
}

/** The password of a signature. Null: it was sealed for another signature, for a deleted key, or too long ago. */
export function openPassword(
  envelopes: Pick<Envelopes, 'open'>,
  given: z.output<typeof SigningPassword>,
  about: string,
  now: Instant,
): Opened | null {
  if (typeof given === 'string') return { password: given, pressedAt: null }
  const text = envelopes.open(given.sealed, about)
  const parsed = SealedPassword.safeParse(text)
  if (!parsed.success) return null
  const [password, pressed] = parsed.data
  // The device's clock may be fast: a press in the future counts as now.
  return now - pressed > OPENS_MS ? null : { password, pressedAt: new Date(Math.min(pressed, now)).toISOString() }
}
