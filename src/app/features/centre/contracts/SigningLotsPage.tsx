import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { ApiError, type SentBy } from '../../../../client/calls/index.ts'
import { newKey } from '../../../../client/ports/newKey.ts'
import { useClient } from '../../../lib/client.ts'
import { useForm } from '../../../lib/form/useForm.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ReadAge, ReadProblem } from '../../../ui/read/index.ts'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { bodyOf, RULES, type ContractValues } from './contractForm.ts'
import { DeliveryFields, ParticularsFields } from './ParticularsFields.tsx'
import { groupOf, MoreLots, pickableOf, PickedTotal, PickLots, type Pickable } from './PickLots.tsx'
import { particularsQuery, TRADE, unsignedQuery, type Particulars } from './queries.ts'
import { idsOf, signingSearch } from './search.ts'
import css from './Signing.module.css'
import { markFormDone } from '../../../lib/doneForms.ts'

/** Won lots that are in no contract. The buyer picks lots of one seller and currency, and makes a contract of them. */
export function SigningLotsPage() {
  const { t } = useLingui()
  const search = signingSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const list = useQuery(unsignedQuery)
  const { data } = list
  const lots = data?.rows.map(pickableOf) ?? []
  const asked = idsOf(search.lots)
  const known = lots.filter(({ id }) => asked.includes(id))
  // The address may name lots of several sellers; only those that fit the first are picked.
  const picked = known.filter((lot) => known[0] && groupOf(lot) === groupOf(known[0]))
  const pick = (ids: readonly string[]): void =>
    void navigate({
      to: '.',
      search: (now: object) => signingSearch({ ...now, lots: ids.join(',') }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page
      title={t`Signing lots`}
      heading={<Trans>Signing lots</Trans>}
      sub={<Trans>Pick won lots of one seller and currency, check your particulars, and make the contract.</Trans>}
      {...(data && { actions: <ReadAge read={list} /> })}
    >
      {data === undefined && list.isError ? (
        <ReadProblem
          read={list}
          offline={<Trans>This list has not been opened on this device yet. It loads when you are back online.</Trans>}
        />
      ) : data === undefined ? (
        <SigningLotsSkeleton />
      ) : lots.length === 0 ? (
        <Nothing />
      ) : (
        <div className={css.page}>
          <section className={css.pick} aria-labelledby="pick-lots">
            <h2 id="pick-lots">
              <Trans>Lots of the contract</Trans>
            </h2>
            <PickLots lots={lots} picked={picked.map(({ id }) => id)} onChange={pick} />
            <MoreLots shown={lots.length} total={data.total} />
            <PickedTotal lots={picked} />
          </section>
          {picked.length > 0 && <Making lots={picked} />}
        </div>
      )}
    </Page>
  )
}

const Nothing = () => (
  <Empty
    title={<Trans>No won lot waits for a contract.</Trans>}
    action={
      <Link to="/user/contract" className={buttonClass()}>
        <Trans>View trade contracts</Trans>
      </Link>
    }
  >
    <Trans>Lots that your company wins appear here until they are in a contract.</Trans>
  </Empty>
)

/** The form of the contract; it starts with the particulars of the last one. */
function Making({ lots }: { readonly lots: readonly Pickable[] }) {
  const particulars = useQuery(particularsQuery)
  if (particulars.data) return <MakeForm lots={lots} known={particulars.data} />
  return particulars.isError ? <ReadProblem read={particulars} /> : <SigningLotsSkeleton />
}

type Body = SentBy<'contractMake'>['body']

function MakeForm({ lots, known }: { readonly lots: readonly Pickable[]; readonly known: Particulars }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useForm<ContractValues>({
    name: 'contract',
    version: 1,
    initial: { ...known, targetPort: '', note: '' },
    schema: RULES,
  })
  /** The key of the last request: the same contract sent again after a cut has the same key, so it counts once. */
  const sent = useRef({ text: '', key: '' })
  const make = useMutation({
    meta: { quiet: true },
    mutationFn: (body: Body) => {
      const text = JSON.stringify(body)
      if (sent.current.text !== text) sent.current = { text, key: newKey() }
      return client.calls.send('contractMake', { body }, { onceKey: sent.current.key })
    },
    onSuccess: async ({ contractId }) => {
      await form.draft.clear()
      markFormDone(client)
      await navigate({ to: '/order/sign/detail', search: { contractId }, replace: true })
      await queries.invalidateQueries({ queryKey: TRADE })
    },
    onError: (error) => {
      form.take(error)
      // A lot is in another contract by now, or its deal was cancelled.
      if (error instanceof ApiError && error.reason?.startsWith('contract.'))
        void queries.invalidateQueries({ queryKey: TRADE })
    },
  })
  const [busy, run] = useOnce((value: ContractValues) =>
    make.mutateAsync({ contractObjectIds: lots.map(({ id }) => id), ...bodyOf(value) }).then(
      () => undefined,
      () => undefined,
    ),
  )
  return (
    <form className={css.form} aria-label={t`Contract`} noValidate onSubmit={form.submit(run)} aria-busy={!form.ready}>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      <DeliveryFields form={form} />
      <ParticularsFields form={form} />
      <div className={css.end}>
        <PickedTotal lots={lots} />
        <SubmitButton busy={busy} working={<Trans>Making the contract…</Trans>}>
          <Trans>Make the contract</Trans>
        </SubmitButton>
        <p>
          <Trans>You read it and sign it on the next page. Until you do, it binds no one.</Trans>
        </p>
      </div>
    </form>
  )
}

const SigningLotsSkeleton = () => (
  <Skeleton className={css.page}>
    <SkeletonLine width="30%" height="1.4em" />
    <SkeletonLine height="72px" block />
    <SkeletonLine height="72px" block />
    <SkeletonLine height="280px" block />
  </Skeleton>
)
