import type { Client } from 'pg'
import type { Logger } from '../logger.ts'
import type { Timers } from '../room/timers.ts'

/** A lease that one node of a database holds at a time: the node that runs the robots. */
export interface Lease {
  readonly held: boolean
  /** The first attempt has finished or its error is logged. */
  readonly asked: Promise<void>
  close(): Promise<void>
}

interface LeaseOptions {
  readonly name: string
  /** A dedicated connection, since the lock ends with it. It must report a hang in time. */
  readonly connect: () => Promise<Client>
  readonly timers: Timers
  readonly everyMs: number
  readonly logger: Logger
}

/** A session-level advisory lock: a node that dies or loses its database releases it without acting. */
export function openLease({ name, connect, timers, everyMs, logger }: LeaseOptions): Lease {
  let client: Client | null = null
  let held = false
  let closed = false
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    try {
      client ??= await open()
      // Repeating the query also checks that the connection, and so the lock, is alive.
      const text = held ? 'SELECT $1::text IS NOT NULL AS got' : 'SELECT pg_try_advisory_lock(hashtext($1)) AS got'
      const { rows } = await client.query<{ got: boolean }>(text, [name])
      held = client !== null && rows[0]?.got === true
    } catch (error) {
      logger.warn({ err: error }, `cannot ask for the lease "${name}"`)
      await drop()
    }
  }

  async function open(): Promise<Client> {
    const opened = await connect()
    opened.on('end', () => {
      if (client === opened) void drop()
    })
    return opened
  }

  async function drop(): Promise<void> {
    held = false
    const dropped = client
    client = null
    await dropped?.end().catch(() => undefined)
  }

  const look = () => {
    if (!closed)
      asking ??= ask().finally(() => {
        asking = null
      })
  }
  const looking = timers.every(everyMs, look)
  look()
  const asked = asking ?? Promise.resolve()
  return {
    asked,
    get held() {
      return held
    },
    async close() {
      closed = true
      looking()
      await asking
      await drop()
    },
  }
}
