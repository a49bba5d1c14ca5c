import * as z from 'zod'
import { call } from '../call.ts'
import { Id, Time } from '../scalars.ts'
import { Password } from './auth.ts'
import { wire } from '../wire.ts'

/** Sign-ins of an account, and signing devices out. */

export const deviceList = call({
  ...wire.deviceList,
  about: 'Where one is signed in, this device first, then the one seen last.',
  rows: z.object({
    deviceId: Id,
    /** The browser's own name; null: not given. */ browser: z.string().nullable(),
    system: z.string().nullable(),
    /** IPv4 without its last number, IPv6 by its /64; null: unknown. */ network: z.string().nullable(),
    /** The request came from the server’s own machine. */ local: z.boolean(),
    signedInAt: Time,
    lastSeenAt: Time,
    current: z.boolean(),
    /** Signed in at the entrance of one session, and valid only there. */ roomOnly: z.boolean(),
  }),
})
export const deviceEnd = call({
  ...wire.deviceEnd,
  about: 'Signs one device out: its sign-in, and all that came from it. The password is asked again.',
  body: z.strictObject({ deviceId: Id, password: Password }),
})
export const deviceEndOthers = call({
  ...wire.deviceEndOthers,
  about: 'Signs all other devices out. The password is asked again.',
  body: z.strictObject({ password: Password }),
})
