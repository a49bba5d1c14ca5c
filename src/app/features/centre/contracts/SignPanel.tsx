import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { BodyOfForm, FormItem } from '../../../../client/outbox/items.ts'
import { ApiError, isTransport } from '../../../../client/calls/index.ts'
import { useClient } from '../../../lib/client.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { SignatureWaits } from '../../../ui/contract/SignatureWaits.tsx'
import { useSignature } from '../../../ui/contract/useSignature.ts'
import { withSecondFactor } from '../../../ui/secondFactor.ts'
import { notify } from '../../../ui/toast.ts'
import { SIGN } from './Acts.tsx'
import css from './Contract.module.css'
import type { ContractInfo, Mark } from './queries.ts'
import { rulesOf, SignFields, type Signing } from './SignFields.tsx'
import { isContractRefusal, useRenew } from './useAct.ts'

type SignBody = BodyOfForm<'contractSignature'>

/**
 * Signs through the outbox, so that a signature made on a dying link is sent once. The password is stored sealed to the
 * server.
 */
export function SignPanel({ contract }: { readonly contract: ContractInfo }) {
  const client = useClient()
  const { t } = useLingui()
  const id = useId()
  const renew = useRenew()
  const { contractId, contractNo, hash, version, side } = contract
  /** The server has not answered: pressing again is safe, since a signature counts once. */
  const [unanswered, setUnanswered] = useState(false)
  const form = useForm<Signing>({
    name: 'signature',
    version: 1,
    initial: { kind: 'drawn', strokes: '', name: '', agreed: '', password: '' },
    schema: useMemo(() => rulesOf(hash), [hash]),
    draft: false,
  })
  const secondFactor = (item: FormItem): Promise<unknown> =>
    withSecondFactor(client, (second) =>
      client.calls.send('contractSign', { body: item.body as SignBody }, { second, onceKey: item.id }),
    ).then(renew, form.take)
  const signature = useSignature({
    form: 'contractSignature',
    signed: { id: contractId, no: contractNo, version, hash },
    passwordKey: contract.passwordKey,
    onBack: (item, error, pressedHere) => {
      const { mark } = item.body as SignBody
      form.set(mark.kind === 'drawn' ? { kind: 'drawn', strokes: mark.strokes } : { kind: 'typed', name: mark.name })
      if (error === null) return
      if (pressedHere && error.reason === 'auth.second_factor') return void secondFactor(item)
      form.showErrorAt(error.reason === 'account.wrong_password' ? 'password' : undefined, error)
      if (isContractRefusal(error)) void renew()
    },
  })
  const sign = useMutation({
    meta: { quiet: true, outbox: true },
    mutationFn: async ({ kind: how, strokes, name, password }: Signing) => {
      const mark: Mark = how === 'drawn' ? { kind: 'drawn', strokes } : { kind: 'typed', name: name.trim() }
      const about = { contractId, hash, agreed: true, mark } as const
      if (await signature.keep(password, (sealed) => ({ ...about, password: sealed }))) return 'kept'
      await client.link.need()
      try {
        await withSecondFactor(client, (second) =>
          client.calls.send('contractSign', { body: { ...about, password } }, { second }),
        )
      } catch (error) {
        // An earlier attempt had arrived, though its answer was lost.
        if (!(error instanceof ApiError && error.reason === 'contract.signed')) throw error
      }
      return 'sent'
    },
    onSuccess: async (how) => {
      setUnanswered(false)
      // The outbox sends the signature, and reports its arrival.
      if (how === 'kept') return
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
  return (
    <section className={css.sign} aria-labelledby={`${id}-title`} id={SIGN} tabIndex={-1}>
      <h2 id={`${id}-title`}>
        <Trans>
          Sign version {version} of {contractNo}
        </Trans>
      </h2>
      {signature.waiting && !signature.isSending ? (
        <SignatureWaits
          item={signature.waiting}
          shown={contract}
          needsSignIn={signature.needsSignIn}
          onRetry={signature.retry}
          onTakeBack={signature.takeBack}
        />
      ) : (
        <SignFields
          contract={contract}
          form={form}
          busy={busy || signature.isSending}
          unanswered={unanswered}
          onSign={run}
        />
      )}
    </section>
  )
}
