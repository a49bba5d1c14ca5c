import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProblemKind } from '../../client/calls/describe.ts'
import type { IconName } from './Icon.tsx'

interface KindLook {
  readonly icon: IconName
  readonly word: MessageDescriptor
  /** Of the live region: a warning waits until a screen reader has finished. */
  readonly role: 'alert' | 'status'
}

/** Each kind has a shape, a word and a role of its own: colour never carries it alone. */
export const KINDS: Readonly<Record<ProblemKind, KindLook>> = {
  error: { icon: 'stop', word: msg({ context: 'kind', message: 'Error' }), role: 'alert' },
  warning: { icon: 'alert', word: msg({ context: 'kind', message: 'Warning' }), role: 'status' },
  notification: { icon: 'bell', word: msg({ context: 'kind', message: 'Error notification' }), role: 'alert' },
}
