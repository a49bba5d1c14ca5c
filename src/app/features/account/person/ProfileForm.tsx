import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { PREFERRED_CONTACTS } from '../../../../contract/people.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { resolved } from '../../../boot/deferred.ts'
import { userQuery } from '../../../lib/user.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { ChoiceField } from '../../../ui/ChoiceField.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field } from '../../../ui/Field.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import css from '../parts/Flow.module.css'
import { placeOf } from '../parts/placeOf.ts'
import { ProfileFields } from '../parts/schema.ts'
import { TitleField } from '../parts/TitleField.tsx'
import { profileQuery, type Profile } from './profile.ts'
import { useClient } from '../../../lib/client.ts'

interface Props {
  readonly profile: Profile
  readonly button: ReactNode
  readonly onSaved: () => void
  readonly children?: ReactNode
}

/** The initial fields are valid without changes: a proven channel stands in for a chosen one. */
const fieldsOf = ({
  appellationName,
  name,
  companyName,
  position,
  preferredContact,
  phoneProven,
  emailProven,
}: Profile) => ({
  appellationName: appellationName ?? '',
  name,
  companyName: companyName ?? '',
  position: position ?? '',
  preferredContact: preferredContact ?? (phoneProven ? 'phone' : emailProven ? 'email' : ''),
})

const RULES = resolved(ProfileFields)
const CONTACTS = { phone: <Trans>By phone</Trans>, email: <Trans>By email</Trans> } as const

/** The profile fields that a person may change at any time. */
export function ProfileForm({ profile, button, onSaved, children }: Props) {
  const client = useClient()
  const queries = useQueryClient()
  const [initial] = useState(() => fieldsOf(profile))
  const form = useForm({ name: 'profile', version: 1, initial, schema: RULES })
  const [busy, save] = useOnce(async (value: typeof initial) => {
    try {
      await client.calls.send('completeProfile', { body: ProfileFields.parse(value) })
      await form.draft.clear()
      await Promise.all([queries.invalidateQueries(profileQuery), queries.invalidateQueries(userQuery)])
      onSaved()
    } catch (error) {
      form.showErrorAt(placeOf(error, form.value), error)
    }
  })
  return (
    <form className={css.form} onSubmit={form.submit(save)} noValidate>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      <TitleField form={form} />
      <Field label={<Trans>Name</Trans>} {...form.field('name')} autoComplete="name" required />
      <Field label={<Trans>Company name</Trans>} {...form.field('companyName')} autoComplete="organization" required />
      <Field
        label={<Trans>Position (optional)</Trans>}
        hint={<Trans>For example purchasing manager.</Trans>}
        {...form.field('position')}
        autoComplete="organization-title"
      />
      <ChoiceField
        name="preferredContact"
        label={<Trans>How should we get in touch?</Trans>}
        choices={PREFERRED_CONTACTS.map((key) => ({ key, label: CONTACTS[key] }))}
        row
        value={PREFERRED_CONTACTS.find((key) => key === form.value.preferredContact) ?? ''}
        error={form.errorOf('preferredContact')}
        onChange={(preferredContact) => form.set({ preferredContact })}
        onBlur={() => form.leave('preferredContact')}
      />
      <div className={css.acts}>
        <SubmitButton wide busy={busy} working={<Trans>Saving…</Trans>}>
          {button}
        </SubmitButton>
        {children}
      </div>
    </form>
  )
}
