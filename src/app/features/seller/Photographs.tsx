import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { LOT_PICTURE } from '../../../client/uploads/rules.ts'
import { useFilePicker } from '../../lib/useFilePicker.ts'
import { useOutboxView } from '../../lib/useOutbox.ts'
import { Button } from '../../ui/Button.tsx'
import field from '../../ui/Field.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { ItemState } from '../../ui/outbox/ItemState.tsx'
import { OutboxPicture } from '../../ui/outbox/OutboxPicture.tsx'
import css from './LotForm.module.css'
import { Part, type LotFormOf } from './parts.tsx'
import { useReported, type OnReading } from './useReported.ts'
import { Photograph } from './Thumbnail.tsx'
import { UploadSaid } from '../../ui/edit/UploadSaid.tsx'

interface Props {
  readonly form: LotFormOf
  readonly subject: string
  readonly fixed: boolean
  readonly onReading: OnReading
}

/** Up to five photographs; lists show the first. */
export function Photographs({ form, subject, fixed, onReading }: Props) {
  const { t, i18n } = useLingui()
  const { needsSignIn } = useOutboxView()
  const { value, ready } = form
  const picker = useFilePicker({
    slot: { form: 'lot', subject, field: 'pictures' },
    rule: LOT_PICTURE,
    onUp: (paths) =>
      form.set({
        pictures: [...value.pictures, ...paths.filter((path) => !value.pictures.includes(path))].slice(
          0,
          LOT_PICTURE.maxFiles,
        ),
      }),
    value: value.pictures,
    ready,
  })
  useReported('pictures', picker.preparing, onReading)
  const coming = picker.files.filter(({ path }) => path === null || !value.pictures.includes(path))
  const drop = (path: string): void => {
    const file = picker.files.find((one) => one.path === path)
    const without = { pictures: value.pictures.filter((one) => one !== path) }
    // Removed from the outbox first, or the outbox would put an uploaded file into the form again.
    void (file ? picker.cancel(file.id) : Promise.resolve()).then(() => form.set(without))
  }
  const first = (path: string): void => form.set({ pictures: [path, ...value.pictures.filter((one) => one !== path)] })
  const problem = picker.complaint ? i18n._(picker.complaint) : form.errorOf('pictures')
  const input = useRef<HTMLInputElement>(null)
  return (
    <Part
      title={<Trans>Photographs</Trans>}
      about={
        <Trans>
          Up to five, JPG or PNG. They are made small enough on this device; the place is taken out of them.
        </Trans>
      }
    >
      <fieldset className={css.photographs} data-field="pictures" aria-label={t`Photographs`}>
        {value.pictures.map((path, at) => {
          const number = at + 1
          return (
            <figure key={path}>
              <Photograph path={path} alt={t`Photograph ${number}`} />
              {!fixed && (
                <figcaption>
                  {at === 0 ? (
                    <Trans>Shown first</Trans>
                  ) : (
                    <Button variant="quiet" size="small" onClick={() => first(path)}>
                      <Trans>Show first</Trans>
                    </Button>
                  )}
                  <Button
                    variant="quiet"
                    size="small"
                    icon
                    aria-label={t`Remove photograph ${number}`}
                    onClick={() => drop(path)}
                  >
                    <Icon name="trash" size={18} />
                  </Button>
                </figcaption>
              )}
            </figure>
          )
        })}
        {coming.map((file) => (
          <div key={file.id} className={css.file}>
            <OutboxPicture item={file} />
            <ItemState item={file} needsSignIn={needsSignIn} />
            <Button variant="quiet" size="small" onClick={() => void picker.cancel(file.id)}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        ))}
      </fieldset>
      <UploadSaid {...picker} />
      {picker.preparing && (
        <span>
          <Trans>Reading the picture…</Trans>
        </span>
      )}
      {problem ? (
        <p className={field.error} role="alert">
          <Icon name="alert" size={16} />
          {problem}
        </p>
      ) : null}
      {!fixed && (
        <p className={css.acts}>
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={LOT_PICTURE.mimes.join(',')}
            data-testid="lot-pictures"
            onChange={({ target }) => {
              void picker.pick([...(target.files ?? [])])
              // Allows picking the same file again after the seller has corrected it.
              target.value = ''
            }}
          />
          <Button variant="line" onClick={() => input.current?.click()}>
            <Icon name="camera" size={18} />
            <Trans>Add photographs</Trans>
          </Button>
        </p>
      )}
    </Part>
  )
}
