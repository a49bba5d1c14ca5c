import * as z from 'zod'

/** The value of `ONCE_HEADER`: an id made by the sender. */
export const OnceKey = z.string().regex(/^[\w-]{16,64}$/)
