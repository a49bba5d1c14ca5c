import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { ClientConfig } from 'pg'
import type { Logger } from '../../logger.ts'
import { APP } from './access.ts'
import { isShared } from './binaries.ts'
import { OWN_USER } from './system-user.ts'
import { openCluster } from './cluster.ts'
import type { Cluster } from './cluster.ts'
import { addressOf, ensureRunning, stop } from './postmaster.ts'

/** The database that npm installs, running while any node of this DATA_DIR lives. */
export interface Embedded {
  /** Connection of the role that serves. */
  readonly address: ClientConfig
  /** Connection of the owner, who migrates. */
  readonly owner: ClientConfig
  /** Ends this node's share; the last node stops the database. */
  close(): Promise<void>
}

/**
 * Every node holds this advisory lock, shared, on a dedicated connection: a count that no kill can falsify. The node
 * that gets it exclusively at its end is the last.
 */
const LEASE = 8_007_001
const RESTART_PAUSE_MS = 250

export async function openEmbedded(dataDir: string, logger: Logger): Promise<Embedded> {
  const cluster = await openCluster(dataDir)
  if (isShared(cluster.user))
    logger.warn(
      `the embedded database runs as nobody, whose files any service of this machine may read: make a system user ${OWN_USER}, or start as an ordinary user`,
    )
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
    address: addressOf(cluster, APP),
    owner: addressOf(cluster),
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
 * Starts or adopts the database, and takes a share. If the last node is just leaving, the connection ends and the
 * attempt is repeated.
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
    // The database has stopped already.
    return false
  }
}
