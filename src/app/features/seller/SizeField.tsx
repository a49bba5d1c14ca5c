import { Trans, useLingui } from '@lingui/react/macro'
import { fieldOf } from '../../../contract/lot-fields.ts'
import { MEASURE_MOST, moistureOf, sizeOf, sizeShown, type SizeField as SizeName } from '../../../contract/sizes.ts'
import { moistureFigures } from '../../../domain/typed/moisture.ts'
import { formTexts } from '../../../texts/forms.ts'
import type { Form } from '../../lib/form/useForm.ts'
import { Field } from '../../ui/Field.tsx'
import { complaintOf, settledSize, type TypedLot } from './lotForm.ts'
import { FIELDS } from './words.ts'

interface Props {
  readonly form: Form<TypedLot>
  readonly name: SizeName | 'humidity'
}

/** A size or the moisture: shows what was understood while it is typed, and becomes the canonical text on leaving. */
export function SizeField({ form, name }: Props) {
  const { i18n } = useLingui()
  const bound = form.field(name)
  const text = bound.value.trim()
  const title = i18n._(FIELDS[name])
  const understood = understoodAs(name, form.value)
  // A stored text that cannot be read is an error before the cursor has been there.
  const stored = form.value.base !== '' && text !== '' && understood === null && storedAt(form.value, name) === text
  const complaint = stored ? complaintOf(name, text) : null
  const settle = (): void => {
    const settled = settledSize(name, text)
    if (settled !== bound.value) form.set({ [name]: settled })
    bound.onBlur()
  }
  return (
    <Field
      {...bound}
      onBlur={settle}
      label={fieldOf(name).optional ? <Trans>{title} (optional)</Trans> : title}
      required={!fieldOf(name).optional}
      maxLength={MEASURE_MOST}
      autoComplete="off"
      hint={understood ?? (name === 'humidity' ? <Trans>For example 10–12 %</Trans> : undefined)}
      error={bound.error ?? (complaint !== null && i18n._(formTexts[complaint]))}
    />
  )
}

/** The value as buyers will read it; null: there is none, or it cannot be read. */
function understoodAs(name: Props['name'], value: TypedLot): string | null {
  if (name === 'humidity') {
    const moisture = moistureOf(value[name].trim())
    return moisture && moistureFigures(moisture)
  }
  return sizeOf(value[name].trim()) === null ? null : sizeShown(name, value)
}

function storedAt({ base }: TypedLot, name: Props['name']): string {
  const content = JSON.parse(base) as Partial<Readonly<Record<typeof name, string | null>>>
  return content[name] ?? ''
}
