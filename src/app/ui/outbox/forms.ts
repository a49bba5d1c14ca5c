import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FormKey, FormName } from '../../../client/outbox/items.ts'
import { pathTo } from '../../boot/navigation/index.ts'

interface OutboxForm {
  readonly name: MessageDescriptor
  readonly arrived: MessageDescriptor
  /** The page where it is corrected. */
  readonly page: (form: FormKey) => string
  /** Queries whose answers the form changes. */
  readonly changes: readonly (readonly string[])[]
}

/** Each form that may wait, as the tray shows it. */
export const OUTBOX_FORMS: Readonly<Record<FormName, OutboxForm>> = {
  company: {
    name: msg`Company application`,
    arrived: msg`Your company’s application has arrived.`,
    page: () => pathTo('/user/company'),
    changes: [['company'], ['user']],
  },
}
