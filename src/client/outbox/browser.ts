import { CODE, type AnyReason } from '../../contract/codes.ts'
import { API_BASE, COOKIES } from '../../contract/constants.ts'
import { OUTBOX_SYNC } from '../../contract/worker.ts'
import { ApiError, InBetweenError, isTransport } from '../calls/index.ts'
import type { Client } from '../client.ts'
import { deviceOf, keepForGood } from '../device/index.ts'
import { newKey } from '../ports/newKey.ts'
import { sha256Of } from '../uploads/prepare.ts'
import { shrinkApart } from '../uploads/shrinkApart.ts'
import type { SentBy } from '../calls/types.ts'
import { FORM_CALLS, type FormBody, type FormItem, type FormName } from './items.ts'
import { createOutbox, type Outbox, type OutboxMessage, type OutboxPorts } from './outbox.ts'
import type { Credentials, FormAttempt } from './sender.ts'
import { openOutboxStore } from './store.ts'
import { createFileSender } from './tus.ts'

/** A tab that signs in writes the token and the account one after the other; both are settled after this time. */
const SETTLED_MS = 50

const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(resolve, Math.max(0, ms))
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const reading = ({ session }: Client): Credentials | null => {
  const [account, token] = [session.account(), session.read(COOKIES.sellerToken)]
  return account === null || token === null ? null : { account, token }
}

/**
 * Reads account and token twice, and returns them only if they agree, because an item must never be sent with another
 * account's token.
 */
async function credentials(client: Client): Promise<Credentials | null> {
  const before = reading(client)
  if (before === null) return null
  await sleep(SETTLED_MS)
  const after = reading(client)
  return after !== null && after.account === before.account && after.token === before.token ? after : null
}

async function sendForm(
  { calls, session }: Client,
  form: FormItem,
  body: FormBody,
  { token, signal }: Credentials & { readonly signal: AbortSignal },
): Promise<FormAttempt> {
  try {
    // The code of calls is loaded first, so that the token is checked right before the call is sent.
    await calls.prepare()
    if (session.read(COOKIES.sellerToken) !== token) return { kind: 'signedOut' }
    await calls.send(FORM_CALLS[form.form], sentBy(body), { signal, onceKey: form.id })
    return { kind: 'accepted' }
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof ApiError)) {
      if (error instanceof InBetweenError) return { kind: 'broken', error: { kind: 'between', status: error.status } }
      if (!isTransport(error) && !(error instanceof Error)) throw error
      return { kind: 'broken', error: { kind: 'link' } }
    }
    // The company has signed that version already: under another key, or another of its people has.
    if (form.signed && SIGNED.has(error.reason)) return { kind: 'accepted' }
    if (error.code === CODE.unauthorised) return { kind: 'signedOut' }
    const { code, reason, msg, errors } = error
    const why = { kind: 'server', code, reason, msg, errors } as const
    return LATER.has(error.code) ? { kind: 'broken', error: why } : { kind: 'refused', error: why }
  }
}
/** The body's type fits the form's call, because both were stored together. */
const sentBy = (body: FormBody) => ({ body }) as SentBy<(typeof FORM_CALLS)[FormName]>
const SIGNED: ReadonlySet<AnyReason | null> = new Set(['contract.signed', 'agreement.signed'])
const LATER: ReadonlySet<number> = new Set([CODE.tooMany, CODE.unavailable, CODE.failed])

const isMessage = (data: unknown): data is OutboxMessage => typeof data === 'object' && data !== null && 'why' in data

function onChance({ link, ports: { page }, session }: Client, run: (anew: boolean) => void): () => void {
  const shown = (): void => {
    if (page.visible()) run(false)
  }
  let { kind } = link.state.get()
  const stops = [
    page.on('online', () => run(true)),
    page.on('pageshow', shown),
    page.on('visibilitychange', shown),
    onBackgroundSync(() => run(true)),
    session.token.subscribe(() => run(true)),
    session.ended.subscribe(() => run(false)),
    link.state.subscribe(() => {
      const before = kind
      ;({ kind } = link.state.get())
      if (kind === 'online' && before !== 'online') run(true)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

function onBackgroundSync(run: () => void): () => void {
  const { serviceWorker } = navigator
  if (!serviceWorker) return () => undefined
  const heard = ({ data }: MessageEvent<unknown>): void => {
    if (data === OUTBOX_SYNC) run()
  }
  serviceWorker.addEventListener('message', heard)
  serviceWorker.startMessages()
  return () => serviceWorker.removeEventListener('message', heard)
}

/** Only Chromium has background sync (https://wicg.github.io/background-sync/spec/); TypeScript's library lacks it. */
interface SyncRegistration extends ServiceWorkerRegistration {
  readonly sync: { readonly register: (tag: string) => Promise<void> }
}
const hasSync = (registration: ServiceWorkerRegistration): registration is SyncRegistration => 'sync' in registration

async function askForSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active && hasSync(registration)) await registration.sync.register(OUTBOX_SYNC)
}

/** The outbox of this page. */
export const outboxOf = (client: Client): Outbox => client.part(createBrowserOutbox)

function createBrowserOutbox(client: Client): Outbox {
  const { locale, session, signals } = client
  const { clock, device, fetch, origin, random } = client.ports
  const channel = device.channel('outbox')
  const ports: OutboxPorts = {
    account: session.account,
    isSignedIn: () => session.read(COOKIES.sellerToken) !== null,
    endedAccount: session.endedAccount,
    credentials: () => credentials(client),
    store: (account) => openOutboxStore(deviceOf(client), account),
    files: createFileSender({ origin, fetch, locale: () => locale, now: clock.now }),
    sendForm: (form, body, given) => sendForm(client, form, body, given),
    alone: (work) => ('locks' in navigator ? navigator.locks.request('outbox', work) : work()),
    now: clock.now,
    random,
    sleep,
    newId: newKey,
    shrink: shrinkApart,
    sha256: sha256Of,
    signedOut: () => signals.emit({ type: 'unauthorised', client: 'seller' }),
    unreachable: () => signals.emit({ type: 'unreachable' }),
    post: (message) => channel?.postMessage(message),
    listen: (onMessage) => {
      const heard = ({ data }: MessageEvent<unknown>): void => {
        if (isMessage(data)) onMessage(data)
      }
      channel?.addEventListener('message', heard)
      return () => channel?.removeEventListener('message', heard)
    },
    onChance: (run) => onChance(client, run),
    badge: (count) => {
      if (!('setAppBadge' in navigator)) return
      void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => null)
    },
    keepForGood: () => keepForGood(client),
    // Rejected if the person has forbidden it; the page's own timers still run.
    wakeWhenOnline: () => void askForSync().catch(() => null),
    giveUp: ({ url }) => {
      const token = session.read(COOKIES.sellerToken)
      if (url === null || token === null || !url.startsWith(API_BASE)) return
      const headers = { 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${token}` }
      void fetch(url, { method: 'DELETE', headers, keepalive: true }).catch(() => null)
    },
  }
  return createOutbox(ports)
}
