import { createTransport } from 'nodemailer'
import { isLoopback } from '../loopback.ts'
import type { Deliver } from './sender.ts'

const TIMEOUT_MS = 30_000

/** Sends plain text by SMTP. The mail's id is its `Message-ID`, so that a mail sent twice is shown once. */
export function smtp(url: string, from: string): { readonly deliver: Deliver; close(): void } {
  const { host, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: host.replace(/:\d+$/, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // Without STARTTLS, or with an invalid certificate, nothing is sent.
    requireTLS: !isLoopback(host.replace(/:\d+$/, '')),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async deliver({ id, recipient, subject, body }) {
      await transport.sendMail({ from, to: recipient, subject, text: body, messageId: `<${id}@${domain}>` })
    },
    close: () => transport.close(),
  }
}
