import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify'

type Logger = NonNullable<Exclude<FastifyServerOptions['logger'], boolean>>

/** Tokens never enter the log: only these parts of a request are logged, and its address without the query. */
export const loggerOptions = (level: string): Logger => ({
  level,
  redact: ['req.headers', 'headers', '*.headers.authorization', 'authorization'],
  serializers: {
    req: ({ id, method, url, ip }) => ({ id, method, path: url.split('?', 1)[0], ip }),
    res: ({ statusCode }) => ({ statusCode }),
    err: (error: unknown) => described(error, CAUSES),
  },
})

interface Described {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly [more: string]: unknown
}

/** Maximum length of the logged chain of causes. */
const CAUSES = 4

/** A failed query is logged with its statement, never with its values, which are personal data. */
function described(error: unknown, causes: number): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack, cause } = error
  return {
    type: name,
    message: withoutValues(message),
    stack: withoutValues(stack ?? ''),
    ...('code' in error && { code: error.code }),
    ...(cause !== undefined && causes > 0 && { cause: described(cause, causes - 1) }),
  }
}

const withoutValues = (text: string): string => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')

/** Writes lines of the audit trail to the log, below its own level too. */
export function auditLogOf(log: FastifyBaseLogger): (audit: object) => void {
  const own = log.level === 'silent' ? log : log.child({}, { level: 'info' })
  return (audit) => own.info({ audit }, 'audit')
}

/** Made here, since an id from outside could be anything. */
export const newRequestId = (): string => randomBytes(9).toString('base64url')

/** One line for each request, when it is answered. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { answered } = request
    request.log.info(
      { req: request, status: reply.statusCode, ...answered, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
    done()
  })
}
