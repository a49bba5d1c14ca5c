import { request } from 'node:http'
import { connect } from 'node:net'
import * as z from 'zod'
import type { Malformed } from './malformed.ts'

/** How a malformed request was answered. */
export interface Answered {
  readonly status: number
  readonly text: string
}

const PATIENCE_MS = 20_000

/** Sign-ins are limited by address; on Linux every 127.x.y.z is local. */
const addressOf = (nth: number) => (process.platform === 'linux' ? { localAddress: `127.0.${1 + (nth % 200)}.1` } : {})

export function ask(port: number, { method, path, headers, body }: Malformed, nth: number): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...(body && { 'content-length': body.length }) },
        agent: false,
        timeout: PATIENCE_MS,
        ...addressOf(nth),
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
        answer.on('error', reject)
      },
    )
    asking.on('timeout', () => asking.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
    asking.on('error', reject)
    asking.end(body ?? undefined)
  })
}

/** Sends bytes that are not valid HTTP. */
export function askRaw(port: number, bytes: Buffer): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' && chunks.length > 0 ? undefined : reject(error),
    )
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), text: rest.join('\r\n\r\n') })
    })
    socket.end(bytes)
  })
}

const Envelope = z.object({ code: z.number(), msg: z.string().min(1), reason: z.string().min(1) })

/** The fault of an answer; `null`: a clear error. */
export function complaint({ status, text }: Answered): string | null {
  if (status === 0 || status >= 500) return `status ${status}`
  const parsed = Envelope.safeParse(jsonOf(text))
  if (!parsed.success) return `status ${status}, no envelope: ${text.slice(0, 200)}`
  const { code, reason } = parsed.data
  return code === 200 || (code >= 500 && code < 600) ? `code ${code} ${reason}` : null
}

export const isThrottled = ({ text }: Answered): boolean => /"code":429/.test(text)

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
