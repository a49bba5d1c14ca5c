import type { FileItem, FormItem } from '../../src/client/outbox/items.ts'

const COMMON = { account: 'newbie', at: 0, bytes: 100, tries: 0, error: null, retryAt: 0 } as const

export const fileItem = (of: Partial<FileItem> = {}): FileItem => ({
  ...COMMON,
  id: 'file',
  kind: 'file',
  state: 'waiting',
  slot: { form: 'company', field: 'businessLicense' },
  batch: 'batch',
  name: 'licence.jpg',
  type: 'image/jpeg',
  as: 'picture',
  sha256: null,
  url: null,
  offset: 0,
  path: null,
  upAt: 0,
  ...of,
})

export const formItem = (of: Partial<FormItem> = {}): FormItem => ({
  ...COMMON,
  id: 'form',
  kind: 'form',
  state: 'waiting',
  form: 'company',
  body: {
    name: '苏州清木有限公司',
    country: 'CN',
    creditCode: '',
    address: '',
    detailedAddress: '',
    zipCode: '',
    phone: '',
    legalPerson: '',
    legalPersonPhone: '',
    bank: '',
    bankAccount: '',
    businessLicense: '',
  },
  files: [],
  ...of,
})
