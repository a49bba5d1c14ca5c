import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type FormEvent } from 'react'
import { formTexts } from '../../texts/forms.ts'
import { AreaField } from './AreaField.tsx'
import { ActButton } from './ActButton.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import css from './ReasonDialog.module.css'

interface Props {
  readonly title: string
  readonly about: string
  /** Common reasons; a press inserts one for the operator to complete. */
  readonly samples: readonly string[]
  readonly confirmLabel: string
  /** Instead of “Cancel”, which an act that cancels could be mistaken for. */
  readonly keepLabel?: string
  readonly danger?: boolean
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
}

const LONGEST = 500

/** Asks for the reason of an act; the person concerned reads it. */
export function ReasonDialog({
  title,
  about,
  samples,
  confirmLabel,
  keepLabel,
  danger = false,
  busy,
  onClose,
  onConfirm,
}: Props) {
  const { t, i18n } = useLingui()
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const id = useId()
  const given = reason.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (given !== '') onConfirm(given)
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            {keepLabel ?? <Trans>Cancel</Trans>}
          </Button>
          <ActButton type="submit" form={id} variant={danger ? 'danger' : 'fill'} busy={busy}>
            {confirmLabel}
          </ActButton>
        </>
      }
    >
      <form id={id} className={css.form} noValidate onSubmit={submit}>
        <p>{about}</p>
        <AreaField
          label={<Trans>Reason</Trans>}
          name="reason"
          required
          rows={4}
          maxLength={LONGEST}
          value={reason}
          error={asked && given === '' ? i18n._(formTexts.required) : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
        {samples.length > 0 && (
          <fieldset className={css.templates} aria-label={t`Common reasons`}>
            {samples.map((sample) => (
              <Button
                key={sample}
                variant="line"
                size="small"
                onClick={() => setReason(given === '' ? sample : `${given}\n${sample}`.slice(0, LONGEST))}
              >
                {sample}
              </Button>
            ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  )
}
