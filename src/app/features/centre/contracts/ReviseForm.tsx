import { shownLotNo } from '../../../lib/lotNumber.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import type { Locale } from '../../../../client/locale/locale.ts'
import { Button } from '../../../ui/Button.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { bodyOf, RULES, type ContractValues } from './contractForm.ts'
import { DeliveryFields, ParticularsFields } from './ParticularsFields.tsx'
import { MoreLots, pickableOf, PickedTotal, PickLots, type Pickable } from './PickLots.tsx'
import { unsignedQuery, type ContractInfo } from './queries.ts'
import css from './Signing.module.css'
import { isContractRefusal, useRenew } from './useAct.ts'

interface Props {
  readonly contract: ContractInfo
  readonly onDone: () => void
}

const lotsOf = ({ content }: ContractInfo, locale: Locale): readonly Pickable[] =>
  content.lots.map((lot) => ({
    id: lot.contractObjectId,
    lotNo: shownLotNo(lot),
    name: lot.name[locale],
    sale: lot.session[locale],
    seller: '',
    sellerName: content.seller.companyName,
    currency: content.currency,
    price: lot.price,
    quantity: lot.quantity,
    unit: lot.unit,
    amount: lot.amount,
  }))

/** The form of the next version: the party's own particulars; for the buyer also lots, target port and note. */
export function ReviseForm({ contract, onDone }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const renew = useRenew()
  const { contractId, hash, content, side, sellerName } = contract
  const buys = side === 'buyer'
  const own = lotsOf(contract, client.locale)
  const others = useQuery({ ...unsignedQuery, enabled: buys })
  // Adds lots of the same seller and currency that are in no contract yet.
  const lots = [
    ...own,
    ...(others.data?.rows ?? [])
      .filter((row) => row.companyName === sellerName && row.currency === content.currency)
      .map(pickableOf)
      .filter(({ id }) => own.every((lot) => lot.id !== id))
      .map((lot) => ({ ...lot, seller: '', sellerName: content.seller.companyName })),
  ]
  const [picked, setPicked] = useState<readonly string[]>(own.map(({ id }) => id))
  const chosen = lots.filter(({ id }) => picked.includes(id))
  const form = useForm<ContractValues>({
    name: `contract-${contractId}`,
    version: 1,
    initial: { ...(buys ? content.buyer : content.seller), targetPort: content.targetPort, note: content.note },
    schema: RULES,
  })
  const revise = useMutation({
    meta: { quiet: true },
    mutationFn: (value: ContractValues) => {
      const { particulars, targetPort, note } = bodyOf(value)
      const buyers = buys ? { contractObjectIds: [...picked], targetPort, note } : {}
      return client.calls.send('contractRevise', { body: { contractId, hash, particulars, ...buyers } })
    },
    onSuccess: async () => {
      await form.draft.clear()
      notify(client, {
        tone: 'good',
        title: t`The contract is changed.`,
        text: t`The new version waits for the buyer.`,
      })
      await renew()
      onDone()
    },
    onError: async (error) => {
      form.take(error)
      if (isContractRefusal(error)) await renew()
    },
  })
  const [busy, run] = useOnce((value: ContractValues) =>
    revise.mutateAsync(value).then(
      () => undefined,
      () => undefined,
    ),
  )
  return (
    <form
      className={css.form}
      aria-label={t`Change the contract`}
      noValidate
      onSubmit={form.submit(run)}
      aria-busy={!form.ready}
    >
      <p>
        <Trans>A change makes a new version. Signatures are cleared, and both parties sign it anew.</Trans>
      </p>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      {buys && (
        <section className={css.pick} aria-labelledby="revise-lots">
          <h2 id="revise-lots">
            <Trans>Lots of the contract</Trans>
          </h2>
          <PickLots lots={lots} picked={picked} onChange={setPicked} />
          {others.data && <MoreLots shown={others.data.rows.length} total={others.data.total} />}
        </section>
      )}
      {buys && <DeliveryFields form={form} />}
      <ParticularsFields form={form} />
      <div className={css.end}>
        {buys && <PickedTotal lots={chosen} />}
        <div className={css.acts}>
          <Button variant="line" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
          <SubmitButton busy={busy} working={<Trans>Saving…</Trans>}>
            <Trans>Make the new version</Trans>
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}
