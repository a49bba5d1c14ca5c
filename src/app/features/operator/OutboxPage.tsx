import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isRanged } from '../../../contract/dayRange.ts'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { DayRangeFields } from '../../ui/DayRangeFields.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Mark } from '../../ui/Mark.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import css from './OutboxPage.module.css'
import { outboxQuery, type OutboxRow } from './queries.ts'
import { outboxSearch } from './search.ts'
import { useClient } from '../../lib/client.ts'

/** Mails and SMS of the platform: sent, waiting, failed. */
export function OutboxPage() {
  const search = useSearch({ from: '/_signedIn/_centre/desk/outbox' })
  const navigate = useNavigate({ from: '/desk/outbox' })
  const list = useQuery(outboxQuery(search))
  const [reading, setReading] = useState<OutboxRow | null>(null)
  return (
    <>
      <ListPage
        title={useScreenTitle('DeskOutbox')}
        sub={
          <Trans>
            Emails and text messages, newest first. Until a provider is configured, they stay here to be read.
          </Trans>
        }
        list={list}
        dataKey="id"
        columns={useColumns(setReading)}
        search={search}
        onTurn={(turn) => void navigate({ search: (newest) => outboxSearch({ ...newest, ...turn }), replace: true })}
        filters={
          <search>
            <DayRangeFields
              range={search}
              onChange={(range) => void navigate({ search: outboxSearch({ ...range }), replace: true })}
            />
          </search>
        }
        empty={<Nothing ranged={isRanged(search)} onReset={() => void navigate({ search: {}, replace: true })} />}
      />
      {reading && (
        <Dialog title={reading.subject || reading.recipient} onClose={() => setReading(null)}>
          <p className={css.to}>{reading.recipient}</p>
          <p className={css.text}>{reading.body}</p>
        </Dialog>
      )}
    </>
  )
}

function Nothing({ ranged, onReset }: { readonly ranged: boolean; readonly onReset: () => void }) {
  if (ranged)
    return (
      <Empty
        title={<Trans>Nothing was written on these days.</Trans>}
        action={
          <Button variant="line" onClick={onReset}>
            <Trans>Show all</Trans>
          </Button>
        }
      />
    )
  return (
    <Empty title={<Trans>Nothing has been sent yet.</Trans>}>
      <Trans>Codes, decisions and results appear here as they go out.</Trans>
    </Empty>
  )
}

function useColumns(onRead: (row: OutboxRow) => void): readonly TableColumn<OutboxRow>[] {
  const client = useClient()
  const { t } = useLingui()
  return [
    {
      key: 'subject',
      header: t({ context: 'mail', message: 'Message' }),
      main: true,
      body: ({ channel, subject, body }) => (
        <>
          <strong>{subject || (channel === 'sms' ? t`Text message` : t`Email`)}</strong>
          {body && <small className={css.start}>{body}</small>}
        </>
      ),
    },
    { key: 'channel', header: t`Channel`, body: ({ channel }) => (channel === 'sms' ? t`SMS` : t`Email`) },
    { key: 'recipient', header: t({ context: 'mail', message: 'To' }), body: ({ recipient }) => recipient },
    {
      key: 'createdAt',
      header: t`Written`,
      body: ({ createdAt }) => (
        <time translate="no" dateTime={createdAt}>
          {formatMoment(createdAt, client.locale)}
        </time>
      ),
    },
    { key: 'state', header: t`Status`, body: (row) => <SentMark row={row} /> },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: (row) =>
        row.body === null ? (
          <small>
            <Trans>It contained a code and has been deleted.</Trans>
          </small>
        ) : (
          <>
            <Button variant="line" size="small" onClick={() => onRead(row)}>
              <Trans context="mail">Read</Trans>
            </Button>
            {(row.state === 'failing' || row.state === 'givenUp') && <SendAgain id={row.id} />}
          </>
        ),
    },
  ]
}

/** Sends a message again now, after the provider or the address was mended. */
function SendAgain({ id }: { readonly id: string }) {
  const client = useClient()
  const queries = useQueryClient()
  const renew = () => queries.invalidateQueries({ queryKey: ['desk', 'outbox'] })
  const send = useMutation({
    mutationFn: () => client.calls.send('outboxSend', { body: { id } }),
    onSettled: renew,
  })
  return (
    <ActButton variant="line" size="small" busy={send.isPending} onClick={() => send.mutate()}>
      <Trans context="mail">Send again</Trans>
    </ActButton>
  )
}

function SentMark({ row: { state, sentAt, error, attempts, nextAttemptAt } }: { readonly row: OutboxRow }) {
  const { locale } = useClient()
  if (sentAt !== null)
    return (
      <Mark tone="good" icon="check">
        <Trans context="mail">Sent</Trans>
      </Mark>
    )
  if (state !== 'givenUp' && error === null)
    return (
      <Mark tone="calm" icon="clock">
        <Trans context="mail">Waiting</Trans>
      </Mark>
    )
  const next = nextAttemptAt && formatMoment(nextAttemptAt, locale)
  return (
    <>
      {state === 'givenUp' ? (
        <Mark tone="bad" icon="alert">
          <Trans context="mail">Given up</Trans>
        </Mark>
      ) : (
        <Mark tone="warn" icon="clock">
          <Trans context="mail">Not taken yet</Trans>
        </Mark>
      )}
      {error !== null && (
        <small>
          <Trans>
            Attempts: {attempts}. {error}
          </Trans>
        </small>
      )}
      {next !== null && (
        <small>
          <Trans>Next attempt: {next}</Trans>
        </small>
      )}
    </>
  )
}
