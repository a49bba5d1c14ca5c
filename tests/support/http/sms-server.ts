import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod'

const Message = z.strictObject({ to: z.string(), text: z.string(), id: z.string() })
export interface SmsServer {
  readonly url: string
  /** Messages in order of arrival, whatever their answer was. */
  readonly got: readonly (z.infer<typeof Message> & { readonly headers: IncomingHttpHeaders })[]
  /** Answers to the next messages for a number; 200 afterwards. */
  readonly answers: Map<string, (number | { readonly status: number; readonly body: string })[]>
  close(): Promise<void>
}

/** A provider of short messages, as the README describes it. */
export async function startSmsServer(): Promise<SmsServer> {
  const got: (z.infer<typeof Message> & { headers: IncomingHttpHeaders })[] = []
  const answers: SmsServer['answers'] = new Map()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const message = Message.parse(JSON.parse(body))
      got.push({ ...message, headers: request.headers })
      const answer = answers.get(message.to)?.shift() ?? 200
      if (typeof answer === 'number') response.writeHead(answer).end(`you said: ${message.text}`)
      else response.writeHead(answer.status).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    got,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
