import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { Verification } from '../../../../contract/people.ts'
import type { Described } from '../../../../client/calls/describe.ts'
import { send } from '../../../../client/calls/index.ts'
import { serverNow } from '../../../../client/clock.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { already } from '../../../boot/deferred.ts'
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

const EMPTY = { verificationCode: '' }
const RULES = already(z.object({ verificationCode: Verification }))

/**
 * Who registered with a mainland number has proven that alone; with the mail address proven too, a password comes back
 * by either.
 */
export function EmailProof({ email }: { readonly email: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const problem = useProblem()
  const form = useForm({ name: 'email-proof', version: 1, initial: EMPTY, schema: RULES, draft: false })
  const [sent, setSent] = useState<SentCode | null>(null)
  const [demo, setDemo] = useState<string | null>(null)
  const [failed, setFailed] = useState<Described | null>(null)
  const [asking, ask] = useOnce(async () => {
    setFailed(null)
    try {
      const answer = await send('emailProofCode', {})
      setSent(sentAt(serverNow(), email, answer))
      setDemo(answer.demoCode)
    } catch (error) {
      setFailed(problem(error))
    }
  })
  const [busy, prove] = useOnce(async ({ verificationCode }: typeof EMPTY) => {
    if (sent === null) return
    try {
      await send('proveEmail', { body: { codeId: sent.codeId, code: verificationCode.trim() } })
      notify({ tone: 'good', title: t`Your mail address is verified.`, key: 'proven' })
      await client.invalidateQueries(profileQuery)
    } catch (error) {
      form.takeAt(placeOf(error, form.value) ?? 'verificationCode', error)
    }
  })
  return (
    <form className={css.proof} onSubmit={form.submit(prove)} noValidate>
      <p>
        <Trans>Verify your mail address so that you can recover your password by mail.</Trans>
      </p>
      <SendButton by="email" to={email} sent={sent} soon={null} busy={asking} onPress={ask} />
      {failed && <ProblemLine problem={failed} />}
      {sent === null ? null : (
        <>
          {demo === null ? null : (
            <DemoCode code={demo} by="email" onTake={() => form.set({ verificationCode: demo })} />
          )}
          <Field
            label={<Trans>Mail code</Trans>}
            {...form.field('verificationCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            required
          />
          <SubmitButton busy={busy} working={<Trans>Checking…</Trans>}>
            <Trans>Prove it</Trans>
          </SubmitButton>
        </>
      )}
    </form>
  )
}
