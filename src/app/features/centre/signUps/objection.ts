import * as z from 'zod'
import type { FormText } from '../../../../contract/people.ts'
import { OBJECTION_MOST } from '../../../../domain/deposit-hold.ts'
import { resolved } from '../../../boot/deferred.ts'

const says = (message: FormText) => ({ message })

/** Validates an objection as typed. */
export const OBJECTION_RULES = resolved(
  z.object({ text: z.string().trim().min(1, says('required')).max(OBJECTION_MOST, says('tooLong')) }),
)
