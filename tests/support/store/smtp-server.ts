import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface SmtpServer {
  readonly url: string
  /** Whole mails, headers and all, in the order they were accepted. */
  readonly accepted: readonly string[]
  /** Lines sent by the client, without the mails' contents. */
  readonly said: readonly string[]
  /** Connections that were opened. */
  readonly connections: number
  /** False: takes connections and says nothing. */
  greets: boolean
  /** Answers to senders, recipients and texts: `250`, or an error code with text. */
  sender: (address: string) => string
  recipient: (address: string) => string
  text: (mail: string) => string
  /** Passes before a text is answered, ms. */
  slowness: number
  close(): Promise<void>
}

/** Quoted-printable and base64 bodies, as a mail program without HTML reads them. */
export function mailText(raw: string): string {
  const boundary = /^content-type: multipart\/alternative;\s*boundary="([^"]+)"/im.exec(raw)?.[1]
  if (boundary !== undefined) return mailText(raw.split(`--${boundary}\r\n`)[1]?.replace(/\r\n$/, '') ?? '')
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
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    if (self.greets) converse(socket, self, accepted, (line) => said.push(line))
  })
  server.listen(0, host)
  await once(server, 'listening')
  const self: SmtpServer = {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    accepted,
    said,
    get connections() {
      return connections
    },
    greets: true,
    sender: () => '250 OK',
    recipient: () => '250 OK',
    text: () => '250 kept',
    slowness: 0,
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
  answers: Pick<SmtpServer, 'sender' | 'recipient' | 'text' | 'slowness'>,
  accepted: string[],
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
        inData = false
        const answer = answers.text(text)
        const done = (): void => {
          if (answer.startsWith('2')) accepted.push(text)
          say(answer)
        }
        if (answers.slowness > 0) setTimeout(done, answers.slowness)
        else done()
      } else if (text === 'DATA') {
        inData = true
        say('354 go on')
      } else {
        const address = /<(.*?)>/.exec(text)?.[1] ?? ''
        say(
          text.startsWith('MAIL')
            ? answers.sender(address)
            : text.startsWith('RCPT')
              ? answers.recipient(address)
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
