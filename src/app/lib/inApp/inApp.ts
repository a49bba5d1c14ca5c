import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Client } from '../../../client/client.ts'
import { notify } from '../../ui/toast.ts'
import { i18nOf } from '../i18n/i18n.ts'
import { needTexts } from '../i18n/parts.ts'

/** Messengers whose own browser drops downloads. WeCom names WeChat too. */
const APPS: readonly (readonly [agent: RegExp, name: MessageDescriptor])[] = [
  [/wxwork/i, msg`WeCom`],
  [/MicroMessenger/i, msg`WeChat`],
  [/DingTalk/i, msg`DingTalk`],
  [/AlipayClient/i, msg`Alipay`],
]

/** Tells a reader in a messenger's browser, at each press on a file, how to open the page outside. */
export function watchSaves(client: Client, agent: string): void {
  const app = APPS.find(([pattern]) => pattern.test(agent))?.[1]
  if (!app) return
  window.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('a[download]')) void tell(client, app)
    },
    true,
  )
}

async function tell(client: Client, app: MessageDescriptor): Promise<void> {
  await needTexts(client, 'people')
  const i18n = i18nOf(client)
  const name = i18n._(app)
  notify(client, {
    tone: 'warn',
    title: i18n._(msg`${name} does not save files.`),
    text: i18n._(msg`Open this page in your browser: press ··· at the top right, then “Open in browser”.`),
    key: 'inApp',
    shownMs: null,
  })
}
