import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Client } from '../../../client/client.ts'
import { whenQuiet } from '../../boot/idle.ts'
import { needOutbox } from '../../../client/outbox/here.ts'
import { useOutboxView } from '../../lib/useOutbox.ts'
import { useStore } from '../../lib/useStore.ts'
import { questionOf } from '../../ui/confirm.ts'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import { secondFactorOf } from '../../ui/secondFactor.ts'
import { noticesOf } from '../../ui/toast.ts'
import { updateOf } from '../../boot/pwa/update.ts'
import { useClient } from '../../lib/client.ts'

export const AllHosts = shellComponent(() => import('./AllHosts.tsx').then((module) => module.AllHosts))

export const Tray = shellComponent(() => import('./Tray.tsx').then((module) => module.Tray))

const none = (): boolean => false

/** The stores that the hosts show. A part of the client, so that its functions keep their identity. */
function createWords(client: Client) {
  const [notices, question, update] = [noticesOf(client), questionOf(client), updateOf(client)] as const
  const second = secondFactorOf(client)
  return {
    any: () =>
      notices.get().length > 0 || question.get() !== null || second.get() !== null || update.get().kind !== 'none',
    subscribe: (listener: () => void) => {
      const stops = [notices, question, second, update].map((store) => store.subscribe(listener))
      return () => stops.forEach((stop) => stop())
    },
  }
}

/** Notices, confirmations, update notice. Their code loads with the first of them and stays. */
export function Hosts() {
  const { any, subscribe } = useClient().part(createWords)
  const [needed, setNeeded] = useState(false)
  if (useSyncExternalStore(subscribe, any, none) && !needed) setNeeded(true)
  return (
    <>
      {needed ? <AllHosts /> : null}
      <TrayHost />
    </>
  )
}

/** Delay before the outbox loads, for a person whose device may have items. */
const OUTBOX_QUIET_MS = 1_500

/** The outbox's tray, on every screen; its code loads with the first waiting item. */
function TrayHost() {
  const client = useClient()
  const hasAccount = useStore(client.session.token) !== null
  useEffect(() => {
    // An expired sign-in leaves its account's items behind, so the outbox is needed then too.
    if (hasAccount || client.session.account() !== null || client.session.endedAccount() !== null)
      whenQuiet(async () => void (await needOutbox(client)), OUTBOX_QUIET_MS)
  }, [client, hasAccount])
  const { items, leftBehind } = useOutboxView()
  return items.length + leftBehind > 0 ? <Tray /> : null
}
