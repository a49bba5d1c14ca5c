import { emptiedForm, shown, withView, type DraftState, type OldDraft } from './draftState.ts'
import { fitting, type DraftShape } from './shape.ts'
import { covers, coversAll, latestVersion, sameRevision, type DraftVersion } from './versions.ts'

interface Read {
  readonly tab: string
  readonly versions: readonly DraftVersion[]
  /** Whether to announce another tab's concurrent version. */
  readonly second: boolean
}

/** The state after reading the versions on disk. */
export function afterReading<T extends object>(
  shape: DraftShape<T>,
  before: DraftState<T>,
  { tab, versions, second }: Read,
): DraftState<T> {
  if (before.sealed) return before
  const readable = versions.filter((version) => fitting(shape, version) !== null)
  const state = tellOld(
    shape,
    before,
    versions.filter((version) => !readable.includes(version)),
  )
  if (!state.view.typed) return mirrored(shape, state, readable, versions.length > 0)
  const others = readable.filter(({ revision }) => revision.tab !== tab)
  const grown = state.due === null ? latestVersion(others.filter(({ seen }) => coversAll(seen, state.seen))) : undefined
  // A successor replaces this tab's input, always with a notice.
  if (grown) return shown(shape, { ...state, quiet: false }, grown, state.view.value)
  return tellOther(
    state,
    readable.filter(({ revision }) => !covers(state.seen, revision)),
    second,
  )
}

/** An untouched form follows the newest version. */
function mirrored<T extends object>(
  shape: DraftShape<T>,
  state: DraftState<T>,
  versions: readonly DraftVersion[],
  anyKept: boolean,
): DraftState<T> {
  if (state.detached) return state
  const newest = latestVersion(versions)
  if (!newest) {
    // The draft may still have a version that an older page cannot read.
    const emptied = !anyKept && Object.keys(state.seen).length > 0
    return { ...(emptied ? emptiedForm(shape, state) : state), other: null }
  }
  const { notice, value } = state.view
  const next = covers(state.seen, newest.revision)
    ? state
    : shown(shape, state, newest, notice?.kind === 'restored' ? null : value)
  return tellOther(
    next,
    versions.filter(({ revision }) => !sameRevision(revision, newest.revision) && !covers(next.seen, revision)),
    true,
  )
}

function tellOther<T>(state: DraftState<T>, others: readonly DraftVersion[], second: boolean): DraftState<T> {
  const { notice } = state.view
  const newest = latestVersion(others)
  if (newest && (second || notice?.kind === 'elsewhere'))
    return { ...withView(state, { notice: { kind: 'elsewhere', at: newest.at } }), other: newest }
  if (!newest && notice?.kind === 'elsewhere') return { ...withView(state, { notice: null }), other: null }
  return state
}

function tellOld<T extends object>(
  shape: DraftShape<T>,
  state: DraftState<T>,
  versions: readonly DraftVersion[],
): DraftState<T> {
  const outdated = latestVersion(versions) ?? null
  if (outdated === null && state.view.old === null) return { ...state, outdated }
  const old = outdated && {
    at: outdated.at,
    newer: outdated.version > shape.version,
    entries: entriesOf(outdated.value),
  }
  return { ...withView(state, { old }), outdated }
}

const entriesOf = (value: unknown): OldDraft['entries'] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, kept]: [string, unknown]) =>
        typeof kept === 'string' && kept !== '' ? [[key, kept] as const] : [],
      )
    : []
