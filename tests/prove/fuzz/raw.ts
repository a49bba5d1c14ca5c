import { API_BASE } from '../../../src/contract/constants.ts'
import { noise, pick } from './junk.ts'
import type { Random } from './junk.ts'

const login = `${API_BASE}/auth/login`
const post = (headers: string, body = '{}') => `POST ${login} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`

/** Errors below any call: bytes that the HTTP parser has to refuse. */
export function rawBytes(random: Random): { readonly what: string; readonly bytes: Buffer } {
  const { what, text } = pick<() => { what: string; text: string | Buffer }>(random, [
    () => ({ what: 'noise', text: Buffer.concat([Buffer.from([1 + Math.floor(random() * 31)]), noise(random, 500)]) }),
    () => ({ what: 'a method that is none', text: `FETCH! ${login} HTTP/1.1\r\nHost: x\r\n\r\n` }),
    () => ({ what: 'another protocol', text: 'SSH-2.0-OpenSSH_9.2\r\n\r\n' }),
    () => ({ what: 'a header without a colon', text: `GET ${login} HTTP/1.1\r\nHost: x\r\nno colon here\r\n\r\n` }),
    () => ({
      what: 'a header of noise',
      text: Buffer.concat([
        Buffer.from(`GET ${login} HTTP/1.1\r\nHost: x\r\nX: `),
        Buffer.from([0, 1, 2, 127]),
        Buffer.from('\r\n\r\n'),
      ]),
    }),
    () => ({
      what: 'headers without end',
      text: `GET ${login} HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(4_000)}\r\n`,
    }),
    () => ({ what: 'one long header', text: `GET ${login} HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n` }),
    () => ({ what: 'a length that is none', text: post('Content-Type: application/json\r\nContent-Length: many') }),
    () => ({ what: 'a negative length', text: post('Content-Type: application/json\r\nContent-Length: -5') }),
    () => ({
      what: 'length and chunks at once',
      text: post('Content-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked'),
    }),
    () => ({
      what: 'chunks that are none',
      text: post('Content-Type: application/json\r\nTransfer-Encoding: chunked', 'zz\r\n{}\r\n'),
    }),
    () => ({ what: 'a version that is none', text: `GET ${login} HTTP/9.9\r\nHost: x\r\n\r\n` }),
  ])()
  return { what, bytes: Buffer.from(text) }
}
