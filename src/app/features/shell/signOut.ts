import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../../../client/client.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { i18nOf } from '../../lib/i18n/index.ts'
import { navigate, pathTo } from '../../boot/navigation/index.ts'
import { unsentDrafts } from '../../../client/drafts/draftPorts.ts'
import { deviceOf } from '../../../client/device/index.ts'
import type { OutboxItem } from '../../../client/outbox/items.ts'
import { openOutboxStore } from '../../../client/outbox/store.ts'
import type { UnsentDraft } from '../../../client/drafts/drafts.ts'
import { within } from '../../../client/device/patience.ts'
import { wipeAccount } from '../../../client/wipeAccount.ts'
import { confirm } from '../../ui/confirm.ts'

/** The time limit for the database: a hanging one must not prevent signing out. */
const PATIENCE_MS = 1_500

const FORM_NAMES = new Map([
  ['register', msg`registration`],
  ['profile', msg`profile`],
  ['company', msg`company form`],
  ['lot', msg`lot`],
  ['lotImport', msg`sheet of lots`],
])

/** The name of a lot's draft ends with the lot's id. */
const kindOf = (form: string): string => (form.startsWith('lot-') ? 'lot' : form)

/**
 * Signs out: notifies the server and, even if that fails, deletes this person's data from the device (spec §4, design
 * §5). Warns of unsent drafts first.
 */
export async function signOut(client: Client, queries: QueryClient): Promise<void> {
  const account = client.session.account()
  const unsent = account === null ? [] : await within(PATIENCE_MS, unsentDrafts(client, account), [])
  const waiting =
    account === null ? [] : await within(PATIENCE_MS, openOutboxStore(deviceOf(client), account).all(), [])
  const leaves = (unsent.length === 0 && waiting.length === 0) || (await warned(client, unsent, waiting))
  if (!leaves) return
  // The request needs the token, so it starts before the token is deleted; its answer is not awaited.
  void client.calls.send('logout', {}).catch(() => null)
  client.session.end()
  // Answers to this account's running requests must not reach the next account.
  await queries.cancelQueries()
  queries.clear()
  // Deletes visited tabs, and the list that a lot was opened from.
  const { tabStorage } = client.ports
  for (const name of tabStorage.keys()) tabStorage.removeItem(name)
  if (account !== null) await within(PATIENCE_MS, wipeAccount(client, account), undefined)
  await navigate(client, pathTo('/login'))
}

function warned(client: Client, unsent: readonly UnsentDraft[], waiting: readonly OutboxItem[]): Promise<boolean> {
  const { locale } = client
  const i18n = i18nOf(client)
  const list = new Intl.ListFormat(locale).format([
    ...unsent.map(
      ({ form, at }) => `${i18n._(FORM_NAMES.get(kindOf(form)) ?? msg`a form`)} (${formatMoment(at, locale)})`,
    ),
    ...waiting.map((item) => (item.kind === 'file' ? item.name : i18n._(FORM_NAMES.get(item.form) ?? msg`a form`))),
  ])
  return confirm(client, {
    title:
      waiting.length > 0
        ? i18n._(msg`Log out and discard what is unsent?`)
        : i18n._(msg`Log out and discard unsent drafts?`),
    text:
      waiting.length > 0
        ? i18n._(msg`Not sent yet: ${list}. Logging out deletes this from this device for good.`)
        : i18n._(msg`Not sent yet: ${list}. Logging out deletes these drafts from this device for good.`),
    confirmLabel: i18n._(msg`Log out`),
    danger: true,
  })
}
