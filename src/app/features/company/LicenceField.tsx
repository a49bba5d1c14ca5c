import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import type { FileItem, Slot } from '../../../client/outbox/items.ts'
import { DOCUMENT_PICTURE } from '../../../client/uploads/rules.ts'
import { useFilePicker } from '../../lib/useFilePicker.ts'
import { useOutboxBytes, useOutboxView } from '../../lib/useOutbox.ts'
import { useObjectUrl } from '../../lib/usePrivateFile.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { DocumentView } from '../../ui/company/DocumentView.tsx'
import { PrivateDocument } from '../../ui/company/PrivateDocument.tsx'
import field from '../../ui/Field.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { ItemState } from '../../ui/outbox/ItemState.tsx'
import css from './LicenceField.module.css'
import { UploadSaid } from '../../ui/edit/UploadSaid.tsx'

export const LICENCE: Slot = { form: 'company', field: 'businessLicense' }

interface Props {
  /** Path of the uploaded picture; empty for none. */
  readonly value: string
  readonly onChange: (path: string) => void
  readonly error: string | undefined
  /** `ready` of the form, whose draft must come before a file. */
  readonly ready: boolean
}

/** The licence's picture: the person picks or takes it, the app shrinks and uploads it, and shows it. */
export function LicenceField({ value, onChange, error, ready }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  const onUp = ([path = '']: readonly string[]): void => onChange(path)
  const paths = value === '' ? [] : [value]
  const picker = useFilePicker({ slot: LICENCE, rule: DOCUMENT_PICTURE, onUp, value: paths, ready })
  const { complaint, preparing, isUp } = picker
  const file = picker.files.at(-1)
  const going = file !== undefined && !isUp
  const problem = complaint ? i18n._(complaint) : going ? undefined : error
  const alt = t`The business licence`
  const remove = (): void => {
    // Removed from the outbox first, or the outbox would put an uploaded file into the form again.
    void picker.cancel().then(() => onChange(''))
  }
  return (
    <Drop
      onFiles={(files) => void picker.pick(files)}
      className={classes(css.licence, Boolean(problem) && css.wrong)}
      label={t`Picture of the business licence`}
      describedBy={classes(`${id}-hint`, Boolean(problem) && `${id}-error`)}
    >
      {going ? (
        <OnItsWay file={file} alt={alt} onRetry={() => void picker.retry()} onCancel={() => void picker.cancel()} />
      ) : (
        value !== '' &&
        (file?.path === value ? <LocalDocument file={file} alt={alt} /> : <PrivateDocument path={value} alt={alt} />)
      )}
      <UploadSaid {...picker} />
      {preparing && (
        <span>
          <Trans>Reading the picture…</Trans>
        </span>
      )}
      {problem ? (
        <p className={field.error} id={`${id}-error`} role="alert">
          <Icon name="alert" size={16} />
          {problem}
        </p>
      ) : null}
      <Pickers replacing={value !== '' || going} onFiles={(files) => void picker.pick(files)}>
        {value !== '' && !going && !preparing && (
          <Button variant="quiet" onClick={remove}>
            <Icon name="trash" size={18} />
            <Trans>Remove</Trans>
          </Button>
        )}
      </Pickers>
      <p className={field.hint} id={`${id}-hint`}>
        <Trans>
          JPG or PNG, under 2 MB; a larger one is made smaller on this device. All four corners in the picture, every
          line readable.
        </Trans>
      </p>
    </Drop>
  )
}

/**
 * Shows a picture from the device while it is being uploaded. If the bytes are gone from the device, the server has
 * them.
 */
function LocalDocument({ file, alt }: { readonly file: FileItem; readonly alt: string }) {
  const url = useObjectUrl(useOutboxBytes(file.id))
  return url === null ? null : <DocumentView url={url} alt={alt} />
}

interface OnItsWayProps {
  readonly file: FileItem
  readonly alt: string
  readonly onRetry: () => void
  readonly onCancel: () => void
}

function OnItsWay({ file, alt, onRetry, onCancel }: OnItsWayProps) {
  const url = useObjectUrl(useOutboxBytes(file.id))
  const { needsSignIn } = useOutboxView()
  const stands = file.state === 'refused' || file.error !== null
  return (
    <div className={css.going}>
      {url !== null && <img src={url} alt={alt} />}
      <ItemState item={file} needsSignIn={needsSignIn} />
      <span className={css.acts}>
        {stands && (
          <Button size="small" variant={file.state === 'refused' ? 'line' : 'fill'} onClick={onRetry}>
            <Icon name="retry" size={16} />
            <Trans>Send again</Trans>
          </Button>
        )}
        <Button variant="line" size="small" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </span>
    </div>
  )
}

interface PickersProps {
  readonly replacing: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** Buttons to pick a picture from the device, or to take one with its camera. */
function Pickers({ replacing, onFiles, children }: PickersProps) {
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const input = {
    type: 'file',
    accept: DOCUMENT_PICTURE.mimes.join(','),
    hidden: true,
    onChange: ({ target }: { readonly target: HTMLInputElement }): void => {
      onFiles([...(target.files ?? [])])
      // Allows picking the same file again after the person has corrected it.
      target.value = ''
    },
  } as const
  return (
    <div className={css.acts}>
      <input {...input} ref={file} data-testid="licence-file" />
      <input {...input} ref={camera} capture="environment" />
      <Button variant="line" onClick={() => file.current?.click()}>
        <Icon name="doc" size={18} />
        {replacing ? <Trans>Choose another picture</Trans> : <Trans>Choose a picture</Trans>}
      </Button>
      <span className={css.camera}>
        <Button variant="line" onClick={() => camera.current?.click()}>
          <Icon name="camera" size={18} />
          <Trans>Take a photograph</Trans>
        </Button>
      </span>
      {children}
    </div>
  )
}

interface DropProps {
  readonly label: string
  readonly describedBy: string
  readonly className: string
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** Accepts files that are dropped on it. */
function Drop({ label, describedBy, className, onFiles, children }: DropProps) {
  const [over, setOver] = useState(false)
  const events = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFiles([...event.dataTransfer.files])
    },
  }
  return (
    <fieldset
      data-field="businessLicense"
      className={classes(className, over && css.over)}
      aria-label={label}
      aria-describedby={describedBy}
      {...events}
    >
      {children}
    </fieldset>
  )
}
