import type { StorageTrouble } from '../device/trouble.ts'
import { fitting, withoutSecrets, type DraftShape } from './shape.ts'
import type { DraftVersion, VersionVector } from './versions.ts'

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
/** What the form shows. */
export interface DraftView<T> {
  readonly value: T
  readonly ready: boolean
  readonly notice: DraftNotice | null
  readonly old: OldDraft | null
  /** Why nothing is kept just now: the disk is full, or this browser has no memory. One can type on. */
  readonly trouble: StorageTrouble | null
  /** Something was typed here that has not been sent. */
  readonly typed: boolean
}

/** One tab's draft of one form. Each function below says what it is after something happened. */
export interface DraftState<T> {
  readonly view: DraftView<T>
  /** Of the revision that this tab wrote last. */
  readonly n: number
  /** All that the value on screen has taken in. */
  readonly seen: VersionVector
  /** When the value has to be written; null when all of it is. */
  readonly due: 'now' | 'soon' | 'retry' | null
  /** What was shown before something else took its place. */
  readonly before: T
  /** As it was when that happened: what differs now was typed since. */
  readonly shownAs: T
  /** Something was typed in this tab, whatever became of it. */
  readonly touched: boolean
  readonly other: DraftVersion | null
  readonly outdated: DraftVersion | null
  /** The person put the draft away here: what other tabs keep is theirs. */
  readonly detached: boolean
  /** The person has read that this tab follows another. */
  readonly quiet: boolean
  /** The account signed out: nothing is kept any more. */
  readonly sealed: boolean
}

export function initialDraft<T extends object>({ initial }: DraftShape<T>): DraftState<T> {
  return {
    view: { value: initial, ready: false, notice: null, old: null, trouble: null, typed: false },
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

/** The person typed. */
export const afterTyping = <T>(state: DraftState<T>, patch: object): DraftState<T> => ({
  ...withView(state, { value: { ...state.view.value, ...patch }, typed: true }),
  due: state.sealed ? null : (state.due ?? 'soon'),
  touched: true,
  detached: false,
  quiet: false,
})

/** Takes `version` onto the screen; `replaced` comes back on undo. */
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
  // Not what was shown before: that may stand beside it.
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
