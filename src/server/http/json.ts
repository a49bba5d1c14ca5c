import { errorCodes } from 'fastify'
import type { FastifyInstance } from 'fastify'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON in UTF-8 only. An empty body is no body: clients send the content type with every call, `DELETE` included. */
export function takeJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    const parsed = parse(bytes)
    if (parsed.ok) done(null, parsed.value)
    else done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
  })
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

/** Keys special to JavaScript are refused where the input is walked anyway (`input.ts`). */
function parse(bytes: Buffer): Parsed {
  if (bytes.length === 0) return { ok: true, value: undefined }
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes))
    return { ok: true, value }
  } catch {
    return { ok: false }
  }
}
