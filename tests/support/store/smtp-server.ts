import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface SmtpServer {
  readonly url: string
  /** Whole mails, headers and all, in the order they were accepted. */
  readonly accepted: readonly string[]
  /** Lines sent by the client, without the mails' contents. */
  readonly said: readonly string[]
  /** Answers to recipients: `250`, or an error code with text. */
  recipient: (address: string) => string
  close(): Promise<void>
}

/** Quoted-printable and base64 bodies, as a mail program reads them. */
export function mailText(raw: string): string {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, 'base64').toString()
  return Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}

/** Speaks just enough SMTP to take mails in. */
export async function startSmtpServer(host = '127.0.0.1'): Promise<SmtpServer> {
  const accepted: string[] = []
  const said: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    converse(
      socket,
      (address) => self.recipient(address),
      (mail) => accepted.push(mail),
      (line) => said.push(line),
    )
  })
  server.listen(0, host)
  await once(server, 'listening')
  const self: SmtpServer = {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    accepted,
    said,
    recipient: () => '250 OK',
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return self
}

function converse(
  socket: Socket,
  recipient: (address: string) => string,
  accept: (mail: string) => void,
  hear: (line: string) => void,
): void {
  let buffer = ''
  let inData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 test')
  socket.on('data', (chunk) => {
    buffer += chunk.toString()
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const text = buffer.slice(0, end)
      buffer = buffer.slice(end + (inData ? 5 : 2))
      if (!inData) hear(text)
      if (inData) {
        accept(text)
        inData = false
        say('250 kept')
      } else if (text === 'DATA') {
        inData = true
        say('354 go on')
      } else {
        say(
          text.startsWith('RCPT')
            ? recipient(/<(.*)>/.exec(text)?.[1] ?? '')
            : text.startsWith('QUIT')
              ? '221 bye'
              : text === 'STARTTLS'
                ? '502 not implemented'
                : '250 OK',
        )
      }
    }
  })
}
