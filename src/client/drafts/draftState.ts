import type { StorageTrouble } from '../device/trouble.ts'
import { fitting, withoutSecrets, type DraftShape } from './shape.ts'
import type { DraftVersion, VersionVector } from './versions.ts'

/** The form's notice: `restored` can be undone, `elsewhere` offers two versions to choose from. */
export interface DraftNotice {
  readonly kind: 'restored' | 'elsewhere'
  readonly at: number
}
/** A draft from an incompatible version of this form: shown as text, and stored until dismissed. */
export interface OldDraft {
  readonly at: number
  /** The draft is from a newer version than this page. */
  readonly newer: boolean
  readonly entries: readonly (readonly [key: string, text: string])[]
}
/** The form's view of its draft. */
export interface DraftView<T> {
  readonly value: T
  /** The form accepts input; on a slow device its draft may still arrive. */
  readonly ready: boolean
  /** The search for a draft has ended: a stored one is in `value`. */
  readonly settled: boolean
  readonly notice: DraftNotice | null
  readonly old: OldDraft | null
  /** The reason why drafts are not stored: the disk is full, or the browser has no storage. Typing still works. */
  readonly trouble: StorageTrouble | null
  /** The form has unsent input. */
  readonly typed: boolean
}

/** One tab's draft of one form. Each function below returns the state after an event. */
export interface DraftState<T> {
  readonly view: DraftView<T>
  /** Number of the revision that this tab wrote last. */
  readonly n: number
  /** The revisions that the value on screen includes. */
  readonly seen: VersionVector
  /** When to write the value; null when everything is written. */
  readonly due: 'now' | 'soon' | 'retry' | null
  /** The value before it was replaced. */
  readonly before: T
  /** The replacing value; differences from it were typed since. */
  readonly shownAs: T
  /** The person has typed in this tab, even if the input was discarded. */
  readonly touched: boolean
  readonly other: DraftVersion | null
  readonly outdated: DraftVersion | null
  /** The person discarded the draft here: versions of other tabs no longer concern this tab. */
  readonly detached: boolean
  /** The person has dismissed the notice that this tab follows another. */
  readonly quiet: boolean
  /** The account signed out: nothing more is stored. */
  readonly sealed: boolean
}

export function initialDraft<T extends object>({ initial }: DraftShape<T>): DraftState<T> {
  return {
    view: { value: initial, ready: false, settled: false, notice: null, old: null, trouble: null, typed: false },
    n: 0,
    seen: {},
    due: null,
    before: initial,
    shownAs: initial,
    touched: false,
    other: null,
    outdated: null,
    detached: false,
    quiet: false,
    sealed: false,
  }
}

export const withView = <T>(state: DraftState<T>, patch: Partial<DraftView<T>>): DraftState<T> => ({
  ...state,
  view: { ...state.view, ...patch },
})

export const afterReady = <T>(state: DraftState<T>): DraftState<T> => withView(state, { ready: true })

export const afterSettling = <T>(state: DraftState<T>): DraftState<T> => withView(state, { ready: true, settled: true })

/** The state after typing. */
export const afterTyping = <T>(state: DraftState<T>, patch: object): DraftState<T> => ({
  ...withView(state, { value: { ...state.view.value, ...patch }, typed: true }),
  due: state.sealed ? null : (state.due ?? 'soon'),
  touched: true,
  detached: false,
  quiet: false,
})

/** Shows `version`; undo returns to `replaced`. */
export function shown<T extends object>(
  shape: DraftShape<T>,
  state: DraftState<T>,
  version: DraftVersion,
  replaced: T | null,
): DraftState<T> {
  const found = fitting(shape, version)
  if (found === null) return state
  const value = { ...blank(shape, state), ...found }
  const next = withView(state, {
    value,
    typed: false,
    ...(state.quiet ? {} : { notice: { kind: 'restored' as const, at: version.at } }),
  })
  // `seen` does not include the replaced value, so both versions may coexist.
  return { ...next, seen: version.seen, due: null, shownAs: value, before: replaced ?? state.before }
}

/** The initial value, but with the passwords as typed: they stay in their fields. */
const blank = <T extends object>(shape: DraftShape<T>, { view }: DraftState<T>): T => ({
  ...view.value,
  ...withoutSecrets(shape, shape.initial),
})

export const emptiedForm = <T extends object>(shape: DraftShape<T>, state: DraftState<T>): DraftState<T> => ({
  ...withView(state, { value: blank(shape, state), notice: null, typed: false }),
  seen: {},
  touched: false,
})
