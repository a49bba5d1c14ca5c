import * as z from 'zod'

/** What `ONCE_HEADER` holds: of the sender's own making. */
export const OnceKey = z.string().regex(/^[\w-]{16,64}$/)
