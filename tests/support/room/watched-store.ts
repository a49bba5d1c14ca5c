import { StoreUnavailable } from '../../../src/server/store/errors.ts'
import type { Log } from '../../../src/server/store/log.ts'
import type { Store } from '../../../src/server/store/open.ts'

type Call = keyof Log
/** `away`: the call fails before it takes effect; `cut`: after. */
type Fault = 'away' | 'cut' | null

/** A store that reports running log calls, and fails on demand. */
export interface WatchedStore extends Store {
  busy(): boolean
  calls(name: Call): number
  /** Sets the fault of every later call. */
  break(fault: (name: Call, args: readonly unknown[]) => Fault): void
  mend(): void
}

export function watched(store: Store): WatchedStore {
  let under = 0
  let fault: (name: Call, args: readonly unknown[]) => Fault = () => null
  const counts = new Map<Call, number>()

  const wrap =
    <A extends unknown[], R>(name: Call, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      under += 1
      try {
        const what = fault(name, args)
        if (what === 'away') throw new StoreUnavailable('the test took the store away')
        const result = await call(...args)
        if (what === 'cut') throw new StoreUnavailable('the test cut the line after the call')
        return result
      } finally {
        under -= 1
      }
    }
  const { log } = store
  return {
    ...store,
    log: {
      ensureHead: wrap('ensureHead', (...args) => log.ensureHead(...args)),
      head: wrap('head', (...args) => log.head(...args)),
      append: wrap('append', (...args) => log.append(...args)),
      readTail: wrap('readTail', (...args) => log.readTail(...args)),
      readSecrets: wrap('readSecrets', (...args) => log.readSecrets(...args)),
      findVerdicts: wrap('findVerdicts', (...args) => log.findVerdicts(...args)),
      verdictsOf: wrap('verdictsOf', (...args) => log.verdictsOf(...args)),
      verdictOf: wrap('verdictOf', (...args) => log.verdictOf(...args)),
      markAlive: wrap('markAlive', (...args) => log.markAlive(...args)),
      probe: wrap('probe', (...args) => log.probe(...args)),
      readAlive: wrap('readAlive', (...args) => log.readAlive(...args)),
      saveSnapshot: wrap('saveSnapshot', (...args) => log.saveSnapshot(...args)),
      loadSnapshot: wrap('loadSnapshot', (...args) => log.loadSnapshot(...args)),
      savePresence: wrap('savePresence', (...args) => log.savePresence(...args)),
      readPresence: wrap('readPresence', (...args) => log.readPresence(...args)),
      databaseTime: wrap('databaseTime', (...args) => log.databaseTime(...args)),
    },
    busy: () => under > 0,
    calls: (name) => counts.get(name) ?? 0,
    break: (next) => {
      fault = next
    },
    mend: () => {
      fault = () => null
    },
  }
}
