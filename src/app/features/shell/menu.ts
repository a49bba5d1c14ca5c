import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The top menu: the screens that exist. A screen that does not is left out, not linked to. */
export interface MenuItem {
  readonly key: string
  readonly to: '/index'
  /** Part of the page. */
  readonly hash?: string
  readonly label: MessageDescriptor
}

export const MENU: readonly MenuItem[] = [
  { key: 'home', to: '/index', label: msg`Home` },
  { key: 'practice', to: '/index', hash: 'practice', label: msg`Practice sale` },
  { key: 'sessions', to: '/index', hash: 'sessions', label: msg`Sales` },
  { key: 'results', to: '/index', hash: 'results', label: msg`Results` },
]

/** An item is current on its own part of its page alone. */
export const HERE = { exact: true, includeHash: true, includeSearch: false } as const
