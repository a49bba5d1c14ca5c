import type { OutboxItem } from '../../../client/outbox/items.ts'
import { useOutboxBytes } from '../../lib/useOutbox.ts'
import { useObjectUrl } from '../../lib/usePrivateFile.ts'
import { Icon } from '../Icon.tsx'
import css from './OutboxPicture.module.css'

/** A thumbnail of the waiting item if it is a picture, else an icon. */
export function OutboxPicture({ item }: { readonly item: OutboxItem }) {
  const isPicture = item.kind === 'file' && item.as === 'picture' && item.state !== 'reading'
  const url = useObjectUrl(useOutboxBytes(isPicture ? item.id : undefined))
  return <span className={css.picture}>{url === null ? <Icon name="doc" size={24} /> : <img src={url} alt="" />}</span>
}
