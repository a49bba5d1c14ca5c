import * as z from 'zod'
import { HOLD_STAGES, KEEP_RULES } from '../domain/deposit-hold.ts'
import { Money, Time } from './scalars.ts'

/** How a hold of a deposit stands, for its company and the operator. */
export const DepositHold = z.object({
  /** `null`: a hold of a release before; it had no notice. */ rule: z.enum(KEEP_RULES).nullable(),
  stage: z.enum(HOLD_STAGES),
  /** Still held. */ left: Money,
  /** The company may object until then. */ until: Time,
  objection: z
    .object({
      text: z.string(),
      at: Time,
      answer: z.object({ answer: z.enum(['upheld', 'rejected']), reason: z.string(), at: Time }).nullable(),
    })
    .nullable(),
})
