import type { FastifyReply } from 'fastify'
import type { Caller } from '../auth/caller.ts'
import type { About } from './route.ts'

/** The line in which a call's work waits: its company's, the account's without one, a visitor's address. */
export const workLineOf = (who: Caller | null, { address }: Pick<About, 'address'>): string =>
  who?.person.companyId ?? who?.person.id ?? address

/** Aborted when the connection closes before the answer is sent. */
export function leftSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  return left.signal
}
