import type * as calls from '../../../contract/calls/index.ts'
import { CODE } from '../../../contract/codes.ts'
import type { ContractActor } from '../../../domain/trade/contract.ts'
import type { Person } from '../../auth/caller.ts'
import { may, VERIFY_CONTRACTS } from '../../auth/permissions.ts'
import type { Db } from '../../store/open.ts'
import { recordPayment } from '../../trade/payments.ts'
import { done, fail, missing } from '../answer.ts'
import type { Answer } from '../answer.ts'
import { lineRefused } from '../bank-lines.ts'
import type { CallInput } from '../route.ts'

type Rights = Pick<Person, 'id' | 'companyId' | 'roles' | 'permissions' | 'status'>

export const actorOf = (person: Rights): ContractActor => ({
  account: person.id,
  company: person.companyId,
  platform: may(person, VERIFY_CONTRACTS),
})

interface Recording extends Pick<CallInput<typeof calls.paymentRecord>, 'body' | 'at' | 'onceKey' | 'locale'> {
  readonly person: Rights
  /** Bl5: further names of the bank's line. */
  readonly names: readonly string[]
}

/** Records an entry of a contract's payments. */
export const recordsPayments =
  ({ db }: { readonly db: Db }) =>
  async ({ body, at, onceKey, locale, person, names }: Recording): Promise<Answer<typeof calls.paymentRecord>> => {
    const { contractId: id, ...recording } = body
    const recorded = await recordPayment(db, { ...recording, names, id, actor: actorOf(person), onceKey, at })
    if (recorded === 'done') return done
    if (recorded === 'missing') return missing()
    if (recorded.reason === 'line') return lineRefused(db, recorded.line, locale)
    const quoted = 'currency' in recorded ? { currency: recorded.currency } : {}
    return fail(CODE.refused, recorded.reason, { quoted })
  }
