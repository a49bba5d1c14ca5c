import { SignedOut, storageTrouble } from '../device/trouble.ts'
import { createStore, type Store } from '../store.ts'
import {
  afterDismiss,
  afterPuttingAside,
  afterSending,
  afterSentElsewhere,
  afterUndo,
  afterUndoneElsewhere,
  afterWipe,
  type DraftStep,
} from './draftChoices.ts'
import { afterReading } from './draftReading.ts'
import type { DraftChange, DraftStore } from './drafts.ts'
import { afterReady, afterSettling, afterTyping, initialDraft, type DraftState, type DraftView } from './draftState.ts'
import { afterFailedRead, afterFailedWrite, afterWriting, beginWrite } from './draftWriting.ts'
import type { DraftShape } from './shape.ts'

export type { DraftNotice, DraftView, OldDraft } from './draftState.ts'

/** One form's draft in one tab. */
export interface FormDraft<T> {
  readonly view: Store<DraftView<T>>
  readonly set: (patch: object) => void
  readonly undo: () => void
  readonly dismiss: () => void
  readonly putAside: () => void
  readonly clear: () => Promise<void>
  /** Returns the stop function, which saves unsaved input. */
  readonly start: () => () => void
}

interface FormDraftPorts {
  readonly store: DraftStore
  readonly tab: string
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => () => void
  readonly onHide: (run: () => void) => () => void
}

/** Delay from the first unsaved key to the write; with the write's own time it stays within the promised 300 ms. */
const SAVE_MS = 120
const RETRY_MS = 5_000
/** A form waits no longer than this for the database. A draft found later is still announced. */
const PATIENCE_MS = 400
/** After this no draft is expected. */
const SETTLE_MS = 15_000

/** Passes `DraftState` between the form, the disk and the other tabs. */
export function createDraft<T extends object>(
  shape: DraftShape<T>,
  { store, tab, now, after, onHide }: FormDraftPorts,
): FormDraft<T> {
  let state: DraftState<T> = initialDraft(shape)
  const view = createStore(state.view)
  let cancelWrite: (() => void) | null = null

  function become(next: DraftState<T>): void {
    state = next
    view.set(state.view)
    if (state.due === 'now') void write()
    else if (state.due === null) stopTimer()
    else cancelWrite ??= after(state.due === 'retry' ? RETRY_MS : SAVE_MS, () => void write())
  }

  function stopTimer(): void {
    cancelWrite?.()
    cancelWrite = null
  }

  async function write(): Promise<void> {
    stopTimer()
    if (state.due === null || state.sealed) return
    const { state: writing, version, empty } = beginWrite(shape, state, { tab, at: now() })
    become(writing)
    try {
      const versions = await (empty ? store.drop(version.seen, 'changed') : store.save(version))
      become(afterWriting(shape, state, version.revision, versions))
    } catch (error) {
      if (!(error instanceof SignedOut)) become(afterFailedWrite(state, version.revision.n, storageTrouble(error)))
    }
  }

  async function read(second: boolean): Promise<void> {
    const { n } = state
    const versions = await store.load()
    // A write that began meanwhile returns newer versions.
    if (n === state.n) become(afterReading(shape, state, { tab, versions, second }))
  }

  function step({ state: next, drop }: DraftStep<T>, why: 'undone' | 'changed'): void {
    become(next)
    if (drop) void store.drop(drop, why).catch(() => null)
  }

  async function clear(): Promise<void> {
    const { seen } = state
    become(afterSending(shape, state))
    await store.drop(seen, 'sent').catch(() => null)
  }

  function onChange(change: DraftChange): void {
    switch (change.why) {
      case 'wiped':
        return become(afterWipe(state))
      case 'undone':
        become(afterUndoneElsewhere(state))
        if (state.touched) return
        break
      case 'sent':
        become(afterSentElsewhere(state, change.seen))
        break
      case 'changed':
        break
    }
    void read(false).catch(() => null)
  }

  function start(): () => void {
    const ready = (): void => become(afterReady(state))
    const settle = (): void => become(afterSettling(state))
    const stops = [
      after(PATIENCE_MS, ready),
      after(SETTLE_MS, settle),
      onHide(() => void write()),
      store.watch(onChange),
    ]
    void read(true)
      .catch((error: unknown) => become(afterFailedRead(state, storageTrouble(error))))
      .finally(settle)
    return () => {
      stops.forEach((stop) => stop())
      void write()
    }
  }

  return {
    view,
    set: (patch) => become(afterTyping(state, patch)),
    undo: () => step(afterUndo(shape, state), 'undone'),
    dismiss: () => become(afterDismiss(state)),
    putAside: () => step(afterPuttingAside(state), 'changed'),
    clear,
    start,
  }
}
