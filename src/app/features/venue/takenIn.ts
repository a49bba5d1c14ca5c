/**
 * A press means the price that was taken in (LAW.md, B11). This module decides, for one button that binds a figure,
 * whether a press sends it. Times are monotonic milliseconds.
 */

/** A figure is seen once it has stood on the button this long. */
export const SEEN_MS = 1_000
/** Or once a press was answered with it this long ago: sooner, a press is the bounce of the one before. */
export const ANSWERED_MS = 500
/** A press answers a held figure this long, from the end of its announcement where it is heard. */
export const HELD_MS = 5_000

/** How a press was made. `ear`: by keyboard or assistive technology, so the figure must also have been said. */
export type PressedBy = 'pointer' | 'ear'

/** What a press binds: a price in minor units, or the terms of an offer as one text. */
export type Figure = number | string

export interface TakenIn<F extends Figure = number> {
  /** The figure on the button; `null`: a press would bind none. */
  readonly figure: F | null
  /** Since when it stands there. */
  readonly since: number
  /** When its announcement ends; `null`: it was not said yet. */
  readonly saidUntil: number | null
  /** The figure that a refused press named, which counts as seen from `seen` on: a press until `until` sends it, or none. */
  readonly held: { readonly figure: F; readonly seen: number; readonly until: number } | null
  /** The figure that the person had chosen, and that is no longer enough: the next press says so. */
  readonly overtaken: F | null
}

export type Outcome<F extends Figure = number> =
  /** The press sends this figure. */
  | { readonly is: 'send'; readonly figure: F }
  /**
   * The press sends nothing and says the figure, which is held. `moved`: it has just changed. `overtaken`: it takes the place of a chosen
   * one. `short`: it takes the place of the held one.
   */
  | { readonly is: 'say'; readonly why: Why; readonly figure: F; readonly before: F | null }
  /** It repeats a refused press before that one's figure could be taken in, and counts as the same press. */
  | { readonly is: 'same' }
  /** The button binds nothing. */
  | { readonly is: 'nothing' }
export type Why = 'moved' | 'overtaken' | 'short'

export const EMPTY: TakenIn<never> = { figure: null, since: 0, saidUntil: null, held: null, overtaken: null }

/** The button shows `figure` from `now` on. `overtaken`: the chosen figure whose place it takes. */
export function shows<F extends Figure>(
  state: TakenIn<F>,
  figure: F | null,
  now: number,
  overtaken: F | null = null,
): TakenIn<F> {
  if (figure === null) return { ...EMPTY, since: now }
  if (figure === state.figure) return state
  return { ...state, figure, since: now, saidUntil: null, overtaken: overtaken ?? state.overtaken }
}

/** The person chooses a figure: nothing that was said before is an answer to it. */
export const chooses = <F extends Figure>(state: TakenIn<F>): TakenIn<F> => ({ ...state, held: null, overtaken: null })

/** An announcement that ends at `until` names the figure. */
export const says = <F extends Figure>(state: TakenIn<F>, figure: F, until: number): TakenIn<F> =>
  state.figure === figure && (state.saidUntil === null || until < state.saidUntil)
    ? { ...state, saidUntil: until }
    : state

/** What was being said is cut off by another announcement: it was not heard to its end. */
export const cutsOff = <F extends Figure>(state: TakenIn<F>, now: number): TakenIn<F> =>
  state.saidUntil !== null && now < state.saidUntil ? { ...state, saidUntil: null } : state

/** Whether the figure on the button counts as taken in. */
export function isTakenIn(state: TakenIn<Figure>, by: PressedBy, now: number): boolean {
  const { figure, saidUntil } = state
  if (figure === null || now < seenFrom(state)) return false
  return by === 'pointer' || (saidUntil !== null && now >= saidUntil)
}

const seenFrom = ({ figure, since, held }: TakenIn<Figure>): number =>
  Math.min(since + SEEN_MS, held?.figure === figure ? held.seen : Infinity)

/** What a press does now. After `say` the caller says it and calls `holds`. */
export function pressed<F extends Figure>(
  state: TakenIn<F>,
  { by, now, follows }: { readonly by: PressedBy; readonly now: number; readonly follows: boolean },
): Outcome<F> {
  const { figure } = state
  if (figure === null) return { is: 'nothing' }
  if (follows) return { is: 'send', figure }
  const held = heldAt(state, now)
  if (held !== null) {
    if (held.figure !== figure) return { is: 'say', why: 'short', figure, before: held.figure }
    return isTakenIn(state, by, now) ? { is: 'send', figure } : { is: 'same' }
  }
  if (state.overtaken !== null) return { is: 'say', why: 'overtaken', figure, before: state.overtaken }
  return isTakenIn(state, by, now) ? { is: 'send', figure } : { is: 'say', why: 'moved', figure, before: null }
}

/** The figure on the button is held after a press that said it, in words that take `wordsMs`; `by`: how it was pressed. */
export function holds<F extends Figure>(state: TakenIn<F>, now: number, wordsMs: number, by: PressedBy): TakenIn<F> {
  if (state.figure === null) return state
  const saidUntil = now + wordsMs
  return {
    ...state,
    saidUntil,
    held: { figure: state.figure, seen: now + ANSWERED_MS, until: (by === 'ear' ? saidUntil : now) + HELD_MS },
    overtaken: null,
  }
}

const heldAt = <F extends Figure>({ held }: TakenIn<F>, now: number) =>
  held !== null && now < held.until ? held : null

/** The state without a hold whose time is over. */
export const expires = <F extends Figure>(state: TakenIn<F>, now: number): TakenIn<F> =>
  state.held !== null && heldAt(state, now) === null ? { ...state, held: null } : state

/** When the state next changes by itself: the figure counts as seen, or as heard, or its hold ends; `null`: never. */
export function nextChangeAt(state: TakenIn<Figure>, now: number): number | null {
  const { figure, saidUntil, held } = state
  if (figure === null) return null
  const times = [seenFrom(state), saidUntil ?? now, held?.until ?? now].filter((at) => at > now)
  return times.length === 0 ? null : Math.min(...times)
}
