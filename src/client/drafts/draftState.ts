import type { StorageTrouble } from '../device/trouble.ts'
import { fitting, withoutSecrets, type DraftShape } from './shape.ts'
import type { DraftVersion, VersionVector } from './versions.ts'

/** The form's notice: `restored` can be undone, `elsewhere` offers two versions to choose from. */
export interface DraftNotice {
  readonly kind: 'restored' | 'elsewhere'
  readonly at: number
}
/** A draft of an incompatible version of this form: shown as it was, and stored until dismissed. */
export interface OldDraft {
  readonly at: number
  /** This page is the older one. */
  readonly newer: boolean
  readonly entries: readonly (readonly [key: string, text: string])[]
}
/** The form's view of its draft. */
export interface DraftView<T> {
  readonly value: T
  /** The form may be typed in; on a slow device its draft may still come. */
  readonly ready: boolean
  /** The search for a draft is over: a stored one is in `value`. */
  readonly settled: boolean
  readonly notice: DraftNotice | null
  readonly old: OldDraft | null
  /** Why drafts are not stored: the disk is full, or the browser has no storage. Typing still works. */
  readonly trouble: StorageTrouble | null
  /** The form has unsent input. */
  readonly typed: boolean
}

/** One tab's draft of one form. Each function below returns the state after an event. */
export interface DraftState<T> {
  readonly view: DraftView<T>
  /** Of the revision that this tab wrote last. */
  readonly n: number
  /** The versions that the value on screen includes. */
  readonly seen: VersionVector
  /** When the value has to be written; null when all of it is. */
  readonly due: 'now' | 'soon' | 'retry' | null
  /** The value before it was replaced. */
  readonly before: T
  /** The value as replaced; differences from it were typed since. */
  readonly shownAs: T
  /** Something was typed in this tab, whatever became of it. */
  readonly touched: boolean
  readonly other: DraftVersion | null
  readonly outdated: DraftVersion | null
  /** The person discarded the draft here: other tabs' versions are theirs. */
  readonly detached: boolean
  /** The person has read that this tab follows another. */
  readonly quiet: boolean
  /** The account signed out: nothing is stored any more. */
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

/** The person typed. */
export const afterTyping = <T>(state: DraftState<T>, patch: object): DraftState<T> => ({
  ...withView(state, { value: { ...state.view.value, ...patch }, typed: true }),
  due: state.sealed ? null : (state.due ?? 'soon'),
  touched: true,
  detached: false,
  quiet: false,
})

/** Shows `version`; `replaced` returns on undo. */
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
  // The replaced value is not part of `seen`: it may coexist.
  return { ...next, seen: version.seen, due: null, shownAs: value, before: replaced ?? state.before }
}

/** Passwords stay in the fields they were typed in. */
const blank = <T extends object>(shape: DraftShape<T>, { view }: DraftState<T>): T => ({
  ...view.value,
  ...withoutSecrets(shape, shape.initial),
})

export const emptiedForm = <T extends object>(shape: DraftShape<T>, state: DraftState<T>): DraftState<T> => ({
  ...withView(state, { value: blank(shape, state), notice: null, typed: false }),
  seen: {},
  touched: false,
})
