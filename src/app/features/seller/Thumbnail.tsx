import { placeholderOf } from '../../../client/outbox/items.ts'
import { usePrivateFile } from '../../lib/usePrivateFile.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './LotsPage.module.css'

/** A lot's first photograph, visible only to its company as yet. */
export const Thumbnail = ({ file }: { readonly file: string | null }) => (
  <span className={css.thumb}>
    {file === null ? <Icon name="noImage" size={20} /> : <Photograph path={placeholderOf(file)} />}
  </span>
)

export function Photograph({ path, alt = '' }: { readonly path: string; readonly alt?: string }) {
  const { url } = usePrivateFile(path)
  return url === null ? <Icon name="camera" size={20} /> : <img src={url} alt={alt} />
}
