import { currentAccount } from '../lib/session/index.ts'
import {
  forgetOldDrafts as forgetOldIn,
  unsentDrafts as unsentIn,
  wipeDrafts as wipeIn,
  type DraftPorts,
  type Told,
  type UnsentDraft,
} from './drafts.ts'
import { indexedSlots } from './slots.ts'

// A message that comes with nothing from ours is none of ours.
const isTold = (data: unknown): data is Told =>
  typeof data === 'object' && data !== null && 'why' in data && 'form' in data && 'account' in data

let opened: BroadcastChannel | null = null
/** Without one (old Safari) a tab learns what the others did when it comes to the front. */
const channel = (): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? (opened ??= new BroadcastChannel('drafts')) : null

/** The real thing. */
export const draftPorts: DraftPorts = {
  slots: indexedSlots,
  now: () => Date.now(),
  tell: (told) => channel()?.postMessage(told),
  listen: (heard) => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      if (isTold(data)) heard(data)
    }
    channel()?.addEventListener('message', listener)
    return () => channel()?.removeEventListener('message', listener)
  },
  onShow: (run) => {
    const shown = (): void => {
      if (document.visibilityState === 'visible') run()
    }
    document.addEventListener('visibilitychange', shown)
    return () => document.removeEventListener('visibilitychange', shown)
  },
  currentAccount,
}

export const unsentDrafts = (account: string): Promise<readonly UnsentDraft[]> =>
  unsentIn(account, indexedSlots, Date.now())
export const forgetOldDrafts = (): Promise<void> => forgetOldIn(indexedSlots, Date.now())
export const wipeDrafts = (account: string): Promise<void> => wipeIn(account, draftPorts)
