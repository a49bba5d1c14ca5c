import { HISTORY_MOST, HISTORY_PAGE } from '../../contract/constants.ts'
import type { HistoryPage, Hole } from './activity.ts'
import { createStore, type Readable } from './store.ts'

export type BackfillState = 'idle' | 'fetching' | 'failed'

export interface Wanted {
  readonly after: number
  readonly upTo: number
  readonly most: number
}

export interface BackfillPorts {
  readonly live: () => boolean
  readonly hole: () => Hole | null
  /** `null`: the request failed. */
  readonly fetch: (wanted: Wanted) => Promise<HistoryPage | null>
  /** False if the page fits no hole. */
  readonly fill: (page: HistoryPage) => boolean
  readonly after: (ms: number, run: () => void) => () => void
}

export interface Backfill {
  readonly state: Readable<BackfillState>
  /** Fetches missing stretches, newest first. Does nothing while running. */
  readonly run: () => void
  readonly stop: () => void
}

const AGAIN_MS = 5_000

/**
 * Fetches the log from before this page. Two requests suffice for all but the longest sales: a short one for the
 * visible lines, a long one for the others.
 */
export function createBackfill(ports: BackfillPorts): Backfill {
  const state = createStore<BackfillState>('idle')
  let asked = false
  let visit = 0
  let cancel = () => {}

  async function fetchAll(): Promise<void> {
    const mine = visit
    state.set('fetching')
    for (let hole = ports.hole(); hole; hole = ports.hole()) {
      const { after, upTo } = hole
      const page = await ports.fetch({ after, upTo, most: asked ? HISTORY_MOST : HISTORY_PAGE })
      if (mine !== visit) return
      if (!page || !ports.fill(page)) return fail()
      asked = true
    }
    state.set('idle')
  }

  function fail(): void {
    state.set('failed')
    cancel = ports.after(AGAIN_MS, run)
  }

  function run(): void {
    if (state.get() === 'fetching' || !ports.live()) return
    cancel()
    if (ports.hole()) void fetchAll()
    else state.set('idle')
  }

  return {
    state,
    run,
    stop: () => {
      visit += 1
      cancel()
      state.set('idle')
    },
  }
}
