import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { resolved } from '../../../boot/deferred.ts'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { useVersionedForm } from '../../../lib/form/useVersionedForm.ts'
import type { Saved } from '../../../lib/form/versioned.ts'
import { Allowed } from '../../../lib/permissions.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Conflict } from '../../../ui/edit/Conflict.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { DraftNotice } from '../../../ui/DraftNotice.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { FigureField } from '../../../ui/FigureField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { SubmitButton } from '../../../ui/SubmitButton.tsx'
import { notify } from '../../../ui/toast.ts'
import { useFar } from '../../../ui/useFar.tsx'
import { readMoment } from './moments.ts'
import { hostsQuery, sessionQuery } from './queries.ts'
import { depositPairs, meantSession, SESSION_FIGURES, sessionSchema, typedSession } from './sessionForm.ts'
import type { SessionInfo, TypedSession } from './sessionForm.ts'
import css from './SalePage.module.css'
import { markFormDone } from '../../../lib/doneForms.ts'

const RULES = resolved(sessionSchema)

function useLabels(): Readonly<Record<keyof TypedSession, string>> {
  const { t } = useLingui()
  return {
    startTime: t`Start (Beijing time)`,
    signUpDeadline: t`Sign-up closes (Beijing time)`,
    hostAccountId: t`Host`,
    reservePolicy: t`Reserve`,
    admission: t`Admission of bidders`,
    biddingSeconds: t`Bidding time of a round, seconds`,
    extensionSeconds: t`Extension after a late bid, seconds`,
    hardEndSeconds: t`Hard end after opening, seconds`,
    staggerSeconds: t`Lots open after one another by, seconds`,
    negotiationMinutes: t`Negotiation, minutes`,
    adjustPercent: t`Sellers may adjust prices by, %`,
    confirmMinutes: t`Below the reserve the seller may say yes within, minutes`,
    autoHold: t`When bidders of a lot vanish together`,
    autoFinishMinutes: t`Ends by itself after nothing is open, minutes`,
    depositCNY: t`Deposit, CNY`,
    depositUSD: t`Deposit, USD`,
    depositEUR: t`Deposit, EUR`,
    depositFactor: t`Limit: the deposit times`,
    depositHours: t`Deposit due, hours before the start`,
  }
}

/** Labels of the choices, for the fields with few choices. */
function useChoices(): Readonly<Partial<Record<keyof TypedSession, Readonly<Record<string, string>>>>> {
  const { t } = useLingui()
  return {
    admission: {
      automatic: t`Automatic: certified companies at once`,
      operator: t`By the operator, one by one`,
    },
    reservePolicy: {
      allowed: t`Sellers may set one`,
      required: t`Every lot has one`,
      none: t`No lot has one`,
    },
    autoHold: {
      no: t`Offer the host a hold`,
      yes: t`Hold the lot at once`,
    },
  }
}

const Options = ({ of = {} }: { readonly of: Readonly<Record<string, string>> | undefined }) =>
  Object.entries(of).map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))

const savedOf = ({ content, version }: SessionInfo): Saved<TypedSession> => ({ typed: typedSession(content), version })

/** Times, host, rules and deposits of a session. A published session cannot be changed. */
export function SessionForm({ session }: { readonly session: SessionInfo }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const { scheduleTimelineId: id, scheduleId, published } = session
  const { form, save, saving, conflict } = useVersionedForm({
    name: `session-${id}`,
    shape: 3,
    saved: savedOf(session),
    schema: RULES,
    figures: () => SESSION_FIGURES,
    fixed: published,
    read: async () => savedOf(await queries.fetchQuery({ ...sessionQuery(id), staleTime: 0 })),
    send: async (typed, began) => {
      const content = meantSession(typed)
      const body = { scheduleTimelineId: id, scheduleId, version: Number(began), content }
      const { version } = await client.calls.send('sessionSave', { body })
      return { typed: typedSession(content), version }
    },
    onSaved: async () => {
      await queries.invalidateQueries({ queryKey: ['desk'] })
      notify(client, { tone: 'good', title: t`Times and rules are saved.` })
    },
  })
  const far = useFar(...depositPairs(session.content, form.value))
  const hosts = useQuery(hostsQuery)
  const labels = useLabels()
  const whole = (key: keyof TypedSession, hint: ReactNode) => (
    <FigureField label={labels[key]} hint={hint} {...form.figure(key)} />
  )
  const choices = useChoices()
  const shownValue = (key: keyof TypedSession, value: string): string => {
    if (key === 'hostAccountId') return hosts.data?.rows.find(({ userId }) => userId === value)?.name ?? value
    if (key === 'startTime' || key === 'signUpDeadline') {
      const at = readMoment(value)
      return at === null ? value : formatMoment(at, client.locale)
    }
    return choices[key]?.[value] ?? value
  }
  return (
    <form
      id="session"
      className={css.part}
      noValidate
      aria-label={t`Times and rules`}
      onSubmit={form.submit((value) => {
        if (!far.asks()) save(value)
      })}
    >
      <h2>
        <Trans>Times and rules</Trans>
      </h2>
      {published && (
        <p>
          <Trans>The sale is published: these are fixed. Its start can be postponed.</Trans>
        </p>
      )}
      <ErrorSummary form={form} />
      {!published && <DraftNotice draft={form.draft} />}
      {conflict && (
        <Conflict
          changes={conflict.changes}
          labelOf={(key) => labels[key]}
          valueOf={(key, of) => shownValue(key, (of === 'mine' ? form.value : conflict.theirs)[key])}
          onTake={conflict.take}
          onKeep={conflict.keep}
        />
      )}
      {/* oxlint-disable-next-line react/forbid-dom-props -- publishing is a button on another page; the values stay readable */}
      <fieldset className={css.group} disabled={published}>
        <div className={css.fields}>
          <Field label={labels.startTime} type="datetime-local" {...form.field('startTime')} />
          <Field
            label={labels.signUpDeadline}
            type="datetime-local"
            hint={<Trans>Then the doors open, and no one signs up any more.</Trans>}
            {...form.field('signUpDeadline')}
          />
          <SelectField label={labels.hostAccountId} {...form.field('hostAccountId')}>
            <option value="">{t`No host yet`}</option>
            {hosts.data?.rows.map(({ userId, name, companyName }) => (
              <option key={userId} value={userId}>
                {companyName === null ? name : `${name} · ${companyName}`}
              </option>
            ))}
          </SelectField>
          <SelectField label={labels.admission} {...form.field('admission')}>
            <Options of={choices.admission} />
          </SelectField>
          <SelectField label={labels.reservePolicy} {...form.field('reservePolicy')}>
            <Options of={choices.reservePolicy} />
          </SelectField>
        </div>
        <h3>
          <Trans>Bidding</Trans>
        </h3>
        <div className={css.fields}>
          {whole('biddingSeconds', <Trans>10 to 86,400; usually 180.</Trans>)}
          {whole('extensionSeconds', <Trans>5 to 3,600; usually 30.</Trans>)}
          {whole('hardEndSeconds', <Trans>Empty: none; bids may extend without end.</Trans>)}
          {whole('staggerSeconds', <Trans>0: together. Up to 3,600.</Trans>)}
          {whole('negotiationMinutes', <Trans>1 to 1,440; usually 10.</Trans>)}
          {whole('adjustPercent', <Trans>In total, before a round; usually 10.</Trans>)}
          {whole('confirmMinutes', <Trans>Empty: never.</Trans>)}
          {whole('autoFinishMinutes', <Trans>1 to 1,440; usually 15.</Trans>)}
          <SelectField label={labels.autoHold} {...form.field('autoHold')}>
            <Options of={choices.autoHold} />
          </SelectField>
        </div>
        <h3>
          <Trans>Deposits</Trans>
        </h3>
        <p>
          <Trans>
            Asked of each bidder, in any one of these currencies; leave all empty for none. No company is admitted
            before its deposit is recorded, and its limit follows the deposit.
          </Trans>
        </p>
        <div className={css.fields}>
          <FigureField label={labels.depositCNY} {...form.figure('depositCNY')} />
          <FigureField label={labels.depositUSD} {...form.figure('depositUSD')} />
          <FigureField label={labels.depositEUR} {...form.figure('depositEUR')} />
          {whole('depositFactor', <Trans>1 to 100: ten times is usual.</Trans>)}
          {whole('depositHours', <Trans>0 to 720. Bidders are reminded at half time and a day before.</Trans>)}
        </div>
      </fieldset>
      {!published && (
        <Allowed permissions={['sale:session:edit']}>
          <div className={css.acts}>
            <SubmitButton busy={saving} working={<Trans>Saving…</Trans>}>
              <Trans>Save</Trans>
            </SubmitButton>
            <DeleteSession id={id} scheduleId={scheduleId} version={Number(form.value.version)} />
          </div>
        </Allowed>
      )}
    </form>
  )
}

interface DeleteProps {
  readonly id: string
  readonly scheduleId: string
  readonly version: number
}

function DeleteSession({ id, scheduleId, version }: DeleteProps) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => client.calls.send('sessionDelete', { body: { scheduleTimelineId: id, version } }),
    onSuccess: async () => {
      markFormDone(client)
      await navigate({ to: '/desk/schedules/$scheduleId', params: { scheduleId } })
      queries.removeQueries({ queryKey: ['desk', 'sale', id] })
      await queries.invalidateQueries({ queryKey: ['desk'] })
    },
  })
  const ask = async () => {
    const yes = await confirm(client, {
      title: t`Delete this session?`,
      text: t`Its times and rules are gone. Its lots go back to their sellers, who can submit them to another session.`,
      confirmLabel: t`Delete`,
      danger: true,
    })
    if (yes) remove.mutate()
  }
  return (
    <ActButton variant="line" busy={remove.isPending} onClick={() => void ask()}>
      <Icon name="trash" size={18} />
      <Trans>Delete the session</Trans>
    </ActButton>
  )
}
