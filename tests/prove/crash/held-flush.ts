import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { connect } from '../../../src/server/store/connections.ts'
import { storeOf } from '../../support/reader.ts'
import type { TestServer } from '../../support/server.ts'

/** Turns of this process's loop in which an answer that lies in the kernel reaches its caller. */
const TURNS = 20

/** A session's log whose head is locked: appends wait, and nothing becomes durable. */
export class HeldFlush {
  readonly #url: string
  readonly #lock: Client
  readonly #look: Client

  private constructor(url: string, lock: Client, look: Client) {
    this.#url = url
    this.#lock = lock
    this.#look = look
  }

  /** Resolves when the head is locked; `end` it. */
  static async hold({ url, dataDir }: TestServer, session: string): Promise<HeldFlush> {
    const store = await storeOf(dataDir)
    const [lock, look] = await Promise.all([connect(store.address, 'proof'), connect(store.address, 'proof')])
    await store.close()
    await lock.query('BEGIN')
    await lock.query('SELECT FROM session_head WHERE timeline_id = $1 FOR UPDATE', [session])
    return new HeldFlush(url, lock, look)
  }

  /**
   * Resolves when an append waits for the lock, and every acknowledgement that the node wrote before it asked for the
   * append has been read: the answer to a later request arrives after them.
   */
  async appendWaits(): Promise<void> {
    for (;;) {
      const { rows } = await this.#look.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO session_event%'",
      )
      if (rows.length > 0) break
      await wait(5)
    }
    await (await fetch(`${this.#url}/healthz`)).text()
    for (let i = 0; i < TURNS; i++) await turn()
  }

  async end(): Promise<void> {
    // The database may be dead by now.
    await Promise.all([this.#lock, this.#look].map((client) => client.end().catch(() => undefined)))
  }
}
