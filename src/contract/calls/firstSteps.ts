import * as z from 'zod'
import { call } from '../call.ts'
import { wire } from '../wire.ts'

/** The steps from an empty installation to its first published session, in this order. */
export const FIRST_STEPS = ['settings', 'host', 'seller', 'schedule', 'session', 'lots', 'published'] as const

export const firstSteps = call({
  ...wire.firstSteps,
  about:
    'What is left on the way to the first published session: settings that only the operator knows, an account that hosts, a certified seller, a schedule, a session, accepted lots, the publication. Any of the permissions `sale:session:read`, `system:settings:edit`, `user:role:edit`, `user:certification:review`.',
  data: z.object({ steps: z.array(z.object({ step: z.enum(FIRST_STEPS), done: z.boolean() })) }),
})
