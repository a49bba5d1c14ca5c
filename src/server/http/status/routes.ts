import type { FastifyInstance } from 'fastify'
import { translator } from '../../i18n.ts'
import type { Clock } from '../../ports.ts'
import type { Health } from '../health.ts'
import { pageLocaleOf } from '../language.ts'
import { statusPage } from './page.ts'
import { statusOf } from './status.ts'

interface StatusNeeds extends Health {
  readonly sends: boolean
  readonly clock: Clock
  readonly version: string
}

/** Only the page's own files, which the app's folder holds. */
const POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'"

/** `/status`: the page for a visitor who wonders whether the fault is theirs. It stands while the database is away. */
export function serveStatus(app: FastifyInstance, { clock, version, ...sources }: StatusNeeds): void {
  app.get('/status', async (request, reply) => {
    const locale = pageLocaleOf(request)
    const parts = await statusOf(sources)
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': `${POLICY}; frame-ancestors 'none'; base-uri 'none'`,
      })
      .send(statusPage({ parts, locale, translate: translator(locale), now: clock.now(), version }))
  })
}
