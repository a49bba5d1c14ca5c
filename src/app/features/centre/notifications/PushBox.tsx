import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pushState, turnPushOff, turnPushOn, type PushOffer, type PushState } from '../../../../client/push/push.ts'
import { clientOf, useClient } from '../../../lib/client.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { notifyError } from '../../../ui/notifyError.ts'
import { SkeletonLine } from '../../../ui/Skeleton.tsx'
import css from './Notifications.module.css'
import { OnlineButton } from '../../../ui/online/OnlineButton.tsx'

const KEY = ['pushState']

/** Push messages on this device. The browser asks for permission only after a press. */
export function PushBox({ offer }: { readonly offer: PushOffer }) {
  const client = useClient()
  const queries = useQueryClient()
  const { data: state, isError } = useQuery({
    queryKey: KEY,
    queryFn: ({ client: given }) => pushState(clientOf(given), offer),
    // The person may change the permission in the browser's settings meanwhile.
    staleTime: 0,
    retry: false,
    meta: { fleeting: true },
  })
  const [busy, press] = useOnce(async () => {
    try {
      queries.setQueryData(KEY, await (state === 'on' ? turnPushOff(client, offer) : turnPushOn(client, offer)))
    } catch (error) {
      notifyError(client, error)
      await queries.invalidateQueries({ queryKey: KEY })
    }
  })
  return (
    <section className={css.box}>
      <h2>
        <Trans>On this device</Trans>
      </h2>
      {state === undefined && !isError ? <SkeletonLine width="60%" /> : <Words state={state ?? 'unsupported'} />}
      {(state === 'off' || state === 'on') && (
        <div className={css.act}>
          {state === 'on' && (
            <span className={css.state}>
              <Icon name="check" size={18} />
              <Trans>Messages are on</Trans>
            </span>
          )}
          <OnlineButton variant={state === 'on' ? 'line' : 'fill'} busy={busy} onClick={press}>
            <Icon name="bell" size={18} />
            {state === 'on' ? <Trans>Turn messages off</Trans> : <Trans>Turn messages on</Trans>}
          </OnlineButton>
        </div>
      )}
    </section>
  )
}

function Words({ state }: { readonly state: PushState }) {
  switch (state) {
    case 'unsupported':
      return (
        <p>
          <Trans>
            This browser cannot show messages while the app is closed. The list and email work as ever; for messages,
            open the site in Chrome, Edge, Firefox or Safari, and not in a private window.
          </Trans>
        </p>
      )
    case 'install':
      return (
        <p>
          <Trans>
            On an iPhone or iPad, messages need the app on the home screen: press Share, then “Add to Home Screen”, open
            the app from there and come back here.
          </Trans>
        </p>
      )
    case 'denied':
      return (
        <p>
          <Trans>
            Messages from this site are blocked on this device. Allow notifications for it in the browser’s settings,
            then come back here.
          </Trans>
        </p>
      )
    case 'off':
      return (
        <p>
          <Trans>
            See at once when you are outbid or a contract waits, even while the app is closed. The browser asks you
            once. Signing out turns it off.
          </Trans>
        </p>
      )
    case 'on':
      return (
        <p>
          <Trans>This device shows messages while the app is closed. Signing out turns it off.</Trans>
        </p>
      )
  }
}
