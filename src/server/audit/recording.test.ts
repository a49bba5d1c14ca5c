import { expect, test } from 'vitest'
import * as calls from '../../contract/calls/index.ts'
import { instant } from '../../domain/units.ts'
import { failureOf } from '../http/errors.ts'
import { parseInput } from '../http/input.ts'
import { anyone } from '../http/route.ts'
import type { About } from '../http/route.ts'
import { AUDIT } from '../../contract/audit.ts'
import type { NewAuditRow } from '../store/audit.ts'
import { StoreUnavailable } from '../store/errors.ts'
import { createTurns, TooBusy } from '../work/turns.ts'
import { ReaderLeft } from '../work/work.ts'
import { recordedBy } from './recording.ts'

const about: About = {
  at: instant(1_800_000_000_000),
  locale: 'en',
  address: '192.0.2.1',
  from: { address: '192.0.2.1', secret: null },
  device: '',
  requestId: 'r',
  second: null,
  site: { host: 'sale.example' },
  note: () => undefined,
  trace: null,
  onceKey: null,
}
const input = parseInput(calls.login, { params: {}, query: {}, body: { account: 'buyer1', password: 'guess' } })

/** Runs a sign-in that ends with an error; its lines in the trail. */
async function linesOf(run: () => Promise<never>): Promise<readonly NewAuditRow[]> {
  const lines: NewAuditRow[] = []
  const trail = {
    add: async (row: NewAuditRow) => void lines.push(row),
    settle: async () => undefined,
    look: async () => null,
    holderOf: async () => null,
    metrics: [],
  }
  const route = recordedBy(trail, 'login', AUDIT.login, anyone(calls.login, run))
  await expect(route.run(input, null, about)).rejects.toThrow()
  return lines
}

test('sign-ins beyond the line are answered 429 with a time to wait, and leave no line as if the system had failed', async () => {
  const inTurn = createTurns(1, { ofOne: 1, ofAll: 100 })
  const running = Promise.withResolvers<void>()
  const whose = { unknown: '192.0.2.1' }
  const ahead = [inTurn(whose, () => running.promise), inTurn(whose, () => running.promise)]
  const lines = await linesOf(async () => {
    await inTurn(whose, async () => undefined)
    throw new Error('the line took one more')
  })
  running.resolve()
  await Promise.all(ahead)
  expect(lines).toEqual([])
  expect(failureOf(new TooBusy())).toMatchObject({ code: 429, retryAfter: 5 })
})

test.each([
  ['a fault', new Error('a fault of ours'), 'system.failed'],
  ['a lost database', new StoreUnavailable('away'), 'system.unavailable'],
  ['a reader that left', new ReaderLeft(), 'call.too_many'],
])('%s leaves a line: the outcome is unknown', async (_, error, reason) => {
  expect(await linesOf(() => Promise.reject(error))).toMatchObject([{ act: 'login', outcome: 'failed', reason }])
})
