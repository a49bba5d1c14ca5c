import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'

/**
 * The far side of a dead zone: a separate process, since it is stopped or lives in another network. It reads one line
 * and answers `listening <port>`, then `connection <port>` for each; it exits with its parent's end of the pipe.
 */
interface Told {
  readonly host: string
  readonly backlog: number
  readonly target: { readonly host: string; readonly port: number }
}

const lines = createInterface({ input: process.stdin })
lines.once('close', () => process.exit(0))
const [line] = (await once(lines, 'line')) as [string]
const { host, backlog, target } = JSON.parse(line) as Told
const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  console.log(`connection ${client.remotePort}`)
  join(client, connect({ ...target, allowHalfOpen: true, noDelay: true }))
})
server.listen({ host, port: 0, backlog })
await once(server, 'listening')
console.log(`listening ${(server.address() as AddressInfo).port}`)

function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.resetAndDestroy())
    from.on('close', () => to.destroySoon())
  }
}
