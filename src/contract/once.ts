import * as z from 'zod'

/** The value of `ONCE_HEADER`: of the sender's own making. */
export const OnceKey = z.string().regex(/^[\w-]{16,64}$/)
