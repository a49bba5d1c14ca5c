import { afterTyping, emptiedForm, shown, withView, type DraftState } from './draftState.ts'
import { sameKept, type DraftShape } from './shape.ts'
import { coversAll, mergeVectors, type VersionVector } from './versions.ts'

/** The state after the person's choice at the notice, and the versions to delete. */
export interface DraftStep<T> {
  readonly state: DraftState<T>
  readonly drop: VersionVector | null
}

/** On `restored`: returns to the value before. On `elsewhere`: takes the other tab's value. */
export function afterUndo<T extends object>(shape: DraftShape<T>, state: DraftState<T>): DraftStep<T> {
  const { notice, value } = state.view
  if (notice?.kind === 'elsewhere') return { state: otherTaken(shape, state), drop: null }
  if (notice?.kind !== 'restored') return { state, drop: null }
  // Input typed since the replacement stays.
  const back = { ...state.before, ...typedSince(value, state.shownAs) }
  const next = withView({ ...state, before: shape.initial }, { notice: null })
  if (!sameKept(shape, back, shape.initial)) return { state: { ...afterTyping(next, back), due: 'now' }, drop: null }
  return { state: { ...emptiedForm(shape, next), due: null, detached: true }, drop: state.seen }
}

/** Takes the other tab's value. This tab's input is replaced, and can be restored. */
function otherTaken<T extends object>(shape: DraftShape<T>, state: DraftState<T>): DraftState<T> {
  if (!state.other) return state
  const seen = mergeVectors(state.seen, state.other.seen)
  const next = shown(shape, { ...state, other: null, quiet: false }, state.other, state.view.value)
  return { ...withView(next, { typed: true }), seen, due: 'now' }
}

export function afterDismiss<T>(state: DraftState<T>): DraftState<T> {
  const next = withView(state, { notice: null })
  if (state.view.notice?.kind !== 'elsewhere' || !state.other) return { ...next, quiet: true }
  // Keeps the value on screen, which then supersedes the other tab's.
  const seen = mergeVectors(state.seen, state.other.seen)
  return { ...withView(next, { typed: true }), seen, other: null, due: 'now' }
}

export function afterPuttingAside<T>(state: DraftState<T>): DraftStep<T> {
  if (!state.outdated) return { state, drop: null }
  const { tab, n } = state.outdated.revision
  return { state: withView(state, { old: null }), drop: { [tab]: n } }
}

/** The form was sent. */
export const afterSending = <T extends object>({ initial }: DraftShape<T>, state: DraftState<T>): DraftState<T> => ({
  ...withView(state, { notice: null, typed: false }),
  due: null,
  detached: true,
  touched: false,
  before: initial,
})

export const afterWipe = <T>(state: DraftState<T>): DraftState<T> => ({ ...state, sealed: true, due: null })

/** Another tab sent the form: the versions that it has seen are deleted. */
export const afterSentElsewhere = <T>(state: DraftState<T>, seen: VersionVector): DraftState<T> =>
  state.due === null && coversAll(seen, state.seen) ? { ...withView(state, { typed: false }), touched: false } : state

/** Another tab discarded the draft. This tab's input is still in progress, so it is written again. */
export const afterUndoneElsewhere = <T>(state: DraftState<T>): DraftState<T> =>
  state.touched ? { ...state, due: 'now' } : state

const typedSince = <T extends object>(value: T, then: T): object => {
  const known = new Map<string, unknown>(Object.entries(then))
  return Object.fromEntries(Object.entries(value).filter(([key, now]: [string, unknown]) => now !== known.get(key)))
}
