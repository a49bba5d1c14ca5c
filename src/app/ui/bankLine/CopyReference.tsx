import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { copyText } from '../../lib/copyText.ts'
import { Button } from '../Button.tsx'
import css from './CopyReference.module.css'

interface Props {
  readonly label?: ReactNode
  readonly reference: string
  /** What is copied: the reference of a transfer, or an account's number. */
  readonly of?: 'reference' | 'account'
}

/** A reference that payers write into a transfer, or the account they pay to, with a button that copies it. */
export function CopyReference({ label, reference, of = 'reference' }: Props) {
  const { t } = useLingui()
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <p className={css.line}>
      {label !== undefined && <span>{label}</span>}
      <span className={css.reference} translate="no">
        {reference}
      </span>
      <Button
        variant="line"
        size="small"
        aria-label={of === 'account' ? t`Copy account number ${reference}` : t`Copy reference ${reference}`}
        onClick={() => void copyText(reference).then(setCopied)}
      >
        {copied === true ? (
          <Trans>Copied</Trans>
        ) : of === 'account' ? (
          <Trans>Copy number</Trans>
        ) : (
          <Trans>Copy reference</Trans>
        )}
      </Button>
      <output>{copied === false && <Trans>This browser does not copy. Please select it and copy it.</Trans>}</output>
    </p>
  )
}
