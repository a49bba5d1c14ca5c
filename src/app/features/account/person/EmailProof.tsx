import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { typedCode } from '../../../../domain/typed/text.ts'
import { Verification } from '../../../../contract/people.ts'
import type { Described } from '../../../../client/calls/describe.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { resolved } from '../../../boot/deferred.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Field } from '../../../ui/Field.tsx'
import { ProblemLine } from '../../../ui/ProblemLine.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { useProblem } from '../../../ui/useProblem.ts'
import { sentAt, type SentCode } from '../parts/code.ts'
import { DemoCode } from '../parts/DemoCode.tsx'
import { placeOf } from '../parts/placeOf.ts'
import { SendButton } from '../parts/SendButton.tsx'
import css from './PersonPart.module.css'
import { profileQuery } from './profile.ts'
import { useClient } from '../../../lib/client.ts'

const EMPTY = { verificationCode: '' }
const RULES = resolved(z.object({ verificationCode: Verification }))

/**
 * Proves the mail address: registration with a mainland number proves only the phone, and with both proven, either
 * recovers the password.
 */
export function EmailProof({ email }: { readonly email: string }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const problem = useProblem()
  const form = useForm({ name: 'email-proof', version: 1, initial: EMPTY, schema: RULES, draft: false })
  const [sent, setSent] = useState<SentCode | null>(null)
  const [demo, setDemo] = useState<string | null>(null)
  const [failed, setFailed] = useState<Described | null>(null)
  const [asking, ask] = useOnce(async () => {
    setFailed(null)
    try {
      const answer = await client.calls.send('emailProofCode', {})
      setSent(sentAt(client.time.now(), email, answer))
      setDemo(answer.demoCode)
    } catch (error) {
      setFailed(problem(error))
    }
  })
  const [busy, prove] = useOnce(async ({ verificationCode }: typeof EMPTY) => {
    if (sent === null) return
    try {
      await client.calls.send('proveEmail', { body: { codeId: sent.codeId, code: typedCode(verificationCode) } })
      notify(client, { tone: 'good', title: t`Your email address is verified.`, key: 'proven' })
      await queries.invalidateQueries(profileQuery)
    } catch (error) {
      form.showErrorAt(placeOf(error, form.value) ?? 'verificationCode', error)
    }
  })
  return (
    <form className={css.proof} onSubmit={form.submit(prove)} noValidate>
      <p>
        <Trans>Verify your email address to recover your password by email.</Trans>
      </p>
      <SendButton by="email" to={email} sent={sent} soon={null} busy={asking} onPress={ask} />
      {failed && <ProblemLine problem={failed} />}
      {sent === null ? null : (
        <>
          {demo === null ? null : (
            <DemoCode code={demo} by="email" onTake={() => form.set({ verificationCode: demo })} />
          )}
          <Field
            label={<Trans>Email code</Trans>}
            {...form.field('verificationCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <SubmitButton busy={busy} working={<Trans>Checking…</Trans>}>
            <Trans>Verify</Trans>
          </SubmitButton>
        </>
      )}
    </form>
  )
}
