import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { parentPort } from 'node:worker_threads'

/* A thread of its own, so that the clients' work does not delay it. It is told the nodes' ports and answers with its
   own. */

/** As often as load balancers ask by default. */
const LOOK_EVERY_MS = 2_000
const ANSWER_MS = 1_000

/**
 * One address in front of several nodes, as nginx or HAProxy are: connections go to the nodes in turn, to none whose
 * `/readyz` failed at the last look, and on to the next node when a connection is refused.
 */
class Balancer {
  #nodes: readonly number[] = []
  #ready: ReadonlySet<number> = new Set()
  #turn = 0
  readonly #server = createServer({ allowHalfOpen: true }, (client) => this.#pass(client))

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    setInterval(() => void this.#look(), LOOK_EVERY_MS)
    const { port } = this.#server.address() as AddressInfo
    return port
  }

  async use(nodes: readonly number[]): Promise<void> {
    this.#nodes = nodes
    await this.#look()
  }

  async #look(): Promise<void> {
    const nodes = this.#nodes
    const found = await Promise.all(nodes.map(isReady))
    this.#ready = new Set(nodes.filter((_, i) => found[i]))
  }

  #pass(client: Socket): void {
    this.#turn += 1
    const ready = this.#nodes.filter((node) => this.#ready.has(node))
    const first = this.#turn % Math.max(1, ready.length)
    this.#join(client, [...ready.slice(first), ...ready.slice(0, first)])
  }

  #join(client: Socket, [node, ...others]: readonly number[]): void {
    if (node === undefined) return void client.destroy()
    const server = connect({ port: node, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    const refused = () => this.#join(client, others)
    server.once('error', refused)
    server.once('connect', () => {
      server.off('error', refused)
      client.setNoDelay(true)
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const)
        one.on('error', () => other.destroy()).on('close', () => other.destroy())
      client.pipe(server).pipe(client)
    })
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) })).ok
  } catch {
    return false
  }
}

const balancer = new Balancer()
parentPort?.on('message', (nodes: readonly number[]) => void balancer.use(nodes).then(() => parentPort?.postMessage(0)))
parentPort?.postMessage(await balancer.listen())
