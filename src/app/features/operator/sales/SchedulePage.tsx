import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import * as z from 'zod'
import type { FormText } from '../../../../contract/people.ts'
import { resolved } from '../../../boot/deferred.ts'
import { useClient } from '../../../lib/client.ts'
import { formatZoned } from '../../../lib/format/index.ts'
import { useVersionedForm } from '../../../lib/form/useVersionedForm.ts'
import type { Saved } from '../../../lib/form/versioned.ts'
import { Allowed } from '../../../lib/permissions.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { Conflict } from '../../../ui/edit/Conflict.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Lots } from '../../../ui/Counted.tsx'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PhaseMark } from '../../../ui/marks.tsx'
import { notifyError } from '../../../ui/notifyError.ts'
import { Page } from '../../../ui/Page.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { Table, TableSkeleton, type TableColumn } from '../../../ui/table/Table.tsx'
import { notify } from '../../../ui/toast.ts'
import { suggestedTimes } from './moments.ts'
import { scheduleQuery, type ScheduleInfo } from './queries.ts'
import { newContent } from './sessionForm.ts'
import css from './SalePage.module.css'
import { markFormDone } from '../../../lib/doneForms.ts'

/** Stands for the id of a new schedule in the address. */
export const NEW = 'new'

/** A schedule: its name and venue in both languages, and its sessions. */
export function SchedulePage() {
  const { t } = useLingui()
  const client = useClient()
  const { scheduleId } = useParams({ from: '/_signedIn/_centre/desk/schedules/$scheduleId' })
  const isNew = scheduleId === NEW
  const schedule = useQuery({ ...scheduleQuery(scheduleId), enabled: !isNew })
  const { data } = schedule
  const name = data && (client.locale === 'zh' ? data.nameZh : data.nameEn)
  const title = isNew ? t`New schedule` : (name ?? t`Schedule`)
  return (
    <Page
      title={title}
      heading={title}
      actions={
        <Link to="/desk/sales" className={css.back}>
          <Icon name="left" size={16} />
          <Trans>All sales</Trans>
        </Link>
      }
    >
      {isNew ? (
        <ScheduleForm schedule={null} />
      ) : data ? (
        <>
          <Sessions schedule={data} />
          <ScheduleForm key={scheduleId} schedule={data} />
        </>
      ) : schedule.isError ? (
        <ReadProblem read={schedule} />
      ) : (
        <TableSkeleton />
      )}
    </Page>
  )
}

interface Typed {
  readonly nameZh: string
  readonly nameEn: string
  readonly venueZh: string
  readonly venueEn: string
}
const says = (message: FormText) => ({ message })
const line = z.string().trim().min(1, says('required')).max(120, says('tooLong'))
const RULES = resolved(z.looseObject({ nameZh: line, nameEn: line, venueZh: line, venueEn: line }))

const typedOf = ({ nameZh, nameEn, venueZh, venueEn }: Typed): Typed => ({ nameZh, nameEn, venueZh, venueEn })
const NOTHING: Typed = { nameZh: '', nameEn: '', venueZh: '', venueEn: '' }
const savedOf = (schedule: ScheduleInfo): Saved<Typed> => ({ typed: typedOf(schedule), version: schedule.version })

function ScheduleForm({ schedule }: { readonly schedule: ScheduleInfo | null }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const id = schedule?.scheduleId ?? null
  const { form, save, saving, conflict } = useVersionedForm({
    name: `schedule-${id ?? NEW}`,
    shape: 2,
    saved: schedule ? savedOf(schedule) : { typed: NOTHING, version: 0 },
    schema: RULES,
    read: id === null ? null : async () => savedOf(await queries.fetchQuery({ ...scheduleQuery(id), staleTime: 0 })),
    send: async (typed, began) => {
      const body = { scheduleId: id, version: Number(began), ...typed }
      const { scheduleId, version } = await client.calls.send('scheduleSave', { body })
      return { scheduleId, version, typed }
    },
    onSaved: async ({ scheduleId }) => {
      await queries.invalidateQueries({ queryKey: ['desk'] })
      notify(client, { tone: 'good', title: t`The schedule is saved.` })
      if (id !== null) return
      markFormDone(client)
      await navigate({ to: '/desk/schedules/$scheduleId', params: { scheduleId }, replace: true })
    },
  })
  const labels = {
    nameZh: t`Name (Chinese)`,
    nameEn: t`Name (English)`,
    venueZh: t`Venue (Chinese)`,
    venueEn: t`Venue (English)`,
  }
  return (
    <form className={css.part} noValidate aria-label={t`Schedule`} onSubmit={form.submit(save)}>
      <h2>
        <Trans>Name and venue</Trans>
      </h2>
      <ErrorSummary form={form} />
      <DraftNotice draft={form.draft} />
      {conflict && (
        <Conflict
          changes={conflict.changes}
          labelOf={(key) => labels[key]}
          valueOf={(key, of) => (of === 'mine' ? form.value : conflict.theirs)[key]}
          onTake={conflict.take}
          onKeep={conflict.keep}
        />
      )}
      <div className={css.fields}>
        <Field label={labels.nameZh} lang="zh-CN" {...form.field('nameZh')} />
        <Field label={labels.nameEn} lang="en" {...form.field('nameEn')} />
        <Field label={labels.venueZh} lang="zh-CN" {...form.field('venueZh')} />
        <Field label={labels.venueEn} lang="en" {...form.field('venueEn')} />
      </div>
      <Allowed permissions={['sale:session:edit']}>
        <div className={css.acts}>
          <SubmitButton busy={saving} working={<Trans>Saving…</Trans>}>
            <Trans>Save</Trans>
          </SubmitButton>
          {schedule?.sessions.length === 0 && <DeleteSchedule schedule={schedule} />}
        </div>
      </Allowed>
    </form>
  )
}

function DeleteSchedule({ schedule: { scheduleId, version } }: { readonly schedule: ScheduleInfo }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => client.calls.send('scheduleDelete', { body: { scheduleId, version } }),
    onSuccess: async () => {
      markFormDone(client)
      await navigate({ to: '/desk/sales' })
      await queries.invalidateQueries({ queryKey: ['desk', 'sales'] })
    },
  })
  const ask = async () => {
    const yes = await confirm(client, {
      title: t`Delete this schedule?`,
      text: t`It has no session. Nothing else is deleted with it.`,
      confirmLabel: t`Delete`,
      danger: true,
    })
    if (yes) remove.mutate()
  }
  return (
    <ActButton variant="line" busy={remove.isPending} onClick={() => void ask()}>
      <Icon name="trash" size={18} />
      <Trans>Delete</Trans>
    </ActButton>
  )
}

type SessionRow = ScheduleInfo['sessions'][number]

function Sessions({ schedule: { scheduleId, sessions } }: { readonly schedule: ScheduleInfo }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const add = useMutation({
    mutationFn: () =>
      client.calls.send('sessionSave', {
        body: {
          scheduleTimelineId: null,
          scheduleId,
          version: 0,
          content: newContent(suggestedTimes(client.time.now())),
        },
      }),
    onSuccess: async ({ scheduleTimelineId }) => {
      await queries.invalidateQueries({ queryKey: ['desk'] })
      await navigate({ to: '/desk/sales/$scheduleTimelineId', params: { scheduleTimelineId } })
    },
    onError: (error) => notifyError(client, error),
  })
  const columns: readonly TableColumn<SessionRow>[] = [
    {
      key: 'start',
      header: t`Start`,
      main: true,
      body: ({ scheduleTimelineId, startTime }) => (
        <Link to="/desk/sales/$scheduleTimelineId" params={{ scheduleTimelineId }}>
          <time translate="no" dateTime={startTime}>
            {formatZoned(startTime, client.locale)}
          </time>
        </Link>
      ),
    },
    { key: 'state', header: t`Status`, body: ({ state }) => <PhaseMark phase={state} /> },
    { key: 'host', header: t`Host`, body: ({ hostName }) => hostName ?? '–' },
    {
      key: 'lots',
      header: t`Lots`,
      body: ({ lotCount, submitted }) => (
        <>
          <Lots count={lotCount} />
          {submitted > 0 && (
            <small>
              <Trans>{submitted} to review</Trans>
            </small>
          )}
        </>
      ),
    },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: ({ scheduleTimelineId }) => (
        <Link
          to="/desk/sales/$scheduleTimelineId"
          params={{ scheduleTimelineId }}
          className={buttonClass({ variant: 'line', size: 'small' })}
        >
          <Trans context="sale">Open</Trans>
        </Link>
      ),
    },
  ]
  return (
    <section className={css.part}>
      <div className={css.title}>
        <h2>
          <Trans>Sessions</Trans>
        </h2>
        <Allowed permissions={['sale:session:edit']}>
          <ActButton busy={add.isPending} onClick={() => add.mutate()}>
            <Icon name="plus" size={18} />
            <Trans>New session</Trans>
          </ActButton>
        </Allowed>
      </div>
      {sessions.length === 0 ? (
        <Empty title={<Trans>No session yet.</Trans>}>
          <Trans>A session is one dated sale: it has a start, a host, rules and lots.</Trans>
        </Empty>
      ) : (
        <Table label={t`Sessions`} rows={sessions} dataKey="scheduleTimelineId" columns={columns} stale={false} />
      )}
    </section>
  )
}
