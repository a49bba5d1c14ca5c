import { device } from '../device/index.ts'
import { createDraftDb } from './draftDb.ts'
import {
  postWiped as postWipedBy,
  unsentDrafts as unsentIn,
  type DraftMessage,
  type DraftPorts,
  type UnsentDraft,
} from './drafts.ts'

// The channel carries messages of this app alone; anything else is ignored.
const isDraftMessage = (data: unknown): data is DraftMessage =>
  typeof data === 'object' && data !== null && 'why' in data && 'form' in data && 'account' in data

let opened: BroadcastChannel | null = null
/** Without one (old Safari) a tab learns what the others did when it comes to the front. */
const channel = (): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? (opened ??= new BroadcastChannel('drafts')) : null

const db = createDraftDb(device)

/** The browser's own. */
export const draftPorts: DraftPorts = {
  db,
  now: () => Date.now(),
  post: (message) => channel()?.postMessage(message),
  listen: (onMessage) => {
    const listener = ({ data }: MessageEvent<unknown>): void => {
      if (isDraftMessage(data)) onMessage(data)
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
}

export const unsentDrafts = (account: string): Promise<readonly UnsentDraft[]> => unsentIn(account, db, Date.now())
export const postWiped = (account: string): void => postWipedBy(account, draftPorts)
