import { afterReading } from './draftReading.ts'
import { withView, type DraftState } from './draftState.ts'
import { sameKept, withoutSecrets, type DraftShape } from './shape.ts'
import type { StorageTrouble } from '../device/trouble.ts'
import { mergeVectors, type DraftVersion } from './versions.ts'

/** The version to write, and the state during the write; `empty`: there is nothing to store. */
export function beginWrite<T extends object>(
  shape: DraftShape<T>,
  state: DraftState<T>,
  { tab, at }: { readonly tab: string; readonly at: number },
): { readonly state: DraftState<T>; readonly version: DraftVersion; readonly empty: boolean } {
  const n = state.n + 1
  const { value } = state.view
  const version: DraftVersion = {
    revision: { tab, n },
    seen: mergeVectors(state.seen, { [tab]: n }),
    version: shape.version,
    at,
    value: withoutSecrets(shape, value),
  }
  return {
    state: { ...state, n, seen: version.seen, due: null },
    version,
    empty: sameKept(shape, value, shape.initial),
  }
}

/** The state after revision `n` is on disk, beside `versions` of other tabs. */
export function afterWriting<T extends object>(
  shape: DraftShape<T>,
  state: DraftState<T>,
  { tab, n }: DraftVersion['revision'],
  versions: readonly DraftVersion[],
): DraftState<T> {
  const next = state.view.trouble === null ? state : withView(state, { trouble: null })
  // A revision written meanwhile includes these versions.
  return n === next.n && !next.sealed ? afterReading(shape, next, { tab, versions, second: true }) : next
}

export function afterFailedWrite<T>(state: DraftState<T>, n: number, trouble: StorageTrouble): DraftState<T> {
  if (state.sealed) return state
  const next = withView(state, { trouble })
  return n === next.n ? { ...next, due: next.due ?? 'retry' } : next
}

export const afterFailedRead = <T>(state: DraftState<T>, trouble: StorageTrouble): DraftState<T> =>
  withView(state, { trouble })
