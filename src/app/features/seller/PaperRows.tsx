import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { newKey } from '../../../client/ports/newKey.ts'
import { LOT_PAPER } from '../../../client/uploads/rules.ts'
import { useFilePicker } from '../../lib/useFilePicker.ts'
import { useOutboxView } from '../../lib/useOutbox.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import field from '../../ui/Field.module.css'
import { FileButton } from '../../ui/files/FileButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ItemState } from '../../ui/outbox/ItemState.tsx'
import { PAPERS, type PaperKind } from '../../ui/papers.ts'
import type { TypedPaper } from './lotForm.ts'
import css from './LotForm.module.css'
import { Part, type LotFormOf } from './parts.tsx'
import { useReported, type OnReading } from './useReported.ts'
import { UploadSaid } from '../../ui/edit/UploadSaid.tsx'

const MOST = 20
const KINDS = Object.keys(PAPERS) as readonly PaperKind[]

interface Props {
  readonly form: LotFormOf
  readonly subject: string
  readonly fixed: boolean
  readonly onReading: OnReading
}

/** Certificates and lists of the lot; every reader of the catalogue may read them. */
export function PaperRows({ form, subject, fixed, onReading }: Props) {
  const { t } = useLingui()
  const { papers } = form.value
  const error = form.errorOf('papers')
  const add = (): void =>
    form.set({ papers: [...papers, { key: newKey().slice(0, 8), kind: 'species', reference: '', file: '', name: '' }] })
  return (
    <Part
      title={<Trans>Papers</Trans>}
      about={<Trans>Everybody who may read the catalogue sees them on the lot’s page.</Trans>}
    >
      <fieldset className={css.papers} data-field="papers" aria-label={t`Papers`}>
        {papers.map((paper) => (
          <PaperRow key={paper.key} form={form} paper={paper} subject={subject} fixed={fixed} onReading={onReading} />
        ))}
      </fieldset>
      {error ? (
        <p className={field.error} role="alert">
          <Icon name="alert" size={16} />
          {error}
        </p>
      ) : null}
      {!fixed && papers.length < MOST && (
        <p className={css.acts}>
          <Button variant="line" onClick={add}>
            <Icon name="plus" size={18} />
            <Trans>Add a paper</Trans>
          </Button>
        </p>
      )}
    </Part>
  )
}

function PaperRow({ form, paper, subject, fixed, onReading }: Props & { readonly paper: TypedPaper }) {
  const { t, i18n } = useLingui()
  const { needsSignIn } = useOutboxView()
  const input = useRef<HTMLInputElement>(null)
  const { papers } = form.value
  const change = (part: Partial<TypedPaper>): void =>
    form.set({ papers: papers.map((one) => (one.key === paper.key ? { ...one, ...part } : one)) })
  const picker = useFilePicker({
    slot: { form: 'lot', subject, field: `paper-${paper.key}` },
    rule: LOT_PAPER,
    onUp: ([path = '']) => change({ file: path, name: file?.name ?? paper.name }),
    value: paper.file === '' ? [] : [paper.file],
    ready: form.ready,
  })
  useReported(`paper-${paper.key}`, picker.preparing, onReading)
  const file = picker.files.at(-1)
  const coming = file !== undefined && file.path !== paper.file
  const label = i18n._(PAPERS[paper.kind])
  const remove = (): void => {
    void picker.cancel().then(() => form.set({ papers: papers.filter(({ key }) => key !== paper.key) }))
  }
  return (
    <div className={css.paper}>
      <SelectField
        label={<Trans>Kind of paper</Trans>}
        value={paper.kind}
        onChange={({ target }) => change({ kind: KINDS.find((kind) => kind === target.value) ?? 'other' })}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {i18n._(PAPERS[kind])}
          </option>
        ))}
      </SelectField>
      <Field
        label={<Trans>Number or reference</Trans>}
        value={paper.reference}
        maxLength={120}
        onChange={({ target }) => change({ reference: target.value })}
      />
      <div className={css.paperFile}>
        {coming ? (
          <>
            <span>{file.name}</span>
            <ItemState item={file} needsSignIn={needsSignIn} />
          </>
        ) : (
          paper.file !== '' && (
            <FileButton path={paper.file} name={paper.name || 'paper'} keep={false} variant="quiet" size="small">
              {paper.name || <Trans>Open the file</Trans>}
            </FileButton>
          )
        )}
        <UploadSaid {...picker} />
        {picker.complaint && (
          <p className={field.error} role="alert">
            {i18n._(picker.complaint)}
          </p>
        )}
        {!fixed && (
          <span className={css.acts}>
            <input
              ref={input}
              type="file"
              hidden
              accept={LOT_PAPER.mimes.join(',')}
              data-testid="lot-paper"
              onChange={({ target }) => {
                void picker.pick([...(target.files ?? [])])
                target.value = ''
              }}
            />
            <Button variant="line" size="small" busy={picker.preparing} onClick={() => input.current?.click()}>
              <Icon name="doc" size={16} />
              {paper.file === '' && !coming ? <Trans>Choose a file</Trans> : <Trans>Choose another file</Trans>}
            </Button>
            <Button variant="quiet" size="small" aria-label={t`Remove: ${label}`} onClick={remove}>
              <Icon name="trash" size={16} />
              <Trans>Remove</Trans>
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}
