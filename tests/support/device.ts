import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { UseStore } from 'idb-keyval'
import { vi } from 'vitest'
import { openDeviceDatabase } from '../../src/client/device/database.ts'
import { createDevice, type Device } from '../../src/client/device/device.ts'
import { createPrevious } from '../../src/client/device/previous/previous.ts'
import { stores } from '../../src/client/device/stores.ts'

/** A browser's databases, and the tabs that open them. */
export class FakeDisk {
  now = Date.parse('2026-11-25T06:00:00Z')
  account: string | null = 'buyer1'
  /** Errors that the next writes throw instead of storing. */
  failures: Error[] = []
  /** Whether the tab has used up its transactions. */
  killed = false

  constructor() {
    vi.stubGlobal('indexedDB', new IDBFactory())
    vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  }

  /** `lives`: after this many transactions the tab is killed: no further one begins, and the last is not committed. */
  openTab({ build = 'build 1', transactions = Number.POSITIVE_INFINITY } = {}): Device {
    const real = openDeviceDatabase()
    let left = transactions
    const database: UseStore = async (mode, run) => {
      left -= 1
      this.killed ||= left <= 0
      if (left < 0) throw new Error('killed')
      const failure = mode === 'readwrite' ? this.failures.shift() : undefined
      if (left > 0 && !failure) return real(mode, run)
      // An aborted transaction has no effect.
      return real(mode, ({ transaction }) => {
        transaction.abort()
        return Promise.reject(failure ?? new Error('killed'))
      })
    }
    const now = (): number => this.now
    const definitions = Object.values(stores)
    const previous = createPrevious({ database, definitions, factory: () => indexedDB, now, build })
    return createDevice({ database, previous, now, currentAccount: () => this.account })
  }

  async names(): Promise<string[]> {
    return (await indexedDB.databases()).map(({ name = '' }) => name).toSorted()
  }
}
