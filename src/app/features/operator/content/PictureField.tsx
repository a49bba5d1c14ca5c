import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { TEXT_PICTURE } from '../../../../client/uploads/rules.ts'
import { useClient } from '../../../lib/client.ts'
import { useFilePicker } from '../../../lib/useFilePicker.ts'
import { useOutboxView } from '../../../lib/useOutbox.ts'
import { Button } from '../../../ui/Button.tsx'
import field from '../../../ui/Field.module.css'
import { Icon } from '../../../ui/Icon.tsx'
import { ItemState } from '../../../ui/outbox/ItemState.tsx'
import { OutboxPicture } from '../../../ui/outbox/OutboxPicture.tsx'
import { NEW, type ContentKind } from './search.ts'
import css from './Content.module.css'
import { UploadSaid } from '../../../ui/edit/UploadSaid.tsx'

interface Props {
  readonly kind: ContentKind
  readonly id: string | null
  readonly ready: boolean
  /** Called with the picture's address once it is uploaded and public. */
  readonly onPicture: (address: string) => void
}

/** Uploads a picture through the outbox, publishes it, and hands its address to the text. */
export function PictureField({ kind, id, ready, onPicture }: Props) {
  const client = useClient()
  const { i18n } = useLingui()
  const { needsSignIn } = useOutboxView()
  const [taken, setTaken] = useState<readonly string[]>([])
  const publish = useMutation({
    mutationFn: (fileName: string) => client.calls.send('contentPicture', { body: { fileName } }),
    onSuccess: ({ picture }) => onPicture(picture),
    // Published or refused, the picture leaves the outbox.
    onSettled: () => void picker.cancel(),
  })
  const picker = useFilePicker({
    slot: { form: kind, subject: id ?? NEW, field: 'picture' },
    rule: TEXT_PICTURE,
    value: taken,
    ready,
    onUp: (paths) => {
      setTaken([...taken, ...paths])
      for (const path of paths) publish.mutate(path)
    },
  })
  const input = useRef<HTMLInputElement>(null)
  const coming = picker.files.filter(({ path }) => path === null || !taken.includes(path))
  return (
    <div className={css.file}>
      <input
        ref={input}
        type="file"
        hidden
        accept={TEXT_PICTURE.mimes.join(',')}
        data-testid="text-picture"
        onChange={({ target }) => {
          void picker.pick([...(target.files ?? [])])
          // Allows picking the same file again after the operator has corrected it.
          target.value = ''
        }}
      />
      <Button variant="line" busy={picker.preparing || publish.isPending} onClick={() => input.current?.click()}>
        <Icon name="camera" size={18} />
        <Trans>Add a picture</Trans>
      </Button>
      {coming.map((file) => (
        <div key={file.id} className={css.file}>
          <OutboxPicture item={file} />
          <ItemState item={file} needsSignIn={needsSignIn} />
          <Button variant="quiet" size="small" onClick={() => void picker.cancel(file.id)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      ))}
      <UploadSaid {...picker} />
      {picker.complaint && (
        <p className={field.error} role="alert">
          <Icon name="alert" size={16} />
          {i18n._(picker.complaint)}
        </p>
      )}
    </div>
  )
}
