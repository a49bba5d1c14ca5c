import type { FormItem, OutboxItem } from '../../../client/outbox/items.ts'
import type { Outbox } from '../../../client/outbox/outbox.ts'
import { saveBlob } from '../../lib/saveBlob.ts'

const withoutPassword = (body: FormItem['body']) => ('password' in body ? { ...body, password: undefined } : body)

/** Saves an item of the outbox as a file: a picture as uploaded, a form as its answers. */
export async function saveItem(outbox: Outbox, item: OutboxItem): Promise<void> {
  const blob =
    item.kind === 'file'
      ? await outbox.bytesOf(item.id)
      : new Blob([JSON.stringify(withoutPassword(item.body), null, 2)], { type: 'application/json' })
  if (!blob) return
  saveBlob(item.kind === 'file' ? item.name : `${item.form}.json`, blob)
}
