import { setTimeout as wait } from 'node:timers/promises'
import type { Client, ClientConfig } from 'pg'
import { applicationName, connect } from './connections.ts'
import type { Reported } from './connections.ts'
import { watchNoticeQueue } from './notice-queue.ts'

export const APPENDED = 'session_appended'
/** Channel of the entries that a notice carries to nodes that can read them; a plain notice always follows. */
export const CARRIED = 'session_entries'
/** Channel of short messages between nodes (presence, disconnections). */
export const WORD = 'node_word'

/** A log's new position, from a notice; `null`: notices may have been missed, so read the heads again. */
export type Appended = { readonly timelineId: string; readonly seq: number } | null

export interface Appends {
  /** Returns a function that stops listening. */
  onAppend(listener: (appended: Appended) => void): () => void
  onWord(listener: (word: string) => void): () => void
  /** The listener gets the notice's text (`room/carried.ts`). */
  onCarried(listener: (text: string) => void): () => void
  close(): Promise<void>
}

const RETRY_MS = 250
/** Detects a connection that died silently: a probe without an answer ends it. It measures the notice queue besides. */
const PROBE_EVERY_MS = 5_000
const PROBE_MS = 5_000

/** Receives a notice of every append on any node, over a connection that is reopened whenever it breaks. */
export async function listen(address: ClientConfig, { logger, metrics, check }: Reported): Promise<Appends> {
  const listeners = new Set<(appended: Appended) => void>()
  const words = new Set<(word: string) => void>()
  const carried = new Set<(text: string) => void>()
  const tell = (appended: Appended) => {
    for (const listener of listeners) listener(appended)
  }
  let closing = false
  let client = await open()
  let reopened: Promise<void> = Promise.resolve()

  async function open(): Promise<Client> {
    const opened = await connect({ ...address, query_timeout: PROBE_MS }, 'listen', check)
    opened.on('notification', ({ channel, payload = '' }) => {
      if (channel === APPENDED) tell(parse(payload))
      else if (channel === CARRIED) for (const listener of carried) listener(payload)
      else for (const listener of words) listener(payload)
    })
    await opened.query(`LISTEN ${APPENDED}; LISTEN ${CARRIED}; LISTEN ${WORD}`)
    opened.once('end', () => lost(opened))
    return opened
  }
  function lost(which: Client): void {
    if (closing || which !== client) return
    which.removeAllListeners('notification')
    metrics.listenLost.add()
    reopened = reopen()
  }
  async function reopen(): Promise<void> {
    while (!closing) {
      try {
        client = await open()
        tell(null)
        return
      } catch (error) {
        metrics.errors.add(1, 'listen')
        logger.warn({ err: error }, 'the database does not answer; appends of other nodes are not heard')
        await wait(RETRY_MS)
      }
    }
  }
  async function look(): Promise<void> {
    const asked = client
    await watchNoticeQueue(asked, applicationName('listen')).then(
      ({ usage, dropped }) => {
        metrics.noticeQueueUsage = usage
        if (dropped === 0) return
        metrics.listenersDropped.add(dropped)
        logger.warn({ dropped, usage }, 'dropped listeners of the database that did not read its notices')
      },
      () => {
        // The connection may never report its end by itself.
        lost(asked)
        asked.end().catch(() => undefined)
      },
    )
  }
  await look()
  const probe = setInterval(() => void look(), PROBE_EVERY_MS)
  probe.unref()

  return {
    onAppend(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onWord(listener) {
      words.add(listener)
      return () => words.delete(listener)
    },
    onCarried(listener) {
      carried.add(listener)
      return () => carried.delete(listener)
    },
    async close() {
      closing = true
      clearInterval(probe)
      await reopened
      await client.end()
    },
  }
}

function parse(payload: string): Appended {
  const [, seq, timelineId] = /^(\d+) (.+)$/s.exec(payload) ?? []
  return seq && timelineId ? { seq: Number(seq), timelineId } : null
}
