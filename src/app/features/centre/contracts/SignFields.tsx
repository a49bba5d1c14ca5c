import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import * as z from 'zod'
import type { FormText } from '../../../../contract/people.ts'
import { texts } from '../../../../texts/messages.ts'
import { resolved } from '../../../boot/deferred.ts'
import type { Form } from '../../../lib/form/useForm.ts'
import { ChoiceField } from '../../../ui/ChoiceField.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import field from '../../../ui/Field.module.css'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import css from './Contract.module.css'
import { DrawPad } from './DrawPad.tsx'
import type { ContractInfo, Mark } from './queries.ts'
import { isSignature } from './strokes.ts'

export interface Signing {
  readonly kind: Mark['kind']
  readonly strokes: string
  readonly name: string
  /** Hash of the version that the signer agreed to: another version needs a new consent. */
  readonly agreed: string
  readonly password: string
}
const says = (text: FormText): FormText => text

export const rulesOf = (hash: string) =>
  resolved(
    z
      .object({
        kind: z.enum(['drawn', 'typed']),
        strokes: z.string(),
        name: z.string(),
        // `z.literal` would end the validation before the signature’s fields.
        agreed: z.string().refine((agreed) => agreed === hash, says('consentNeeded')),
        password: z.string().min(1, says('required')),
      })
      .superRefine(({ kind, strokes, name }, ctx) => {
        if (kind === 'drawn' ? !isSignature(strokes) : name.trim() === '' || name.trim().length > 60)
          ctx.addIssue({
            code: 'custom',
            path: [kind === 'drawn' ? 'strokes' : 'name'],
            message: says('signatureNeeded'),
          })
      }),
  )

interface Props {
  readonly contract: ContractInfo
  readonly form: Form<Signing>
  readonly busy: boolean
  /** The server has not answered the last attempt. */
  readonly unanswered: boolean
  readonly onSign: (value: Signing) => void
}

/** The signer's consent, signature and password. */
export function SignFields({
  contract: { contractNo, version, hash, content, side },
  form,
  busy,
  unanswered,
  onSign,
}: Props) {
  const { t, i18n } = useLingui()
  const id = useId()
  const company = (side === 'seller' ? content.seller : content.buyer).companyName
  const { kind, agreed } = form.value
  const consentError = form.errorOf('agreed')
  return (
    <form noValidate onSubmit={form.submit(onSign)}>
      <ErrorSummary form={form} />
      {unanswered && (
        <p className={css.again}>
          <Icon name="retry" size={18} />
          <Trans>
            No answer came. Your signature is still here: send it again. It counts once, however often it is sent.
          </Trans>
        </p>
      )}
      <ChoiceField
        label={t`How to sign`}
        name="kind"
        row
        value={kind}
        choices={[
          { key: 'drawn', label: <Trans>Draw</Trans> },
          { key: 'typed', label: <Trans>Type the name</Trans> },
        ]}
        onChange={(next) => form.set({ kind: next })}
      />
      {kind === 'drawn' ? (
        <DrawPad
          value={form.value.strokes}
          error={form.errorOf('strokes')}
          onChange={(strokes) => form.set({ strokes })}
        />
      ) : (
        <>
          <Field label={t`Your full name`} autoComplete="name" maxLength={60} required {...form.field('name')} />
          {form.value.name.trim() !== '' && (
            <p className={css.preview} aria-hidden="true">
              <span className={css.hand}>{form.value.name}</span>
            </p>
          )}
        </>
      )}
      <div className={field.field}>
        <label className={css.consent}>
          <input
            type="checkbox"
            name="agreed"
            checked={agreed === hash}
            aria-invalid={consentError ? true : undefined}
            aria-describedby={consentError ? `${id}-error` : undefined}
            onChange={({ target }) => form.set({ agreed: target.checked ? hash : '' })}
          />
          <span>{i18n._({ ...texts.contractConsent, values: { version, contractNo, company } })}</span>
        </label>
        {consentError ? (
          <p className={field.error} id={`${id}-error`}>
            <Icon name="alert" size={16} />
            {consentError}
          </p>
        ) : null}
      </div>
      <PasswordField
        label={t`Your password`}
        autoComplete="current-password"
        required
        {...form.field('password')}
        hint={<Trans>Asked again to protect a device left unattended.</Trans>}
      />
      <SubmitButton outbox busy={busy} working={<Trans>Signing…</Trans>}>
        {unanswered ? <Trans>Send the signature again</Trans> : <Trans>Sign the contract</Trans>}
      </SubmitButton>
    </form>
  )
}
