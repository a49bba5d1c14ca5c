import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { copyText } from '../../lib/copyText.ts'
import { Button } from '../Button.tsx'
import css from './CopyReference.module.css'

interface Props {
  readonly label: ReactNode
  readonly reference: string
}

/** A reference that payers write into a transfer, with a button that copies it. */
export function CopyReference({ label, reference }: Props) {
  const { t } = useLingui()
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <p className={css.line}>
      <span>{label}</span>
      <span className={css.reference} translate="no">
        {reference}
      </span>
      <Button
        variant="line"
        size="small"
        aria-label={t`Copy reference ${reference}`}
        onClick={() => void copyText(reference).then(setCopied)}
      >
        {copied === true ? <Trans>Copied</Trans> : <Trans>Copy reference</Trans>}
      </Button>
      <output>
        {copied === false && <Trans>This browser does not copy. Please select the reference and copy it.</Trans>}
      </output>
    </p>
  )
}
