import { shownLotNo } from '../../../lib/lotNumber.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../../lib/client.ts'
import { useVersionedForm } from '../../../lib/form/useVersionedForm.ts'
import type { Saved } from '../../../lib/form/versioned.ts'
import type { Locale } from '../../../../client/locale/locale.ts'
import { Button } from '../../../ui/Button.tsx'
import { Conflict } from '../../../ui/edit/Conflict.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { bodyOf, LABEL, REVISION_RULES, type Revision } from './contractForm.ts'
import { DeliveryFields, ParticularsFields } from './ParticularsFields.tsx'
import { MoreLots, pickableOf, PickedTotal, PickLots, type Pickable } from './PickLots.tsx'
import { contractQuery, unsignedQuery, type ContractInfo } from './queries.ts'
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

const savedOf = ({ hash, content, side }: ContractInfo): Saved<Revision> => ({
  typed: {
    ...(side === 'buyer' ? content.buyer : content.seller),
    targetPort: content.targetPort,
    note: content.note,
    lots: content.lots.map(({ contractObjectId }) => contractObjectId),
  },
  version: hash,
})

/** Another version of the contract was made meanwhile. */
const isChanged = (error: unknown): boolean => isContractRefusal(error) && error.reason === 'contract.changed'

/** The form of the next version: the party's own particulars; for the buyer also lots, target port and note. */
export function ReviseForm({ contract, onDone }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const renew = useRenew()
  const { contractId, content, side, sellerName } = contract
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
  const { form, save, saving, conflict } = useVersionedForm({
    name: `contract-${contractId}`,
    shape: 2,
    saved: savedOf(contract),
    schema: REVISION_RULES,
    read: async () => savedOf(await queries.fetchQuery({ ...contractQuery(contractId, false), staleTime: 0 })),
    isChanged,
    send: async ({ lots: contractObjectIds, ...value }, hash) => {
      const { particulars, targetPort, note } = bodyOf(value)
      const buyers = buys ? { contractObjectIds: [...contractObjectIds], targetPort, note } : {}
      try {
        await client.calls.send('contractRevise', { body: { contractId, hash, particulars, ...buyers } })
      } catch (error) {
        // The contract is in another state than the page shows.
        if (isContractRefusal(error) && !isChanged(error)) await renew()
        throw error
      }
      return { typed: { ...value, lots: contractObjectIds }, version: hash }
    },
    onSaved: async () => {
      notify(client, {
        tone: 'good',
        title: t`The contract is changed.`,
        text: t`The new version waits for the buyer.`,
      })
      await renew()
      onDone()
    },
  })
  const { lots: picked } = form.value
  const chosen = lots.filter(({ id }) => picked.includes(id))
  const labelOf = (key: keyof Revision): string => {
    switch (key) {
      case 'lots':
        return t`Lots of the contract`
      case 'targetPort':
        return t`Target port`
      case 'note':
        return t`Note`
      default:
        return i18n._(LABEL[key])
    }
  }
  const valueOf = (key: keyof Revision, { [key]: value }: Revision): string =>
    typeof value === 'string' ? value : value.map((id) => lots.find((lot) => lot.id === id)?.lotNo ?? id).join(', ')
  return (
    <form
      className={css.form}
      aria-label={t`Change the contract`}
      noValidate
      onSubmit={form.submit(save)}
      aria-busy={!form.ready}
    >
      <p>
        <Trans>A change makes a new version. Signatures are cleared, and both parties sign it anew.</Trans>
      </p>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      {conflict && (
        <Conflict
          changes={conflict.changes}
          labelOf={labelOf}
          valueOf={(key, of) => valueOf(key, of === 'mine' ? form.value : conflict.theirs)}
          onTake={conflict.take}
          onKeep={conflict.keep}
        />
      )}
      {buys && (
        <section className={css.pick} aria-labelledby="revise-lots">
          <h2 id="revise-lots">
            <Trans>Lots of the contract</Trans>
          </h2>
          <PickLots lots={lots} picked={picked} onChange={(ids) => form.set({ lots: ids })} />
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
          <SubmitButton busy={saving} working={<Trans>Saving…</Trans>}>
            <Trans>Make the new version</Trans>
          </SubmitButton>
        </div>
      </div>
    </form>
  )
}
