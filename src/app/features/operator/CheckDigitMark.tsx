import { useLingui } from '@lingui/react'
import { texts } from '../../../texts/messages.ts'
import { Mark } from '../../ui/Mark.tsx'

/** Marks a credit code whose check digit does not match: the operator compares it with the licence. */
export function CheckDigitMark() {
  const { i18n } = useLingui()
  return (
    <Mark tone="warn" icon="alert">
      {i18n._(texts.checkDigitDoubt)}
    </Mark>
  )
}
