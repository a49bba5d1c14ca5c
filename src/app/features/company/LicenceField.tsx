import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { texts } from '../../../texts/messages.ts'
import { DOCUMENT_PICTURE } from '../../../client/uploads/rules.ts'
import { usePictureUpload, type Sending, type UploadPorts } from '../../lib/usePictureUpload.ts'
import { useObjectUrl } from '../../lib/usePrivateFile.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { DocumentView } from '../../ui/company/DocumentView.tsx'
import { PrivateDocument } from '../../ui/company/PrivateDocument.tsx'
import field from '../../ui/Field.module.css'
import { Icon } from '../../ui/Icon.tsx'
import css from './LicenceField.module.css'

interface Props {
  /** Path of the picture that is up; empty for none. */
  readonly value: string
  readonly onChange: (path: string) => void
  readonly error: string | undefined
  readonly ports?: UploadPorts
}

/** The licence's picture: picked or photographed, made small enough, sent up, looked at. */
export function LicenceField({ value, onChange, error, ports }: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  const [local, setLocal] = useState<{ readonly path: string; readonly file: File } | null>(null)
  const onUp = (path: string, file: File): void => {
    setLocal({ path, file })
    onChange(path)
  }
  const { state, pick, retry, cancel } = usePictureUpload({ rule: DOCUMENT_PICTURE, onUp, ...(ports && { ports }) })
  const problem =
    complaintOf(state, (why) => (typeof why === 'string' ? why || i18n._(texts.pictureUploadFailed) : i18n._(why))) ??
    error
  const alt = t`The business licence`
  return (
    <Drop
      onFiles={(files) => void pick(files)}
      className={classes(css.licence, Boolean(problem) && css.wrong)}
      label={t`Picture of the business licence`}
      describedBy={classes(`${id}-hint`, Boolean(problem) && `${id}-error`)}
    >
      {state.kind === 'sending' || state.kind === 'failed' ? (
        <OnItsWay state={state} alt={alt} onRetry={retry} onCancel={cancel} />
      ) : (
        value !== '' &&
        (local?.path === value ? (
          <LocalDocument file={local.file} alt={alt} />
        ) : (
          <PrivateDocument path={value} alt={alt} />
        ))
      )}
      {state.kind === 'preparing' && (
        <output>
          <Trans>Reading the picture…</Trans>
        </output>
      )}
      {problem ? (
        <p className={field.error} id={`${id}-error`} role="alert">
          <Icon name="alert" size={16} />
          {problem}
        </p>
      ) : null}
      <Pickers replacing={value !== '' || state.kind === 'failed'} onFiles={(files) => void pick(files)}>
        {value !== '' && state.kind === 'idle' && (
          <Button variant="quiet" onClick={() => onChange('')}>
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

function complaintOf(
  state: Sending,
  say: (why: Extract<Sending, { kind: 'refused' }>['why']) => string,
): string | undefined {
  return state.kind === 'refused' ? say(state.why) : undefined
}

function LocalDocument({ file, alt }: { readonly file: File; readonly alt: string }) {
  const url = useObjectUrl(file)
  return url === null ? null : <DocumentView url={url} alt={alt} />
}

interface OnItsWayProps {
  readonly state: Extract<Sending, { kind: 'sending' | 'failed' }>
  readonly alt: string
  readonly onRetry: () => void
  readonly onCancel: () => void
}

function OnItsWay({ state, alt, onRetry, onCancel }: OnItsWayProps) {
  const { t, i18n } = useLingui()
  const url = useObjectUrl(state.file)
  const kb = Math.ceil(state.file.size / 1024)
  const percent = state.kind === 'sending' ? Math.round(state.part * 100) : 0
  return (
    <div className={css.going}>
      {url !== null && <img src={url} alt={alt} />}
      {state.kind === 'sending' ? (
        <>
          <label className={css.bar}>
            {percent < 100 ? (
              <Trans>
                Sending {kb} kB: {percent} %
              </Trans>
            ) : (
              <Trans>Uploaded; the server is checking it…</Trans>
            )}
            <progress max={100} value={percent} aria-label={t`Upload`} />
          </label>
          <Button variant="line" size="small" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      ) : (
        <>
          <p className={field.error} role="alert">
            <Icon name="alert" size={16} />
            {i18n._(texts.pictureUploadFailed)}
          </p>
          <Button size="small" onClick={onRetry}>
            <Icon name="retry" size={16} />
            <Trans>Send again</Trans>
          </Button>
        </>
      )}
    </div>
  )
}

interface PickersProps {
  readonly replacing: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** From the pictures on the device, or straight from its camera where it has one at hand. */
function Pickers({ replacing, onFiles, children }: PickersProps) {
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const input = {
    type: 'file',
    accept: DOCUMENT_PICTURE.mimes.join(','),
    hidden: true,
    onChange: ({ target }: { readonly target: HTMLInputElement }): void => {
      onFiles([...(target.files ?? [])])
      // The same one may be picked again after it was mended.
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

/** Files may also be let fall on it. */
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
