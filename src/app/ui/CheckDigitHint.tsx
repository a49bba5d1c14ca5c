import { useLingui } from '@lingui/react'
import { texts } from '../../texts/messages.ts'
import { Icon } from './Icon.tsx'

/** A field's warning, which bars nothing: the check digit of a credit code or tax number does not match. */
export function CheckDigitHint() {
  const { i18n } = useLingui()
  return (
    <output>
      <Icon name="alert" size={16} /> {i18n._(texts.checkDigitWrong)}
    </output>
  )
}
