import type { Client } from '../../client/client.ts'
import { ERROR_SHOWN_MS } from '../../contract/constants.ts'
import type { ProblemKind } from '../../client/calls/describe.ts'
import { createStore, type Store } from '../../client/store.ts'

export type Tone = 'good' | 'bad' | 'warn' | 'calm'

export interface Notice {
  readonly tone: Tone
  readonly title: string
  readonly text?: string
  /** The kind of a failed call (spec §8): decides look and announcement. */
  readonly kind?: ProblemKind
  /** Interrupts a screen reader: for errors and being outbid. All other notices are polite. */
  readonly assertive?: boolean
  /** The page's own announcer says it: it is not announced here. */
  readonly silent?: boolean
  /** A notice replaces an earlier one with the same key. */
  readonly key?: string
  /** Time on screen, ms; null: until it is closed. */
  readonly shownMs?: number | null
}
export interface Shown extends Notice {
  readonly id: number
}

const MOST = 4

interface Notices extends Pick<Store<readonly Shown[]>, 'get' | 'subscribe'> {
  readonly show: (notice: Notice) => () => void
  readonly dismiss: (id: number) => void
}

/** The notices on screen, oldest first; drawn by `ToastHost`. */
export const noticesOf = (client: Client): Notices => client.part(createNotices)

function createNotices(): Notices {
  const { get, set, subscribe } = createStore<readonly Shown[]>([])
  let next = 1
  const dismiss = (id: number): void => set(get().filter((one) => one.id !== id))
  return {
    get,
    subscribe,
    dismiss,
    show: (notice) => {
      const id = next++
      const others = get().filter((one) => notice.key === undefined || one.key !== notice.key)
      set([...others, { ...notice, id }].slice(-MOST))
      return () => dismiss(id)
    },
  }
}

/** Shows a notice for 5 seconds (spec §8). Returns the function that removes it sooner. */
export const notify = (client: Client, notice: Notice): (() => void) => noticesOf(client).show(notice)

export const dismiss = (client: Client, id: number): void => noticesOf(client).dismiss(id)

export const shownMs = (notice: Notice): number | null =>
  notice.shownMs === undefined ? ERROR_SHOWN_MS : notice.shownMs
