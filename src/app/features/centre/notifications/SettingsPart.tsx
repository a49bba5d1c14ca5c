import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ALWAYS_TOLD, TEXTED_APART } from '../../../../domain/notify/notice.ts'
import { useClient } from '../../../lib/client.ts'
import { PathLink } from '../../../ui/PathLink.tsx'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../../ui/Skeleton.tsx'
import { KIND_NAMES, MAILED_APART } from './kinds.ts'
import css from './Notifications.module.css'
import { PushBox } from './PushBox.tsx'
import { settingsQuery, type NotificationRow, type Settings } from './queries.ts'

type Kind = NotificationRow['kind']
type Channel = Settings['off'][number]['channel']
type Quiet = Settings['quiet']
type Choice = Pick<Settings, 'off' | 'sms' | 'quiet'>

const BEIJING = 'Asia/Shanghai'
const USUAL: NonNullable<Quiet> = { from: 22 * 60, to: 7 * 60, zone: BEIJING }
const isKind = (name: string): name is Kind => name in KIND_NAMES
const SAVE = ['notificationSettingsChange'] as const
const KINDS = Object.keys(KIND_NAMES).filter(isKind)

/** Channels and quiet hours for each kind of notification; each change is saved at once. */
export function SettingsPart() {
  const client = useClient()
  const queries = useQueryClient()
  const read = useQuery(settingsQuery)
  /** The chosen settings, until the server has answered. */
  const [chosen, setChosen] = useState<Choice | null>(null)
  const save = useMutation({
    mutationKey: [...SAVE],
    mutationFn: (next: Choice) => client.calls.send('notificationSettingsChange', { body: next }),
    onSuccess: async (_done, choice) => {
      await queries.cancelQueries({ queryKey: settingsQuery.queryKey })
      queries.setQueryData(settingsQuery.queryKey, (before) => before && { ...before, ...choice })
    },
    // After the last change the switches show the stored settings; a failed change names its reason.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: [...SAVE] }) > 1) return
      setChosen(null)
      void queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
    },
    scope: { id: 'notificationSettings' },
  })
  const data = read.data && { ...read.data, ...chosen }
  const change = (next: Choice): void => {
    setChosen(next)
    save.mutate(next)
  }
  if (data === undefined)
    return read.isError ? (
      <ReadProblem read={read} />
    ) : (
      <Skeleton className={css.settings}>
        <SkeletonLine height="120px" block />
        <SkeletonLine height="400px" block />
      </Skeleton>
    )
  const { email, phone, pushKey, pushIds, off, sms, quiet } = data
  return (
    <div className={css.settings}>
      {pushKey !== null && <PushBox offer={{ pushKey, pushIds }} />}
      <section className={css.box}>
        <h2>
          <Trans>What you are told of</Trans>
        </h2>
        <p>
          {email === null ? (
            <Trans>
              The list in the app has everything. No mail is sent: your{' '}
              <PathLink href="/user/account">account</PathLink> has no verified email address.
            </Trans>
          ) : (
            <Trans>The list in the app has everything. Mails go to {email}.</Trans>
          )}
        </p>
        <p>
          {phone ? (
            <Trans>Text messages go to {phone}, for what you choose here; a lot that you won is always texted.</Trans>
          ) : (
            <Trans>
              No text message is sent: your <PathLink href="/user/account">account</PathLink> has no verified phone
              number.
            </Trans>
          )}
        </p>
        <Switches settings={data} onChange={(next) => change({ off, sms, quiet, ...next })} />
      </section>
      <section className={css.box}>
        <h2>
          <Trans>Quiet hours</Trans>
        </h2>
        <p>
          <Trans>
            No mail, no text message and no message to your devices between these times. What waits goes afterwards.
          </Trans>
        </p>
        <QuietHours key={JSON.stringify(quiet)} quiet={quiet} onChange={(next) => change({ off, sms, quiet: next })} />
      </section>
    </div>
  )
}

function Switches({
  settings: { off, sms = [], email, phone },
  onChange,
}: {
  readonly settings: Settings
  readonly onChange: (next: Partial<Choice>) => void
}) {
  const { i18n, t } = useLingui()
  const isOff = (channel: Channel, kind: Kind): boolean =>
    off.some((one) => one.channel === channel && one.kind === kind)
  const set = (channel: Channel, kind: Kind, on: boolean): void => {
    const others = off.filter((one) => one.channel !== channel || one.kind !== kind)
    onChange({ off: on ? others : [...others, { channel, kind }] })
  }
  const setText = (kind: Kind, on: boolean): void => {
    const others = sms.filter((one) => one !== kind)
    onChange({ sms: on ? [...others, kind] : others })
  }
  const box = (label: string, checked: boolean, isOut: boolean, set: (on: boolean) => void) => (
    <label className={css.tick}>
      <span className="visually-hidden">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        // oxlint-disable-next-line react/forbid-dom-props -- as long as the page is open: the account has no such address
        disabled={isOut}
        onChange={({ target }) => set(target.checked)}
      />
    </label>
  )
  const tick = (channel: Channel, kind: Kind, label: string) =>
    ALWAYS_TOLD.has(kind) ? (
      <Always />
    ) : (
      box(label, !isOff(channel, kind), channel === 'mail' && email === null, (on) => set(channel, kind, on))
    )
  return (
    <table className={css.kinds}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Event</Trans>
          </th>
          <th scope="col">
            <Trans>Email</Trans>
          </th>
          <th scope="col">
            <Trans>Text</Trans>
          </th>
          <th scope="col">
            <Trans>Devices</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => {
          const name = i18n._(KIND_NAMES[kind])
          return (
            <tr key={kind}>
              <th scope="row">{name}</th>
              <td>{MAILED_APART.has(kind) ? <Always /> : tick('mail', kind, t`${name}: email`)}</td>
              <td>
                {ALWAYS_TOLD.has(kind) || TEXTED_APART.has(kind) ? (
                  <Always />
                ) : (
                  box(t`${name}: text message`, sms.includes(kind), !phone, (on) => setText(kind, on))
                )}
              </td>
              <td>{tick('push', kind, t`${name}: devices`)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const Always = () => <Trans context="by mail">always</Trans>

const two = (n: number): string => String(n).padStart(2, '0')
const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

function QuietHours({ quiet, onChange }: { readonly quiet: Quiet; readonly onChange: (quiet: Quiet) => void }) {
  const { t } = useLingui()
  const [from, setFrom] = useState(clockOf((quiet ?? USUAL).from))
  const [to, setTo] = useState(clockOf((quiet ?? USUAL).to))
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = [...new Set([BEIJING, own, quiet?.zone ?? BEIJING])]
  const save = (zone: string): void => {
    const [begin, end] = [minuteOf(from), minuteOf(to)]
    if (begin === null || end === null) return
    if (begin !== quiet?.from || end !== quiet.to || zone !== quiet.zone) onChange({ from: begin, to: end, zone })
  }
  return (
    <div className={css.hours}>
      <label className={css.on}>
        <input
          type="checkbox"
          checked={quiet !== null}
          onChange={({ target }) => onChange(target.checked ? USUAL : null)}
        />
        <Trans>Keep quiet hours</Trans>
      </label>
      {quiet !== null && (
        <>
          <Field
            type="time"
            label={t`From`}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
            onBlur={() => save(quiet.zone)}
          />
          <Field
            type="time"
            label={t`To`}
            value={to}
            onChange={({ target }) => setTo(target.value)}
            onBlur={() => save(quiet.zone)}
          />
          <SelectField label={t`Time zone`} value={quiet.zone} onChange={({ target }) => save(target.value)}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone === BEIJING ? t`Beijing time` : zone.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
        </>
      )}
    </div>
  )
}
