import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FormKey, FormName, SignedVersion } from '../../../client/outbox/items.ts'
import { pathTo } from '../../boot/navigation/index.ts'

interface OutboxForm {
  /** The signed version is given if the form is a signature. */
  readonly name: (signed?: SignedVersion) => MessageDescriptor
  readonly arrived: (signed?: SignedVersion) => MessageDescriptor
  /** The page where the form is corrected. */
  readonly page: (form: FormKey) => string
  /** Queries whose answers the form changes. */
  readonly changes: readonly (readonly string[])[]
}

const NOTHING: SignedVersion = { id: '', no: '', version: 0, hash: '' }

const contentPage = (kind: string, id: string): string =>
  pathTo('/desk/content/$kind/$contentId').replace('$kind', kind).replace('$contentId', id)

/** Name, page and effects of each form that may wait in the outbox, for the tray. */
export const OUTBOX_FORMS: Readonly<Record<FormName, OutboxForm>> = {
  company: {
    name: () => msg`Company application`,
    arrived: () => msg`Your company’s application has arrived.`,
    page: () => pathTo('/user/company'),
    changes: [['company'], ['user']],
  },
  lot: {
    name: () => msg`A lot`,
    arrived: () => msg`The lot is saved.`,
    page: ({ subject = '' }) => pathTo('/seller/lots/$lotDraftId').replace('$lotDraftId', subject),
    changes: [['seller', 'lots']],
  },
  lotFiles: {
    name: () => msg`Photographs and papers of a lot`,
    arrived: () => msg`Photographs and papers are added to the lot.`,
    page: () => pathTo('/venue/detail'),
    changes: [['seller', 'lots'], ['venue'], ['lots'], ['lot']],
  },
  lotImport: {
    name: () => msg`A sheet of lots`,
    arrived: () => msg`The sheet has arrived and is being read.`,
    page: () => pathTo('/seller/lots/import'),
    changes: [['seller', 'imports']],
  },
  news: {
    name: () => msg`An article`,
    arrived: () => msg`The article is saved.`,
    page: ({ subject = '' }) => contentPage('news', subject),
    changes: [['desk', 'content'], ['news']],
  },
  document: {
    name: () => msg`A rule or help text`,
    arrived: () => msg`The text is saved.`,
    page: ({ subject = '' }) => contentPage('document', subject),
    changes: [['desk', 'content'], ['documents']],
  },
  banner: {
    name: () => msg`A banner`,
    arrived: () => msg`The banner is saved.`,
    page: ({ subject = '' }) => contentPage('banner', subject),
    changes: [['desk', 'content'], ['banners']],
  },
  contractSignature: {
    name: ({ no, version } = NOTHING) => msg`Signature of contract ${no}, version ${version}`,
    arrived: ({ no, version } = NOTHING) => msg`Your signature has arrived: contract ${no}, version ${version}.`,
    page: ({ subject = '' }) => pathTo('/order/sign/detail', { contractId: subject }),
    changes: [['trade']],
  },
  agreementSignature: {
    name: () => msg`Signature of the service agreement`,
    arrived: () => msg`Your signature of the service agreement has arrived.`,
    page: () => pathTo('/user/agreement'),
    changes: [['agreement'], ['company'], ['user']],
  },
}
