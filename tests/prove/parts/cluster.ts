import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { worldIn } from '../../support/world.ts'
import type { WorldOptions, WorldSession } from '../../support/world.ts'

/** Several server processes on one database. */
export interface Cluster {
  readonly dataDir: string
  readonly nodes: readonly TestServer[]
  readonly session: WorldSession
  /** Output of nodes that ended without being killed. */
  dead(): string[]
  /** Ends every process, in any state. */
  end(): Promise<void>
}

export async function openCluster(count: number, world: WorldOptions): Promise<Cluster> {
  const dataDir = freshDataDir()
  const [session] = await worldIn(dataDir, world)
  if (!session) throw new Error('a world without a session')
  const nodes: TestServer[] = []
  try {
    for (let i = 0; i < count; i++) nodes.push(await startNode(dataDir, i))
  } catch (error) {
    await endAll(nodes)
    throw error
  }
  return {
    dataDir,
    nodes,
    session,
    dead: () => nodes.filter(({ ended }) => ended !== null).map(({ ended, log }) => `${ended}: ${log.slice(-2_000)}`),
    end: () => endAll(nodes),
  }
}

export const startNode = (dataDir: string, name: number, port?: number): Promise<TestServer> =>
  startServer({ dataDir, ...(port !== undefined && { port }), env: { DEMO: '0', NODE_ID: `node-${name}` } })

async function endAll(nodes: readonly TestServer[]): Promise<void> {
  // The nodes before their database: a live node would restart it.
  for (const node of nodes) await node.kill9({ database: false })
  await nodes[0]?.kill9()
}
