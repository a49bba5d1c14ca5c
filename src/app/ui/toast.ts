import { ERROR_SHOWN_MS } from '../../contract/constants.ts'
import type { ProblemKind } from '../../client/calls/describe.ts'
import { createStore } from '../../client/store.ts'

export type Tone = 'good' | 'bad' | 'warn' | 'calm'

export interface Notice {
  readonly tone: Tone
  readonly title: string
  readonly text?: string
  /** Of a failed call (spec §8): how it looks, and how it is told. */
  readonly kind?: ProblemKind
  /** Interrupts a screen reader. For errors and being outbid; everything else waits politely. */
  readonly assertive?: boolean
  /** Same key, same place: a new one takes the old one's. */
  readonly key?: string
  /** ms; null stays until it is closed. */
  readonly shownMs?: number | null
}
export interface Shown extends Notice {
  readonly id: number
}

const MOST = 4
let next = 1
/** What is on screen, oldest first; `ToastHost` draws it. */
export const notices = createStore<readonly Shown[]>([])

/** Says something for 5 seconds (spec §8). Returns how to take it away sooner. */
export function notify(notice: Notice): () => void {
  const id = next++
  const others = notices.get().filter((one) => notice.key === undefined || one.key !== notice.key)
  notices.set([...others, { ...notice, id }].slice(-MOST))
  return () => dismiss(id)
}

export const dismiss = (id: number): void => notices.set(notices.get().filter((one) => one.id !== id))

export const shownMs = (notice: Notice): number | null =>
  notice.shownMs === undefined ? ERROR_SHOWN_MS : notice.shownMs
