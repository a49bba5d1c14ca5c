import { useClient } from '../../../src/app/lib/client.ts'
import type { Draft } from '../../../src/app/lib/form/useForm.ts'
import type { TicketFace } from '../../../src/app/ui/ticket/face.ts'
import type { FileItem } from '../../../src/client/outbox/items.ts'
import type { Receipt } from '../../../src/contract/verdict.ts'

/** A Thursday evening in Shanghai. */
export const NOW = Date.parse('2026-06-11T20:00:00+08:00')
export const MINUTE = 60_000

export type Say = (zh: string, en: string) => string
/** Samples are no texts of the product: both languages stand side by side. */
export function useSay(): Say {
  const { locale } = useClient()
  return (zh, en) => (locale === 'zh' ? zh : en)
}

const nothing = (): void => undefined

export const draft = (parts: Partial<Draft>): Draft => ({
  notice: null,
  old: null,
  trouble: null,
  undo: nothing,
  dismiss: nothing,
  putAside: nothing,
  clear: () => Promise.resolve(),
  ...parts,
})

export const file = (parts: Partial<FileItem>): FileItem => ({
  kind: 'file',
  id: 'file',
  account: 'buyer1',
  at: NOW,
  bytes: 2_400_000,
  tries: 0,
  error: null,
  retryAt: 0,
  state: 'waiting',
  slot: { form: 'company', field: 'licence' },
  batch: 'batch',
  name: 'licence.jpg',
  type: 'image/jpeg',
  as: 'picture',
  sha256: null,
  url: null,
  offset: 0,
  path: null,
  upAt: 0,
  ...parts,
})

export const receipt: Receipt = {
  keyId: '7f3a91c2',
  body: {
    scheduleTimelineId: 'sale',
    contractObjectId: 'lot',
    biddingNumber: 17,
    price: '2180.00',
    currency: 'CNY',
    seq: 241,
    hash: '9c1d0e5b7a2f4c8d9c1d0e5b7a2f4c8d9c1d0e5b7a2f4c8d9c1d0e5b7a2f4c8d',
    at: '2026-06-11T12:05:31.000Z',
  },
  path: [],
  signature: 'c2lnbmF0dXJl',
}

export const face = (say: Say, parts: Partial<TicketFace>): TicketFace => ({
  id: 'ticket',
  kind: 'bid',
  name: say('出价回执', 'Bid receipt'),
  at: '2026-06-11T12:05:31.000Z',
  title: say('加蓬奥古曼原木', 'Okoumé logs, Gabon'),
  facts: [say('一级', 'Grade 1'), '600–900 mm'],
  lines: [
    { label: say('场次', 'Sale'), value: say('西非热带材专场', 'West African hardwoods') },
    { label: say('标的号', 'Lot'), value: '5' },
  ],
  lot: '5',
  number: 17,
  seal: null,
  isVoid: false,
  sum: { label: say('总额', 'Total'), value: '¥239,383.62', of: '¥2,180.00/m³ × 109.809 m³' },
  ...parts,
})
