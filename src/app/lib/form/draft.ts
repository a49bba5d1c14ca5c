import type { DraftBox } from '../../storage/drafts.ts'
import { covers, coversAll, latest, sameRevision, withSeen, type Head, type Seen } from '../../storage/heads.ts'
import { createStore, type Store } from '../store.ts'
import { fitting, sameKept, without, type Shape } from './kept.ts'

/** Told at the form: `restored` can be undone, of `elsewhere` the person takes one or the other. */
export interface DraftNotice {
  readonly kind: 'restored' | 'elsewhere'
  readonly at: number
}
/** A draft of another version of this form, which does not fit: shown as it was, and kept until it is put aside. */
export interface OldDraft {
  readonly at: number
  /** This page is the older one. */
  readonly newer: boolean
  readonly entries: readonly (readonly [key: string, text: string])[]
}
export interface Drafted<T> {
  readonly value: T
  readonly ready: boolean
  readonly notice: DraftNotice | null
  readonly old: OldDraft | null
  /** Why nothing is kept just now: the disk is full, or this browser has no memory. One can type on. */
  readonly trouble: 'full' | 'off' | null
  /** Something was typed here that has not been sent. */
  readonly typed: boolean
}

export interface Keeper<T> {
  readonly state: Store<Drafted<T>>
  readonly set: (patch: object) => void
  readonly undo: () => void
  readonly dismiss: () => void
  readonly putAside: () => void
  readonly clear: () => Promise<void>
  /** Returns how to stop; what is unsaved is saved by then. */
  readonly start: () => () => void
}

export interface KeeperPorts {
  readonly box: DraftBox
  readonly tab: string
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => () => void
  readonly onHide: (run: () => void) => () => void
}

/** From the first key that is not saved; a write takes its time too, and 300 ms is the promise. */
const SAVE_MS = 120
const RETRY_MS = 5_000
/** A database that hangs must not hold up a form. What it finds later is told all the same. */
const PATIENCE_MS = 400

export function createKeeper<T extends object>(
  shape: Shape<T>,
  { box, tab, now, after, onHide }: KeeperPorts,
): Keeper<T> {
  const { initial } = shape
  const state = createStore<Drafted<T>>({
    value: initial,
    ready: false,
    notice: null,
    old: null,
    trouble: null,
    typed: false,
  })
  const put = (patch: Partial<Drafted<T>>): void => state.set({ ...state.get(), ...patch })

  let n = 0
  /** All that the value on screen has taken in. */
  let seen: Seen = {}
  let dirty = false
  let cancel: (() => void) | null = null
  /** What was shown before something else took its place. */
  let before: T = initial
  /** As it was when that happened: what differs now was typed since. */
  let shownAs: T = initial
  /** Something was typed in this tab, whatever became of it. */
  let touched = false
  let other: Head | null = null
  let outdated: Head | null = null
  /** The person put the draft away here: what other tabs keep is theirs. */
  let detached = false
  /** The person has read that this tab follows another. */
  let quiet = false
  let sealed = false

  const unreadable = (head: Head): boolean => fitting(shape, head) === null
  const isMine = ({ revision }: Head): boolean => revision.tab === tab

  function show(head: Head, keep: T | null): void {
    const found = fitting(shape, head)
    if (found === null) return
    if (keep !== null) before = keep
    // Not what was shown before: that may stand beside it.
    seen = head.seen
    dirty = false
    stopTimer()
    shownAs = { ...afresh(), ...found }
    put({ value: shownAs, typed: false, ...(quiet ? {} : { notice: { kind: 'restored', at: head.at } }) })
  }

  /** Passwords stay in the fields they were typed in. */
  const afresh = (): T => ({ ...state.get().value, ...without(shape, initial) })

  function hear(heads: readonly Head[], second: boolean): void {
    tellOld(heads.filter(unreadable))
    const readable = heads.filter((head) => !unreadable(head))
    if (!state.get().typed) return mirror(readable, heads.length > 0)
    const grown = dirty ? undefined : latest(readable.filter((head) => !isMine(head) && coversAll(head.seen, seen)))
    if (grown) {
      // What was typed here makes way for what grew out of it: never without a word.
      quiet = false
      return show(grown, state.get().value)
    }
    tellOther(
      readable.filter(({ revision }) => !covers(seen, revision)),
      second,
    )
  }

  function mirror(heads: readonly Head[], anyKept: boolean): void {
    if (detached) return
    const newest = latest(heads)
    if (!newest) {
      other = null
      // What an older page cannot read is still there.
      if (!anyKept && Object.keys(seen).length > 0) reset()
      return
    }
    if (!covers(seen, newest.revision)) show(newest, state.get().notice?.kind === 'restored' ? null : state.get().value)
    tellOther(
      heads.filter((head) => !sameRevision(head.revision, newest.revision) && !covers(seen, head.revision)),
      true,
    )
  }

  function tellOther(others: readonly Head[], second: boolean): void {
    const { notice } = state.get()
    const newest = latest(others) ?? null
    if (newest && (second || notice?.kind === 'elsewhere')) {
      other = newest
      put({ notice: { kind: 'elsewhere', at: newest.at } })
    } else if (!newest && notice?.kind === 'elsewhere') {
      other = null
      put({ notice: null })
    }
  }

  function tellOld(heads: readonly Head[]): void {
    outdated = latest(heads) ?? null
    put({
      old: outdated && { at: outdated.at, newer: outdated.version > shape.version, entries: entriesOf(outdated.value) },
    })
  }

  function reset(): void {
    seen = {}
    touched = false
    put({ value: afresh(), notice: null, typed: false })
  }

  function change(patch: object): void {
    dirty = true
    touched = true
    detached = false
    quiet = false
    put({ value: { ...state.get().value, ...patch }, typed: true })
    cancel ??= after(SAVE_MS, () => void write())
  }

  function stopTimer(): void {
    cancel?.()
    cancel = null
  }

  async function write(): Promise<void> {
    stopTimer()
    if (!dirty || sealed) return
    dirty = false
    const { value } = state.get()
    const empty = sameKept(shape, value, initial)
    n += 1
    const revision = n
    const head: Head = {
      revision: { tab, n },
      seen: withSeen(seen, { [tab]: n }),
      version: shape.version,
      at: now(),
      value: without(shape, value),
    }
    seen = head.seen
    try {
      const heads = await (empty ? box.drop(head.seen, 'changed') : box.save(head))
      if (state.get().trouble !== null) put({ trouble: null })
      // A later write will hear what this one has not.
      if (revision === n && !sealed) hear(heads, true)
    } catch (error) {
      if (sealed || (error instanceof Error && error.name === 'SignedOut')) return
      put({ trouble: error instanceof Error && error.name === 'QuotaExceededError' ? 'full' : 'off' })
      if (revision !== n) return
      dirty = true
      cancel ??= after(RETRY_MS, () => void write())
    }
  }

  async function look(second: boolean): Promise<void> {
    const asked = n
    const heads = await box.load()
    if (asked === n && !sealed) hear(heads, second)
  }

  function undo(): void {
    const { notice, value } = state.get()
    if (notice?.kind === 'elsewhere') return take(value)
    if (notice?.kind !== 'restored') return
    // What was typed since stays.
    const back = { ...before, ...typedSince(value, shownAs) }
    before = initial
    put({ notice: null })
    if (!sameKept(shape, back, initial)) {
      change(back)
      return void write()
    }
    stopTimer()
    dirty = false
    const gone = seen
    reset()
    detached = true
    void box.drop(gone, 'undone').catch(() => null)
  }

  /** The other tab's is chosen. What was typed here goes, and can come back. */
  function take(mine: T): void {
    if (!other) return
    const chosen = other
    const both = withSeen(seen, chosen.seen)
    other = null
    quiet = false
    show(chosen, mine)
    seen = both
    put({ typed: true })
    dirty = true
    void write()
  }

  function dismiss(): void {
    const { notice } = state.get()
    put({ notice: null })
    if (notice?.kind !== 'elsewhere' || !other) {
      quiet = true
      return
    }
    // What is on screen is chosen: it has seen the other and takes its place.
    seen = withSeen(seen, other.seen)
    other = null
    dirty = true
    put({ typed: true })
    void write()
  }

  function putAside(): void {
    if (!outdated) return
    const { tab: from, n: last } = outdated.revision
    put({ old: null })
    void box.drop({ [from]: last }, 'changed').catch(() => null)
  }

  async function clear(): Promise<void> {
    stopTimer()
    dirty = false
    detached = true
    touched = false
    before = initial
    const gone = seen
    put({ notice: null, typed: false })
    await box.drop(gone, 'sent').catch(() => null)
  }

  function start(): () => void {
    const patience = after(PATIENCE_MS, () => put({ ready: true }))
    const stops = [
      patience,
      onHide(() => void write()),
      box.watch((told) => {
        switch (told.why) {
          case 'wiped':
            sealed = true
            return stopTimer()
          case 'undone':
            // It was put away there; here it is still being typed.
            if (touched) {
              dirty = true
              return void write()
            }
            return void look(false).catch(() => null)
          case 'sent':
            if (!dirty && coversAll(told.seen, seen)) {
              touched = false
              put({ typed: false })
            }
            return void look(false).catch(() => null)
          case 'changed':
            return void look(false).catch(() => null)
        }
      }),
    ]
    void look(true)
      .catch(() => put({ trouble: 'off' }))
      .finally(() => put({ ready: true }))
    return () => {
      stops.forEach((stop) => stop())
      void write()
    }
  }

  return { state, set: change, undo, dismiss, putAside, clear, start }
}

const typedSince = <T extends object>(value: T, then: T): object => {
  const known = new Map<string, unknown>(Object.entries(then))
  return Object.fromEntries(Object.entries(value).filter(([key, now]: [string, unknown]) => now !== known.get(key)))
}

const entriesOf = (value: unknown): OldDraft['entries'] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, kept]: [string, unknown]) =>
        typeof kept === 'string' && kept !== '' ? [[key, kept] as const] : [],
      )
    : []
