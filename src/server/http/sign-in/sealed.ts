import type * as z from 'zod'
import type { SigningPassword } from '../../../contract/sealed.ts'
import { SealedPassword } from '../../../contract/sealed.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Envelopes } from '../../secrets/envelopes.ts'

/** A signature that waited longer on its device is asked for anew. */
const OPENS_MS = 7 * 24 * 3_600_000

interface Opened {
  readonly password: string
  /** By the device's clock, for the evidence; null: it was sent as it was typed. */
  readonly pressedAt: string | null
}

/** The password of a signature. Null: it was sealed for another signature, for a key that is gone, or too long ago. */
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
  // The clock of a device may be wrong: a press to come counts as now.
  return now - pressed > OPENS_MS ? null : { password, pressedAt: new Date(Math.min(pressed, now)).toISOString() }
}
