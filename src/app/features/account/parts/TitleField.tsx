import { Trans } from '@lingui/react/macro'
import type { Form } from '../../../lib/form/useForm.ts'
import { ChoiceField, type Choice } from '../../../ui/ChoiceField.tsx'

/** Titles as on the wire. */
const TITLES = [
  { key: 'Mr.', label: <Trans>Mr.</Trans> },
  { key: 'Mrs.', label: <Trans>Mrs.</Trans> },
  { key: 'Miss', label: <Trans>Miss</Trans> },
] as const satisfies readonly Choice<string>[]

export function TitleField({ form }: { readonly form: Form<{ readonly appellationName: string }> }) {
  return (
    <ChoiceField
      name="appellationName"
      label={<Trans>Title</Trans>}
      choices={TITLES}
      row
      value={TITLES.find(({ key }) => key === form.value.appellationName)?.key ?? ''}
      error={form.errorOf('appellationName')}
      onChange={(appellationName) => form.set({ appellationName })}
      onBlur={() => form.leave('appellationName')}
    />
  )
}
