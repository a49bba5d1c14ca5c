import type { FastifyInstance } from 'fastify'
import type { Clock } from '../ports.ts'

interface Needs {
  /** `mailto:` or `https:`; `null`: the file is not there. */
  readonly contact: string | null
  readonly publicUrls: readonly string[]
  readonly clock: Clock
}

export const SECURITY_TXT = '/.well-known/security.txt'
/** RFC 9116 recommends less than a year. */
const GOOD_MS = 180 * 24 * 3_600_000

/** Where weaknesses of this installation are reported (RFC 9116). */
export function serveSecurityTxt(app: FastifyInstance, { contact, publicUrls, clock }: Needs): void {
  if (contact === null) return
  const [home] = publicUrls
  app.get(SECURITY_TXT, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${contact}`,
          `Expires: ${new Date(clock.now() + GOOD_MS).toISOString()}`,
          'Preferred-Languages: zh, en',
          ...(home === undefined ? [] : [`Canonical: ${home}${SECURITY_TXT}`]),
          '',
        ].join('\n'),
      ),
  )
}
