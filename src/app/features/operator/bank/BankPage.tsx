import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useClient } from '../../../lib/client.ts'
import { formatDate, formatMoment, formatMoney } from '../../../lib/format/index.ts'
import { useScreenTitle } from '../../../lib/screenTitle.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Money } from '../../../ui/Money.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import { notify } from '../../../ui/toast.ts'
import { LimitBelow } from '../sales/LimitBelow.tsx'
import css from './BankPage.module.css'
import { BANK_KEY, bankEntriesQuery, type BankEntry, type BankResult } from './queries.ts'
import { RecordDialog } from './RecordDialog.tsx'
import { BANK_STATES, bankSearch } from './search.ts'
import { StatementField } from './StatementField.tsx'
import { REASON, STATE } from './words.ts'

/** Files of the bank: what matches is recorded, the rest waits here with a guess. */
export function BankPage() {
  const { t, i18n } = useLingui()
  const search = useSearch({ from: '/_signedIn/_centre/desk/bank' })
  const navigate = useNavigate({ from: '/desk/bank' })
  const list = useQuery(bankEntriesQuery(search))
  const [recording, setRecording] = useState<BankEntry | null>(null)
  const [leaving, setLeaving] = useState<BankEntry | null>(null)
  const [below, setBelow] = useState<BankResult['below']>([])
  const { state = 'waiting' } = search
  return (
    <>
      <ListPage
        title={useScreenTitle('DeskBank')}
        sub={
          <Trans>
            Entries with one reference of ours are recorded by themselves; the rest waits here with a guess.
          </Trans>
        }
        above={<StatementField />}
        list={list}
        dataKey="id"
        columns={useColumns({ onRecord: setRecording, onLeave: setLeaving, onBelow: setBelow })}
        search={search}
        onTurn={(turn) => void navigate({ search: (newest) => bankSearch({ ...newest, ...turn }), replace: true })}
        filters={
          <search>
            <SelectField
              label={t`Status`}
              value={state}
              onChange={({ target }) =>
                void navigate({ search: bankSearch({ size: search.size, state: target.value }), replace: true })
              }
            >
              {BANK_STATES.map((one) => (
                <option key={one} value={one}>
                  {one === 'all' ? t`All` : i18n._(STATE[one][1])}
                </option>
              ))}
            </SelectField>
          </search>
        }
        empty={
          state === 'waiting' ? (
            <Empty title={<Trans>Nothing waits.</Trans>}>
              <Trans>Entries of a bank file that do not match exactly appear here.</Trans>
            </Empty>
          ) : (
            <Empty title={<Trans>No entries here.</Trans>} />
          )
        }
      />
      {recording && <RecordDialog entry={recording} onClose={() => setRecording(null)} />}
      {leaving && <LeaveDialog entry={leaving} onClose={() => setLeaving(null)} />}
      {below.length > 0 && <BelowDialog below={below} onClose={() => setBelow([])} />}
    </>
  )
}

interface BelowDialogProps {
  readonly below: BankResult['below']
  readonly onClose: () => void
}

/** Limits that fell below what their bidders have won and lead, as an entry was taken back. */
function BelowDialog({ below, onClose }: BelowDialogProps) {
  return (
    <Dialog
      title={<Trans>The entry is taken back.</Trans>}
      onClose={onClose}
      actions={
        <Button variant="line" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {below.map(({ companyName, saleName, limits }, at) => (
        <LimitBelow key={at} companyName={companyName} saleName={saleName} below={limits} />
      ))}
    </Dialog>
  )
}

interface Acts {
  readonly onRecord: (entry: BankEntry) => void
  readonly onLeave: (entry: BankEntry) => void
  readonly onBelow: (below: BankResult['below']) => void
}

function useColumns({ onRecord, onLeave, onBelow }: Acts): readonly TableColumn<BankEntry>[] {
  const { locale } = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'texts',
      header: t`Bank entry`,
      main: true,
      body: ({ payer, payerAccount, texts, number }) => (
        <>
          <strong>{payer || payerAccount || <Trans>Payer not named</Trans>}</strong>
          <small className={css.texts}>{[...texts, number].filter((text) => text !== '').join(' · ')}</small>
        </>
      ),
    },
    {
      key: 'day',
      header: t`Day at the bank`,
      body: ({ day }) => (
        <time translate="no" dateTime={day}>
          {formatDate(day, locale)}
        </time>
      ),
    },
    {
      key: 'amount',
      header: t({ context: 'bank', message: 'Amount' }),
      body: (entry) => <Amount entry={entry} />,
    },
    { key: 'state', header: t`Status`, body: (entry) => <What entry={entry} /> },
    {
      key: 'debt',
      header: t`For`,
      body: (entry) => <For entry={entry} />,
    },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: (entry) =>
        entry.state === 'waiting' && (
          <>
            {entry.reversal ? (
              <TakeBackButtons entry={entry} onBelow={onBelow} />
            ) : (
              <Button variant="line" size="small" onClick={() => onRecord(entry)}>
                <Trans>Record…</Trans>
              </Button>
            )}
            <Button variant="line" size="small" onClick={() => onLeave(entry)}>
              <Trans context="bank">Leave…</Trans>
            </Button>
          </>
        ),
    },
  ]
}

/** The debt that the entry pays, or is guessed to pay; of a reversal that waits, what it may take back. */
function For({ entry: { debt, state, takesBack } }: { readonly entry: BankEntry }) {
  const { locale } = useClient()
  if (debt === null && takesBack.length === 0) return '–'
  return (
    <>
      {debt !== null && (
        <>
          {state === 'waiting' && <Trans>Guess:</Trans>} {debt.companyName}
          <Reference of={debt} />
        </>
      )}
      {takesBack.map((one) => (
        <div key={JSON.stringify(one.of)}>
          <Trans>May reverse:</Trans> {one.companyName}
          <Reference of={one}>
            {' · '}
            <time translate="no" dateTime={one.day}>
              {formatDate(one.day, locale)}
            </time>
          </Reference>
        </div>
      ))}
    </>
  )
}

interface ReferenceProps {
  readonly of: Pick<NonNullable<BankEntry['debt']>, 'saleName' | 'reference'>
  readonly children?: ReactNode
}
const Reference = ({ of: { saleName, reference }, children }: ReferenceProps) => (
  <small>
    {saleName !== null && `${saleName} · `}
    <span className={css.reference} translate="no">
      {reference}
    </span>
    {children}
  </small>
)

/** Takes back what a waiting reversal may mean, each by one press. */
function TakeBackButtons({ entry: { id, takesBack }, onBelow }: Pick<Acts, 'onBelow'> & { readonly entry: BankEntry }) {
  const client = useClient()
  const queries = useQueryClient()
  const { t } = useLingui()
  const take = useMutation({
    mutationFn: ({ of }: BankEntry['takesBack'][number]) =>
      client.calls.send('bankEntryTakeBack', { body: { id, of } }),
    onSuccess: ({ below }) => {
      if (below.length > 0) onBelow(below)
      else notify(client, { tone: 'good', title: t`The entry is taken back.` })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk'] }),
  })
  return takesBack.map((one) => {
    const { reference } = one
    return (
      <ActButton
        key={JSON.stringify(one.of)}
        variant="line"
        size="small"
        busy={take.isPending}
        aria-label={t`Take back ${reference}`}
        onClick={() => take.mutate(one)}
      >
        {takesBack.length === 1 ? <Trans>Take back</Trans> : <Trans>Take back {reference}</Trans>}
      </ActButton>
    )
  })
}

/** What arrived; what the payer instructed, and the bank's charges, where the file names them. */
function Amount({ entry: { amount, currency, charges, instructed, short } }: { readonly entry: BankEntry }) {
  const written = (of: NonNullable<BankEntry['charges']>) => formatMoney(of.amount, of.currency)
  return (
    <>
      <Money amount={amount} currency={currency} />
      {short !== null && (
        <small>
          <Trans>
            Short by <Money amount={short} currency={currency} />
          </Trans>
        </small>
      )}
      {charges !== null && (
        <small>
          <Trans>Charges: {written(charges)}</Trans>
        </small>
      )}
      {instructed !== null && (
        <small>
          <Trans>Instructed: {written(instructed)}</Trans>
        </small>
      )}
    </>
  )
}

/** What became of the entry, or why it waits. */
function What({ entry }: { readonly entry: BankEntry }) {
  const { locale } = useClient()
  const { i18n } = useLingui()
  const { state, reason, refusal, reversal, byHand, why, decidedBy, decidedAt } = entry
  const [tone, words] = STATE[state]
  const by = byHand?.by ?? decidedBy
  const moment = formatMoment(byHand?.at ?? decidedAt, locale)
  return (
    <>
      <Mark tone={tone}>{i18n._(words)}</Mark>
      {reversal && state === 'recorded' && (
        <small>
          <Trans>A reversal: its entry is taken back.</Trans>
        </small>
      )}
      {state === 'waiting' && reason !== null && <small>{i18n._(REASON[reason])}</small>}
      {state === 'waiting' && refusal !== null && <small>{refusal}</small>}
      {byHand && (
        <small>
          <Trans>
            Already recorded by {by} on {moment}
          </Trans>
        </small>
      )}
      {state === 'left' && (
        <small>
          <Trans>
            {by}: {why}
          </Trans>
        </small>
      )}
    </>
  )
}

function LeaveDialog({ entry: { id }, onClose }: { readonly entry: BankEntry; readonly onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const { t } = useLingui()
  const leave = useMutation({
    mutationFn: (why: string) => client.calls.send('bankEntryLeave', { body: { id, why } }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: BANK_KEY }),
  })
  return (
    <ReasonDialog
      title={t`Leave this entry?`}
      about={t`It is not recorded, and does not wait any longer. Colleagues read the reason.`}
      samples={[t`Not for a sale and not for a contract`, t`Returned to the payer`]}
      confirmLabel={t({ context: 'bank', message: 'Leave' })}
      busy={leave.isPending}
      onClose={onClose}
      onConfirm={(why) => leave.mutate(why)}
    />
  )
}
