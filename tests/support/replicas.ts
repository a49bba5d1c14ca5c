import type { Page } from '@playwright/test'
import * as z from 'zod'
import { WireState } from '../../src/contract/snapshot.ts'
import { ReplicaDigest } from '../../src/domain/digest.ts'
import { redactState } from '../../src/domain/redact.ts'
import type { SessionState } from '../../src/domain/state.ts'

const Kept = z.array(z.object({ state: WireState }))

export interface ReplicaSeen {
  readonly seq: number
  readonly phase: SessionState['phase']
  readonly digest: string
}

/** The state of a room as this browser stored it last; null before it has stored one. */
async function storedState(page: Page, timelineId: string): Promise<SessionState | null> {
  const found: unknown = await page.evaluate(async (id) => {
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result))
        asked.addEventListener('error', () => reject(new Error(asked.error?.message)))
      })
    const database = await done(indexedDB.open('timber-sale-room'))
    const kept = database.transaction('kept').objectStore('kept')
    const [keys, values] = await Promise.all([done(kept.getAllKeys()), done(kept.getAll())])
    database.close()
    // `[account, store, scheduleTimelineId]`
    return values.flatMap((record: { readonly data: unknown }, at) => {
      const key = keys[at]
      return Array.isArray(key) && key[1] === 'rooms' && key[2] === id ? [record.data] : []
    })
  }, timelineId)
  return Kept.parse(found)[0]?.state ?? null
}

/**
 * A browser's replica of a room as it stored it last, reduced to what everybody sees, so that those of different people
 * compare; null before it has stored one.
 */
export async function replicaSeen(page: Page, timelineId: string): Promise<ReplicaSeen | null> {
  const state = await storedState(page, timelineId)
  if (state === null) return null
  const { seq, phase } = state
  return { seq, phase, digest: new ReplicaDigest().of(redactState(state, { identity: 'audience' })) }
}
