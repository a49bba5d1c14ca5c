import { createTransport } from 'nodemailer'
import { addressOf } from '../config.ts'
import { isLoopback } from '../loopback.ts'
import { mailHtml } from './html.ts'
import { NotSentError } from './sender.ts'
import type { Deliver, Fault } from './sender.ts'

/** A server that does not even greet takes nothing: a code behind it must not wait for that to be sure. */
const GREETING_MS = 3_500
const TIMEOUT_MS = 30_000
/** Codes have connections of their own. */
const CONNECTIONS = { codes: 3, notices: 1 }

/** The mail's id in atoms (RFC 5322): some servers refuse any other sign in a `Message-ID`. */
const atom = (id: string): string => id.replaceAll(/[^\w-]/g, '_')

/**
 * Sends mails by SMTP, as text and as the same words in HTML, over connections that stay open for the next mail. The
 * mail's id is its `Message-ID`, so that a mail sent twice is shown once. Headers keep automatic answers away (RFC 3834),
 * and let mail programs offer to decline what may be declined (RFC 8058).
 */
export function smtp(url: string, from: string): { readonly deliver: Deliver; close(): void } {
  const { host, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const pool = (maxConnections: number) =>
    createTransport({
      pool: true,
      maxConnections,
      maxMessages: Infinity,
      // The server may have closed a connection that was idle.
      maxRequeues: 1,
      host: host.replace(/:\d+$/, ''),
      port: Number(port) || (secure ? 465 : 587),
      secure,
      // Without STARTTLS, or with an invalid certificate, nothing is sent.
      requireTLS: !isLoopback(host.replace(/:\d+$/, '')),
      ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: GREETING_MS,
      greetingTimeout: GREETING_MS,
      socketTimeout: TIMEOUT_MS,
    })
  const [codes, notices] = [pool(CONNECTIONS.codes), pool(CONNECTIONS.notices)]
  const domain = addressOf(from).split('@').at(-1) ?? 'localhost'
  return {
    async deliver({ id, recipient, subject, body, secretUntil, unsubscribe }) {
      const transport = secretUntil === null ? notices : codes
      try {
        await transport.sendMail({
          from,
          to: recipient,
          subject,
          text: body,
          html: mailHtml(subject, body),
          messageId: `<${atom(id)}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribe !== null && {
              'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        })
      } catch (error) {
        throw new NotSentError(faultOf(error), error instanceof Error ? error.message : String(error))
      }
    },
    close() {
      codes.close()
      notices.close()
    },
  }
}

/** RFC 3463: an address that is wrong, unknown or no mailbox. */
const ADDRESS = /\b5\.1\.\d{1,3}\b/
const ENHANCED = /\b[245]\.\d{1,3}\.\d{1,3}\b/
/** RFC 5321, in answer to a recipient: no such mailbox. */
const NO_MAILBOX: ReadonlySet<number> = new Set([550, 551, 553])

/** By the command that the server refused: of the sender and before it, of the recipient, or of the text. */
function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return 'provider'
  const { command, responseCode, response } = error as Error & {
    readonly command?: unknown
    readonly responseCode?: unknown
    readonly response?: unknown
  }
  const code = typeof responseCode === 'number' ? responseCode : 0
  const said = typeof response === 'string' ? response : error.message
  // 421: the server closes the connection, whatever it was asked.
  if (code === 0 || code === 421) return 'provider'
  if (command === 'RCPT TO') {
    const unknown = ENHANCED.test(said) ? ADDRESS.test(said) : NO_MAILBOX.has(code)
    return code >= 500 && unknown ? 'address' : 'message'
  }
  return command === 'DATA' ? 'message' : 'provider'
}
