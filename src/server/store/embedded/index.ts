import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import type { Logger } from '../../logger.ts'
import { openCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { addressOf, ensureRunning, stop } from './postmaster.ts'

/** The database that npm brings, kept running while any node of this DATA_DIR lives. */
export interface Embedded {
  readonly address: ClientConfig
  /** Ends this node's share in it; whoever is the last one out stops it. */
  close(): Promise<void>
}

/**
 * Every node holds this advisory lock, shared, on a connection of its own: a count that no kill can falsify.
 * Who gets it alone at the end is the last.
 */
const LEASE = 8_007_001
const RESTART_PAUSE_MS = 250

export async function openEmbedded(dataDir: string, logger: Logger): Promise<Embedded> {
  const cluster = await openCluster(dataDir)
  let closing = false
  let lease = await take(cluster, logger, lost)
  let retaken: Promise<void> = Promise.resolve()

  function lost(): void {
    if (!closing) retaken = retake()
  }
  async function retake(): Promise<void> {
    logger.warn('the embedded database went away; starting it again')
    while (!closing) {
      try {
        lease = await take(cluster, logger, lost)
        return
      } catch (error) {
        logger.error({ err: error }, 'the embedded database cannot be started')
        await wait(RESTART_PAUSE_MS)
      }
    }
  }

  return {
    address: addressOf(cluster),
    async close() {
      closing = true
      await retaken
      try {
        if (await isLast(lease)) await stop(cluster)
      } finally {
        await lease.end().catch(() => undefined)
      }
    },
  }
}

/**
 * Runs it, and takes a share. If the last node is just leaving, the lock comes only with the end of the connection:
 * then once more.
 */
async function take(cluster: Cluster, logger: Logger, lost: () => void): Promise<Client> {
  for (;;) {
    const how = await ensureRunning(cluster)
    const client = new Client({ ...addressOf(cluster), application_name: 'timber lease' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('SELECT pg_advisory_lock_shared($1)', [LEASE])
      client.once('end', lost)
      logger.info({ data: cluster.data }, `the embedded database was ${how}`)
      return client
    } catch (error) {
      logger.info({ err: error }, 'the embedded database went away while it was taken; again')
      await wait(RESTART_PAUSE_MS)
    }
  }
}

async function isLast(lease: Client): Promise<boolean> {
  try {
    await lease.query('SELECT pg_advisory_unlock_shared($1)', [LEASE])
    const { rows } = await lease.query<{ last: boolean }>('SELECT pg_try_advisory_lock($1) AS last', [LEASE])
    return rows[0]?.last ?? false
  } catch {
    // It is gone already: nothing to stop.
    return false
  }
}
