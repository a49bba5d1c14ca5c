import { useEffect, useState } from 'react'
import { needOutbox, outboxHereOf } from '../../client/outbox/here.ts'
import type { Outbox, OutboxView } from '../../client/outbox/outbox.ts'
import type { Store } from '../../client/store.ts'
import { useClient } from './client.ts'
import { useStore } from './useStore.ts'

const NOT_YET: OutboxView = { account: null, items: [], ready: false, needsSignIn: false, leftBehind: 0, trouble: null }
const nothing: Pick<Store<OutboxView>, 'get' | 'subscribe'> = { get: () => NOT_YET, subscribe: () => () => undefined }

/** The outbox's items, as they change. */
export function useOutboxView(): OutboxView {
  const outbox = useStore(outboxHereOf(useClient()))
  return useStore(outbox?.view ?? nothing)
}

/** Like `useOutboxView`, but also loads the outbox. */
export function useOutbox(): { readonly outbox: Outbox | null; readonly view: OutboxView; readonly failed: boolean } {
  const client = useClient()
  const outbox = useStore(outboxHereOf(client))
  const view = useOutboxView()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (outbox) return
    void needOutbox(client).catch(() => setFailed(true))
  }, [client, outbox])
  return { outbox, view, failed: failed && outbox === null }
}

/** The bytes of a file in the outbox, or of one that was there. */
export function useOutboxBytes(id: string | undefined): Blob | undefined {
  const outbox = useStore(outboxHereOf(useClient()))
  const [found, setFound] = useState<{ readonly id: string; readonly blob: Blob } | null>(null)
  useEffect(() => {
    let wanted = true
    if (outbox && id !== undefined)
      void outbox
        .bytesOf(id)
        .catch(() => null)
        .then((blob) => {
          if (wanted && blob) setFound({ id, blob })
        })
    return () => {
      wanted = false
    }
  }, [outbox, id])
  return found !== null && found.id === id ? found.blob : undefined
}
