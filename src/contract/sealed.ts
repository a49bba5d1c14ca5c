import * as z from 'zod'
import { Text } from './scalars.ts'

/** An uncompressed P-256 point, base64url. */
export const PasswordKey = z.string().regex(/^[\w-]{87}$/)

/**
 * A password sealed on the device to the installation's key while its signature waits for a link: ephemeral key, nonce,
 * `SealedPassword` as JSON under AES-256-GCM, and tag; base64url.
 */
const Sealed = z.strictObject({ sealed: z.string().regex(/^v1\.[\w-]{87}\.[\w-]{40,1000}$/) })

/** The password of a signature: plain, or sealed at the press for that signature alone. */
export const SigningPassword = z.union([Text.min(1).max(200), Sealed])
export type SigningPassword = z.infer<typeof SigningPassword>

/** The sealed content, as JSON: the password, and the time of the press by the device's clock (ms since 1970). */
export const SealedPassword = z
  .string()
  .transform((text, ctx): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue({ code: 'custom' })
      return z.NEVER
    }
  })
  .pipe(z.tuple([Text.min(1).max(200), z.int().min(0).max(8.64e15)]))
