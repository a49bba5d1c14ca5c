import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod'
import type { FormText } from '../../../contract/people.ts'
import { texts } from '../../../texts/messages.ts'
import { ApiError } from '../../../client/calls/index.ts'
import { useForm } from '../../lib/form/useForm.ts'
import { resolved } from '../../boot/deferred.ts'
import { userQuery } from '../../lib/user.ts'
import type { BodyOfForm } from '../../../client/outbox/items.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import field from '../../ui/Field.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { SubmitButton } from '../../ui/SubmitButton.tsx'
import { SignatureWaits } from '../../ui/contract/SignatureWaits.tsx'
import { useSignature } from '../../ui/contract/useSignature.ts'
import { withSecondFactor } from '../../ui/secondFactor.ts'
import css from './AgreementPage.module.css'
import { agreementQuery, companyQuery } from './queries.ts'
import { useClient } from '../../lib/client.ts'

type SignBody = BodyOfForm<'agreementSignature'>
interface Signing {
  readonly agreed: boolean
  readonly password: string
}
const says = (text: FormText): FormText => text
const RULES = resolved(
  z.object({ agreed: z.literal(true, says('consentNeeded')), password: z.string().min(1, says('required')) }),
)

interface Props {
  readonly agreement: { readonly hash: string; readonly version: number; readonly passwordKey: string }
  readonly company: string
}

/**
 * Signs through the outbox, so that a signature made on a dying link is sent once. The password is stored sealed to the
 * server.
 */
export function SignForm({ agreement: { hash, version, passwordKey }, company }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const id = useId()
  const queries = useQueryClient()
  const form = useForm<Signing>({
    name: 'agreement',
    version: 1,
    initial: { agreed: false, password: '' },
    schema: RULES,
    draft: false,
  })
  const renew = () =>
    Promise.all(
      [agreementQuery, userQuery, companyQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
    )
  const refused = (error: unknown): void => {
    form.take(error)
    // The text has changed, and the person must read it before signing.
    if (error instanceof ApiError && (error.reason === 'agreement.changed' || error.reason === 'agreement.signed'))
      void queries.invalidateQueries({ queryKey: agreementQuery.queryKey })
  }
  const signature = useSignature({
    form: 'agreementSignature',
    signed: { id: '', no: '', version, hash },
    passwordKey,
    onBack: (item, error, pressedHere) => {
      if (error === null) return
      if (pressedHere && error.reason === 'auth.second_factor')
        return void withSecondFactor(client, (second) =>
          client.calls.send('agreementSign', { body: item.body as SignBody }, { second, onceKey: item.id }),
        ).then(renew, refused)
      refused(error)
    },
  })
  const sign = useMutation({
    meta: { quiet: true, outbox: true },
    mutationFn: async ({ password }: Signing) => {
      if (await signature.keep(password, (sealed) => ({ hash, password: sealed, agreed: true }))) return
      await client.link.need()
      await withSecondFactor(client, (second) =>
        client.calls.send('agreementSign', { body: { hash, password, agreed: true } }, { second }),
      )
      await renew()
    },
    onError: refused,
  })
  const consentError = form.errorOf('agreed')
  return (
    <section className={css.sign} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <Trans>Sign</Trans>
      </h2>
      {signature.waiting && !signature.isSending ? (
        <SignatureWaits
          item={signature.waiting}
          shown={{ hash, version }}
          needsSignIn={signature.needsSignIn}
          onRetry={signature.retry}
          onTakeBack={signature.takeBack}
        />
      ) : (
        <form noValidate onSubmit={form.submit((value) => sign.mutate(value))}>
          <ErrorSummary form={form} />
          <div className={field.field}>
            <label className={css.consent}>
              <input
                type="checkbox"
                name="agreed"
                checked={form.value.agreed}
                aria-invalid={consentError ? true : undefined}
                aria-describedby={consentError ? `${id}-error` : undefined}
                onChange={({ target }) => form.set({ agreed: target.checked })}
              />
              <span>{i18n._({ ...texts.agreementConsent, values: { company } })}</span>
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
          <SubmitButton outbox busy={sign.isPending || signature.isSending} working={<Trans>Signing…</Trans>}>
            <Trans>Sign the service agreement</Trans>
          </SubmitButton>
        </form>
      )}
    </section>
  )
}
