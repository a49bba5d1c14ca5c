import { describe, expect, test } from 'vitest'
import { instant } from '../../../domain/units.ts'
import { translator } from '../../i18n.ts'
import type { Impairment } from '../../ports.ts'
import { Counter, Gauge, Histogram } from '../../room/metrics.ts'
import { statusPage } from './page.ts'
import { overall, statusOf } from './status.ts'

interface Given {
  readonly ready?: boolean
  readonly lacks?: readonly Impairment['lacks'][]
  readonly gauges?: Readonly<Record<string, number>>
  readonly verdicts?: readonly number[]
  readonly sends?: boolean
}

function partsOf({ ready = true, lacks = [], gauges = {}, verdicts = [], sends = true }: Given) {
  const seconds = new Histogram('room_ack_seconds', 'Time.', [0.01, 0.05, 1])
  for (const value of verdicts) seconds.observe(value)
  return statusOf({
    ready: async () => {
      if (!ready) throw new Error('the database is away')
    },
    impaired: async () => lacks.map((one) => ({ lacks: one, message: 'ECONNREFUSED 10.0.0.7' })),
    metrics: () => [
      new Counter('other_total', 'Other.'),
      ...Object.entries(gauges).map(([name, value]) => new Gauge(name, 'A gauge.', () => value)),
      seconds,
    ],
    sends,
  })
}

async function shown(given: Given, locale: 'zh' | 'en' = 'en'): Promise<string> {
  const parts = await partsOf(given)
  const now = instant(Date.UTC(2026, 10, 26, 12, 0, 0))
  return statusPage({ parts, locale, translate: translator(locale), now, version: '<1>' })
}

const stateOf = async (given: Given) => overall(await partsOf(given))

describe('the whole', () => {
  test.each<[string, Given, string]>([
    ['nothing is wrong', {}, 'good'],
    ['the node is not ready', { ready: false }, 'down'],
    ['a running sale has not been marked alive for more than 3 s', { gauges: { room_alive_age_seconds: 3.1 } }, 'down'],
    ['it was marked just now', { gauges: { room_alive_age_seconds: 2.9 } }, 'good'],
    ['files are away', { lacks: ['files'] }, 'reduced'],
    ['disk space is short', { lacks: ['space'] }, 'reduced'],
    ['the standby is missing', { lacks: ['standby'] }, 'reduced'],
    ['messages are not taken', { lacks: ['messages'] }, 'reduced'],
    ['messages are not taken, and none can be sent', { lacks: ['messages'], sends: false }, 'good'],
    ['a message waits for five minutes', { gauges: { outbox_oldest_seconds: 300 } }, 'reduced'],
    ['a message waits, and none can be sent', { sends: false, gauges: { outbox_oldest_seconds: 300 } }, 'good'],
    ['nine of ten places are taken', { gauges: { live_seats: 90, live_seats_most: 100 } }, 'reduced'],
    ['fewer are', { gauges: { live_seats: 89, live_seats_most: 100 } }, 'good'],
    ['files are away, and the node is not ready', { ready: false, lacks: ['files'] }, 'down'],
  ])('%s', async (_, given, state) => {
    expect(await stateOf(given)).toBe(state)
  })
})

test('how fast bids are decided is told once there are enough of them', async () => {
  expect(await shown({ verdicts: Array<number>(99).fill(0.03) })).not.toContain(' ms')
  expect(await shown({ verdicts: [...Array<number>(99).fill(0.03), 2] })).toContain('within 50 ms')
  // Slower than every bound: no figure rather than a wrong one.
  expect(await shown({ verdicts: Array<number>(100).fill(2) })).not.toContain(' ms')
})

test('outages of running sales stay told after they are over', async () => {
  const page = await shown({ gauges: { room_outages_total: 2, room_outage_seconds_total: 17.6 } })
  expect(page).toContain('2 during sales since this server started, 18 s in all')
  expect(page).toContain('<main data-state="good">')
})

test('addresses and errors of the machines are not told to visitors', async () => {
  expect(await shown({ lacks: ['files', 'standby'] })).not.toContain('10.0.0.7')
})

test('texts are escaped, and Chinese is Chinese', async () => {
  expect(await shown({})).toContain('&lt;1&gt;')
  const page = await shown({ ready: false }, 'zh')
  expect(page).toContain('<html lang="zh-CN">')
  expect(page).toContain('<h1>目前无法接受出价。</h1>')
})
