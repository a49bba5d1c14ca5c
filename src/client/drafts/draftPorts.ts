import type { Client } from '../client.ts'
import { deviceOf, keepForGood } from '../device/index.ts'
import { createDraftDb } from './draftDb.ts'
import { unsentDrafts as unsentIn, type DraftMessage, type DraftPorts, type UnsentDraft } from './drafts.ts'

// The channel carries only this app's messages; others are ignored.
const isDraftMessage = (data: unknown): data is DraftMessage =>
  typeof data === 'object' && data !== null && 'why' in data && 'form' in data && 'account' in data

/** The environment of a client's drafts. */
export const draftPortsOf = (client: Client): DraftPorts => client.part(createDraftPorts)

function createDraftPorts(client: Client): DraftPorts {
  const { clock, device, page } = client.ports
  let opened: BroadcastChannel | null = null
  /** Without a channel (old Safari) a tab learns of other tabs' changes when it comes to the front. */
  const channel = (): BroadcastChannel | null => (opened ??= device.channel('drafts'))
  return {
    db: createDraftDb(deviceOf(client)),
    now: clock.now,
    post: (message) => channel()?.postMessage(message),
    listen: (onMessage) => {
      const listener = ({ data }: MessageEvent<unknown>): void => {
        if (isDraftMessage(data)) onMessage(data)
      }
      channel()?.addEventListener('message', listener)
      return () => channel()?.removeEventListener('message', listener)
    },
    keepForGood: () => keepForGood(client),
    onShow: (run) => page.on('visibilitychange', () => page.visible() && run()),
  }
}

export const unsentDrafts = (client: Client, account: string): Promise<readonly UnsentDraft[]> =>
  unsentIn(account, draftPortsOf(client).db, client.ports.clock.now())
