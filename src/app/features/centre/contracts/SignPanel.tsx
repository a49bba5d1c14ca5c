import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import * as z from 'zod'
import type { FormText } from '../../../../contract/people.ts'
import { ApiError, isTransport } from '../../../../client/calls/index.ts'
import { texts } from '../../../../texts/messages.ts'
import { resolved } from '../../../boot/deferred.ts'
import { useClient } from '../../../lib/client.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { ChoiceField } from '../../../ui/ChoiceField.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import field from '../../../ui/Field.module.css'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { withSecondFactor } from '../../../ui/secondFactor.ts'
import { notify } from '../../../ui/toast.ts'
import { SIGN } from './Acts.tsx'
import css from './Contract.module.css'
import { DrawPad } from './DrawPad.tsx'
import type { ContractInfo, Mark } from './queries.ts'
import { isSignature } from './strokes.ts'
import { isContractRefusal, useRenew } from './useAct.ts'

interface Signing {
  readonly kind: Mark['kind']
  readonly strokes: string
  readonly name: string
  /** The hash of the version that was agreed to: another version is agreed to anew. */
  readonly agreed: string
  readonly password: string
}
const says = (text: FormText): FormText => text

const rulesOf = (hash: string) =>
  resolved(
    z
      .object({
        kind: z.enum(['drawn', 'typed']),
        strokes: z.string(),
        name: z.string(),
        // A literal would end the judgement there, before the signature’s.
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

/** Consent, signature and password, entered at the moment of signing and never stored on the device. */
export function SignPanel({ contract }: { readonly contract: ContractInfo }) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const id = useId()
  const renew = useRenew()
  const { contractId, contractNo, hash, version, content, side } = contract
  const company = (side === 'seller' ? content.seller : content.buyer).companyName
  /** No answer came: pressing again is safe, a signature counts once. */
  const [unanswered, setUnanswered] = useState(false)
  const form = useForm<Signing>({
    name: 'signature',
    version: 1,
    initial: { kind: 'drawn', strokes: '', name: '', agreed: '', password: '' },
    schema: useMemo(() => rulesOf(hash), [hash]),
    draft: false,
  })
  const { kind, agreed } = form.value
  const sign = useMutation({
    meta: { quiet: true },
    mutationFn: async ({ kind: how, strokes, name, password }: Signing) => {
      const mark: Mark = how === 'drawn' ? { kind: 'drawn', strokes } : { kind: 'typed', name: name.trim() }
      try {
        await withSecondFactor(client, (second) =>
          client.calls.send('contractSign', { body: { contractId, hash, password, agreed: true, mark } }, { second }),
        )
      } catch (error) {
        // An attempt whose answer was lost had arrived.
        if (!(error instanceof ApiError && error.reason === 'contract.signed')) throw error
      }
    },
    onSuccess: async () => {
      setUnanswered(false)
      notify(client, {
        tone: 'good',
        title: t`Contract ${contractNo} is signed.`,
        text: side === 'seller' ? t`The platform verifies it next.` : t`The seller signs next.`,
      })
      await renew()
    },
    onError: async (error) => {
      setUnanswered(isTransport(error))
      form.take(error)
      if (isContractRefusal(error)) await renew()
    },
  })
  const [busy, run] = useOnce((value: Signing) =>
    sign.mutateAsync(value).then(
      () => undefined,
      () => undefined,
    ),
  )
  const consentError = form.errorOf('agreed')
  return (
    <section className={css.sign} aria-labelledby={`${id}-title`} id={SIGN} tabIndex={-1}>
      <h2 id={`${id}-title`}>
        <Trans>
          Sign version {version} of {contractNo}
        </Trans>
      </h2>
      <form noValidate onSubmit={form.submit(run)}>
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
        <SubmitButton busy={busy} working={<Trans>Signing…</Trans>}>
          {unanswered ? <Trans>Send the signature again</Trans> : <Trans>Sign the contract</Trans>}
        </SubmitButton>
      </form>
    </section>
  )
}
