import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { send } from '../../../client/calls/index.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { currentLocale } from '../../lib/i18n/index.ts'
import { currentAccount, endSession } from '../../../client/session/index.ts'
import { navigate, pathTo } from '../../boot/navigation/index.ts'
import { unsentDrafts } from '../../../client/drafts/draftPorts.ts'
import type { UnsentDraft } from '../../../client/drafts/drafts.ts'
import { within } from '../../../client/device/patience.ts'
import { wipeAccount } from '../../../client/wipeAccount.ts'
import { confirm } from '../../ui/confirm.ts'

/** A database that hangs must not keep anybody signed in. */
const PATIENCE_MS = 1_500

const FORM_NAMES = new Map([
  ['register', msg`registration`],
  ['profile', msg`profile`],
  ['company', msg`company form`],
])

/**
 * Signs out: the server is told, and whether or not it hears, everything of this person leaves the device (spec §4,
 * design §5). What was typed and not sent is told first.
 */
export async function signOut(client: QueryClient): Promise<void> {
  const account = currentAccount()
  const unsent = account === null ? [] : await within(PATIENCE_MS, unsentDrafts(account), [])
  if (unsent.length > 0 && !(await warned(unsent))) return
  // The token has to travel before it goes; an answer is not waited for.
  void send('logout', {}).catch(() => null)
  endSession()
  // What is under way for him must not come back to whoever is next.
  await client.cancelQueries()
  client.clear()
  // Tabs he visited, the list that he came from.
  sessionStorage.clear()
  if (account !== null) await within(PATIENCE_MS, wipeAccount(account), undefined)
  await navigate(pathTo('/login'))
}

function warned(unsent: readonly UnsentDraft[]): Promise<boolean> {
  const locale = currentLocale()
  const list = new Intl.ListFormat(locale).format(
    unsent.map(({ form, at }) => `${i18n._(FORM_NAMES.get(form) ?? msg`a form`)} (${formatMoment(at, locale)})`),
  )
  return confirm({
    title: i18n._(msg`Log out and discard unsent drafts?`),
    text: i18n._(msg`Not sent yet: ${list}. Logging out deletes these drafts from this device for good.`),
    confirmLabel: i18n._(msg`Log out`),
    danger: true,
  })
}
