import type { FastifyInstance } from 'fastify'
import { ALWAYS_TOLD, NOTICE_KINDS } from '../../../domain/notify/notice.ts'
import { SETTINGS_PATH } from '../../notify/mail.ts'
import { UNSUBSCRIBE_PATH } from '../../notify/unsubscribe.ts'
import type { Unsubscribe } from '../../notify/unsubscribe.ts'
import { declineMails } from '../../store/notifications.ts'
import type { Db } from '../../store/open.ts'

const DECLINED = NOTICE_KINDS.filter((kind) => !ALWAYS_TOLD.has(kind)).map((kind) => `mail:${kind}`)

/**
 * What mail programs send when a person presses “unsubscribe” (RFC 8058): all mails that may be declined are off, no
 * sign-in asked for. A person who follows the address chooses among the settings: a mere look declines nothing.
 */
export function serveUnsubscribe(
  app: FastifyInstance,
  { db, unsubscribe }: { readonly db: Db; readonly unsubscribe: Unsubscribe },
): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 1_000 },
    (_request, _body, done) => done(null, null),
  )
  app.get(UNSUBSCRIBE_PATH, (_request, reply) => reply.redirect(SETTINGS_PATH, 303))
  app.post<{ Querystring: Record<string, unknown> }>(UNSUBSCRIBE_PATH, async ({ query }, reply) => {
    const account = unsubscribe.accountIn(query)
    const plain = reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
    if (account === null) return plain.code(404).send('no such address\n')
    await declineMails(db, account, DECLINED)
    return plain.send('declined\n')
  })
}
