import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowOf } from '../../../../client/calls/index.ts'
import { formatMoment, groupThousands } from '../../../lib/format/index.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { notify } from '../../../ui/toast.ts'
import part from '../person/PersonPart.module.css'
import css from './Devices.module.css'
import { EndDialog } from './EndDialog.tsx'
import { clientOf, useClient } from '../../../lib/client.ts'
import { OnlineButton } from '../../../ui/online/OnlineButton.tsx'

const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('deviceList', {}, { signal }),
  meta: { fleeting: true },
})
type Device = RowOf<'deviceList'>

/** Devices on which the account is signed in; the reader can sign out one of them, or all others. */
export function DevicesPart() {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const read = useQuery(devicesQuery)
  const nameOf = useDeviceName()
  const [ending, setEnding] = useState<Device | 'others' | null>(null)
  const ended = async (): Promise<void> => {
    setEnding(null)
    notify(client, {
      tone: 'good',
      title: ending === 'others' ? t`All other devices are signed out.` : t`The device is signed out.`,
      key: 'devices',
    })
    await queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
  }
  const { data } = read
  if (data === undefined) return read.isError ? <ReadProblem read={read} /> : null
  const others = data.rows.filter(({ current }) => !current)
  const unlisted = data.total - data.rows.length
  const many = groupThousands(unlisted)
  return (
    <section className={part.part}>
      <header>
        <h2>
          <Trans>Devices</Trans>
        </h2>
        <p>
          {others.length === 0 ? (
            <Trans>You are signed in on this device alone.</Trans>
          ) : (
            <Trans>You are signed in here. Sign out what you do not know, then change your password.</Trans>
          )}
        </p>
      </header>
      <ul className={css.list}>
        {data.rows.map((device) => (
          <li key={device.deviceId}>
            <div className={css.name}>
              <strong>{nameOf(device)}</strong>
              {device.current && (
                <Mark tone="good" icon="check">
                  <Trans>This device</Trans>
                </Mark>
              )}
              {device.roomOnly && (
                <Mark tone="calm">
                  <Trans>One session only</Trans>
                </Mark>
              )}
            </div>
            <p className={css.facts}>
              <span>
                {device.local ? <Trans>The server’s own machine</Trans> : (device.network ?? t`Unknown network`)}
              </span>
              <span>
                <Trans>Signed in {formatMoment(device.signedInAt, client.locale)}</Trans>
              </span>
              <span>
                <Trans>Last seen {formatMoment(device.lastSeenAt, client.locale)}</Trans>
              </span>
            </p>
            {!device.current && (
              <OnlineButton
                variant="line"
                size="small"
                aria-label={t`Sign out ${nameOf(device)}`}
                onClick={() => setEnding(device)}
              >
                <Trans>Sign out</Trans>
              </OnlineButton>
            )}
          </li>
        ))}
      </ul>
      {unlisted > 0 && (
        <p>
          <Plural
            value={unlisted}
            one="One more sign-in is not listed. It ends when all other devices are signed out."
            other={`${many} more sign-ins are not listed. They end when all other devices are signed out.`}
          />
        </p>
      )}
      {others.length > 0 && (
        <div className={part.act}>
          <OnlineButton variant="line" onClick={() => setEnding('others')}>
            <Trans>Sign out all other devices</Trans>
          </OnlineButton>
        </div>
      )}
      {ending !== null && (
        <EndDialog
          device={ending === 'others' ? null : { id: ending.deviceId, name: nameOf(ending) }}
          onDone={ended}
          onClose={() => setEnding(null)}
        />
      )}
    </section>
  )
}

function useDeviceName(): (device: Device) => string {
  const { t } = useLingui()
  return ({ browser: app, system }) => {
    const browser = app === 'WeChat' ? t`WeChat` : app
    if (browser !== null && system !== null) return t`${browser} on ${system}`
    return browser ?? system ?? t`Unknown device`
  }
}
