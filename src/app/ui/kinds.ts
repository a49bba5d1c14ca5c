import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProblemKind } from '../../client/calls/describe.ts'
import type { IconName } from './Icon.tsx'

interface KindLook {
  readonly icon: IconName
  readonly word: MessageDescriptor
  /** ARIA role of the live region: a warning waits until a screen reader has finished. */
  readonly role: 'alert' | 'status'
}

/** Each kind of problem has its own shape, word and role: colour never carries the meaning alone. */
export const KINDS: Readonly<Record<ProblemKind, KindLook>> = {
  error: { icon: 'stop', word: msg({ context: 'kind', message: 'Error' }), role: 'alert' },
  warning: { icon: 'alert', word: msg({ context: 'kind', message: 'Warning' }), role: 'status' },
  notification: { icon: 'bell', word: msg({ context: 'kind', message: 'Error notification' }), role: 'alert' },
}
