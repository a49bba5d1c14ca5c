import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { CODE } from '../../contract/codes.ts'
import { fail } from './answer.ts'
import { COMMON_HEADERS } from './common-headers.ts'
import { localeOf } from './language.ts'
import { envelopeOf } from './present.ts'

/**
 * Answers bytes that the HTTP parser refused: there is no request and no known language, but the answer still has the
 * usual envelope.
 */
export function answerNotHttp(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // A failed TLS handshake arrives here too, and leaves nothing to answer by.
  if (!OF_PARSER.test(error.code ?? '')) return void socket.destroy()
  const status = STATUS[error.code ?? ''] ?? 400
  const failure = status === 431 ? fail(CODE.tooLarge, 'input.too_large') : fail(CODE.invalid, 'input.invalid')
  const body = JSON.stringify(envelopeOf(failure, localeOf(undefined)))
  if (socket.writable && socket.bytesWritten === 0) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
        'Content-Type: application/json; charset=utf-8',
        ...COMMON_HEADERS,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroySoon()
}

/** Codes of Node's HTTP parser and its time limits. */
const OF_PARSER = /^(?:HPE_|ERR_HTTP_)/

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
