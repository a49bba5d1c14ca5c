import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wire } from '../../src/contract/wire.ts'
import { API_BASE } from '../../src/contract/constants.ts'
import { BOUNDS } from '../../src/server/work/bounds.ts'
import type { Bound, ROADS, WorkKind } from '../../src/server/work/bounds.ts'
import { keepThreads } from '../../src/server/work/kept-threads.ts'
import { atOnce } from '../../src/server/work/pieces.ts'
import { openWork } from '../../src/server/work/work.ts'
import type { Work } from '../../src/server/work/work.ts'
import { openHouse } from '../support/http/house.ts'
import { addPeople } from '../support/http/world.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { pictureOf, upload } from '../support/http/upload.ts'

/** A node whose lines are full already: bounded work is refused, and anything else is not. */
const FULL: Bound = { atOnce: 0, ofOne: 0, ofAll: 0, ms: 1 }
const full = openWork(Object.fromEntries(Object.keys(BOUNDS).map((kind) => [kind, FULL])) as Record<WorkKind, Bound>)
/** A planted fault: work that begins at once, however much there is. */
const lendThread = keepThreads()
const { signal } = new AbortController()
const unbounded: Work = {
  do: (_kind, _whose, job) =>
    job({ ended: signal, piece: atOnce, lend: (module, heapMb) => lendThread(module, heapMb, signal) }),
  piece: atOnce,
  metrics: [],
}

type Bounded = {
  [Name in keyof typeof ROADS]: (typeof ROADS)[Name] extends 'stored' ? never : Name
}[keyof typeof ROADS]

interface Asking {
  readonly who: 'admin' | 'seller'
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Record<string, string>
}
/** Calls whose input is well-formed; the work is refused before it looks for anything. */
const FILES: Readonly<Record<Exclude<Bounded, 'upload' | 'resumableUpload'>, Asking>> = {
  agreementFile: { who: 'seller' },
  auditExport: { who: 'admin' },
  calendarFile: { who: 'seller', params: { scheduleTimelineId: 'timeline-1' } },
  catalogueFile: { who: 'seller', query: { scheduleTimelineId: 'timeline-1' } },
  contractFile: { who: 'seller', params: { contractId: 'contract-1' } },
  lotDraftFile: { who: 'seller', query: { format: 'xlsx' } },
  orderFile: { who: 'seller', query: { side: 'seller', format: 'csv' } },
  receiptFile: { who: 'seller', params: { scheduleTimelineId: 'timeline-1', seq: '3' } },
  resultFile: { who: 'seller', params: { scheduleTimelineId: 'timeline-1' }, query: { format: 'csv' } },
  statementFile: { who: 'seller', query: { format: 'csv', beginTime: '2026-01-01', endTime: '2026-12-31' } },
}

let house: House
let tokens: Record<Asking['who'], string>

async function opened(work: Work): Promise<void> {
  house = await openHouse({ work, limits: { document: { most: 1_000, oneEveryMs: 1 } } })
  await addPeople(house)
  tokens = { admin: await sellerToken(house, 'admin'), seller: await sellerToken(house, 'seller1') }
}
async function reasonOf(name: keyof typeof FILES): Promise<string> {
  const { who, params = {}, query } = FILES[name]
  const path = wire[name].path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')
  const answered = await house.ask('GET', path, { token: tokens[who], ...(query && { query }) })
  return `${answered.code} ${answered.reason ?? ''}`
}
const names = Object.keys(FILES) as (keyof typeof FILES)[]

describe('while the lines of a node are full', () => {
  beforeAll(() => opened(full))
  afterAll(() => house.close())

  test.each(names)('%s waits its turn, or is refused for now', async (name) => {
    expect(await reasonOf(name)).toBe('429 call.too_many')
  })

  test('an uploaded picture is refused for now, in one piece and in chunks', async () => {
    const photo = await pictureOf('jpeg')
    const whole = await upload(house, tokens.seller, [{ name: 'a.jpg', bytes: photo }], { query: { kind: 'picture' } })
    expect(whole).toMatchObject({ code: 429, reason: 'call.too_many' })
    const chunks = await house.app.inject({
      method: 'POST',
      url: `${API_BASE}${wire.resumableUpload.path}`,
      headers: {
        authorization: `Bearer ${tokens.seller}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(photo.length),
        'upload-metadata': `filename ${Buffer.from('a.jpg').toString('base64')},kind ${Buffer.from('picture').toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      payload: photo,
    })
    expect([chunks.statusCode, chunks.json()]).toMatchObject([429, { reason: 'call.too_many' }])
  })
})

describe('a planted road without bounds', () => {
  beforeAll(() => opened(unbounded))
  afterAll(() => house.close())

  test.each(names)('is found: %s', async (name) => {
    expect(await reasonOf(name)).not.toBe('429 call.too_many')
  })
})
