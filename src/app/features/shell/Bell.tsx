import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { renewPush } from '../../../client/push/push.ts'
import { isNotified, isPushChanged } from '../../../contract/push.ts'
import { useClient } from '../../lib/client.ts'
import { NOTIFICATIONS, unreadQuery } from '../../lib/notifications.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './Bell.module.css'

const MOST_SHOWN = 99

/** The number of unread notifications, with a link to them, for a signed-in person. */
export function Bell() {
  const client = useClient()
  const queries = useQueryClient()
  const { data } = useQuery(unreadQuery)
  const count = data?.unread ?? 0
  useEffect(() => {
    const renew = (): void => void renewPush(client).catch(() => null)
    renew()
    const hear = ({ data: message }: MessageEvent<unknown>): void => {
      if (isNotified(message)) void queries.invalidateQueries({ queryKey: [...NOTIFICATIONS] })
      if (isPushChanged(message)) renew()
    }
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    worker?.addEventListener('message', hear)
    return () => worker?.removeEventListener('message', hear)
  }, [client, queries])
  return (
    <PathLink href="/user/notifications" className={css.bell}>
      <Icon name="bell" />
      <span className="visually-hidden">
        {count === 0 ? <Trans>Notifications</Trans> : <Trans>Notifications, {count} unread</Trans>}
      </span>
      {count > 0 && (
        <span className={css.count} aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </PathLink>
  )
}
