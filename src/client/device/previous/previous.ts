import type { UseStore } from 'idb-keyval'
import type { StoreKey } from '../database.ts'
import { liveData, recordOf } from '../records.ts'
import type { StoreDefinition } from '../stores.ts'
import { openOldDatabase, type OldDatabase, type PreviousRow } from './databases.ts'
import { importStore, writtenAt } from './importing.ts'
import { readProgress, writeProgress, type Progress } from './progress.ts'
import { followSignOut } from './signOut.ts'

/**
 * The six databases of the previous version. Their records are imported, and also stay where they are: a tab of the
 * previous version still reads them, and so does a roll-back.
 */
export interface Previous {
  /** Resolves once a store's old records are imported; rejects if they cannot be imported. */
  readonly imported: (definition: StoreDefinition) => Promise<void>
  /** Whether an old record may exist only in its old database. */
  readonly looksThrough: (definition: StoreDefinition) => Promise<boolean>
  readonly get: (definition: StoreDefinition, account: string, key: StoreKey) => Promise<unknown>
  readonly rows: (definition: StoreDefinition, account: string) => Promise<readonly PreviousRow[]>
  readonly remove: (definition: StoreDefinition, account: string, key: StoreKey) => Promise<void>
  readonly wipe: (account: string) => Promise<void>
  /** Call when idle: imports the other stores, and deletes old databases that have expired. */
  readonly settle: () => Promise<void>
}

export interface PreviousPorts {
  readonly database: UseStore
  readonly definitions: readonly StoreDefinition[]
  readonly factory: () => IDBFactory
  readonly now: () => number
  /** Identifies the running build. */
  readonly build: string
}

/**
 * Old databases are deleted two releases later, and only if no tab of the previous version can still write, which is
 * after a draft's lifetime without changes.
 */
const LATER_BUILDS = 2
const QUIET_MS = 30 * 24 * 3_600_000

interface Movable {
  readonly definition: StoreDefinition
  readonly old: OldDatabase
}

export function createPrevious({ database, definitions, factory, now, build }: PreviousPorts): Previous {
  const movable: readonly Movable[] = definitions.flatMap((definition) =>
    definition.previous ? [{ definition, old: openOldDatabase(definition.previous, factory) }] : [],
  )
  const imports = new Map<string, Promise<void>>()
  const failed = new Set<string>()
  let stage: Promise<Progress['stage']> | null = null

  const movableOf = ({ name }: StoreDefinition): Movable | undefined =>
    movable.find(({ definition }) => definition.name === name)

  /** The old databases are no longer read: they are deleted, or about to be. */
  async function isOver(): Promise<boolean> {
    stage ??= readProgress(database).then((progress) => progress.stage)
    try {
      return (await stage) !== 'importing'
    } catch (error) {
      stage = null
      throw error
    }
  }

  function importOnce({ definition, old }: Movable): Promise<void> {
    const known = imports.get(definition.name)
    if (known) return known
    const running = importStore(definition, old, database, now).then(
      () => undefined,
      (error: unknown) => {
        failed.add(definition.name)
        throw error
      },
    )
    imports.set(definition.name, running)
    return running
  }

  async function settle(): Promise<void> {
    const before = await readProgress(database)
    if (before.stage === 'deleted') return
    if (before.stage === 'ended') return void destroy(before)
    const done = new Set(before.done)
    let [found, complete] = [0, true]
    for (const { definition, old } of movable) {
      if (definition.previous?.importing === 'idle' && done.has(definition.name)) continue
      try {
        found += await importStore(definition, old, database, now)
        done.add(definition.name)
      } catch {
        // The disk is full: the old records stay, and are read where they are.
        complete = false
      }
    }
    const progress: Progress = {
      done: [...done],
      endedAt: await followSignOut({ database, before, movable, now: now() }),
      builds: before.builds.includes(build) ? before.builds : [...before.builds, build].slice(0, LATER_BUILDS + 1),
      quietSince: found > 0 || before.builds.length === 0 ? now() : before.quietSince,
      stage: 'importing',
    }
    await writeProgress(database, progress, now())
    if (complete && progress.builds.length > LATER_BUILDS && now() - progress.quietSince >= QUIET_MS)
      await retire(progress)
  }

  async function retire(progress: Progress): Promise<void> {
    // Imports records that a tab of the previous version has written since the first import.
    for (const { definition, old } of movable) await importStore(definition, old, database, now)
    const ended: Progress = { ...progress, stage: 'ended' }
    await writeProgress(database, ended, now())
    stage = Promise.resolve(ended.stage)
    void destroy(ended)
  }

  /**
   * Not awaited: an old tab delays the deletion until it closes. If this page closes first, the next page deletes them.
   */
  async function destroy(progress: Progress): Promise<void> {
    await Promise.all(movable.map(({ old }) => old.destroy()))
      .then(() => writeProgress(database, { ...progress, stage: 'deleted' }, now()))
      .catch(() => null)
  }

  return {
    imported: async (definition) => {
      const found = movableOf(definition)
      if (found?.definition.previous?.importing === 'firstRead' && !(await isOver())) await importOnce(found)
    },
    looksThrough: async (definition) => {
      if (!definition.previous || (await isOver())) return false
      return definition.previous.importing === 'idle' || failed.has(definition.name)
    },
    get: async (definition, account, key) => {
      const value: unknown = await movableOf(definition)?.old.get(account, key)
      const at = writtenAt(value, now())
      return value === undefined ? undefined : liveData(recordOf(value, at, definition.keepDays), now())
    },
    rows: async (definition, account) =>
      ((await movableOf(definition)?.old.rows()) ?? []).filter((row) => row.account === account),
    remove: async (definition, account, key) => {
      // Merged records are not imported again, and a tab of the previous version may still show them, so they stay.
      if (!definition.previous || definition.previous.merge || (await isOver())) return
      await movableOf(definition)?.old.remove(account, key)
    },
    wipe: async (account) => {
      if (await isOver()) return
      await Promise.all(movable.map(({ old }) => old.remove(account, [])))
      // A tab of the previous version with an open form must not restore its draft.
      for (const { definition, old } of movable) if (definition.previous?.merge) await old.setEndedAt(now())
    },
    settle,
  }
}
