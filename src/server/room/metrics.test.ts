import { expect, test } from 'vitest'
import { Counter, exposition, Gauge, Histogram } from './metrics.ts'

test('counters, gauges and histograms in the text that Prometheus reads', () => {
  const bids = new Counter('bids_total', 'Bids.', 'verdict')
  bids.add(2, 'accepted')
  bids.add(1, 'refused')
  const seconds = new Histogram('ack_seconds', 'Time.', [0.01, 0.1])
  for (const s of [0.005, 0.01, 0.05, 3]) seconds.observe(s)
  expect(exposition([bids, new Gauge('rooms', 'Rooms.', () => 3), seconds])).toBe(
    [
      '# HELP bids_total Bids.',
      '# TYPE bids_total counter',
      'bids_total{verdict="accepted"} 2',
      'bids_total{verdict="refused"} 1',
      '# HELP rooms Rooms.',
      '# TYPE rooms gauge',
      'rooms 3',
      '# HELP ack_seconds Time.',
      '# TYPE ack_seconds histogram',
      'ack_seconds_bucket{le="0.01"} 2',
      'ack_seconds_bucket{le="0.1"} 3',
      'ack_seconds_bucket{le="+Inf"} 4',
      'ack_seconds_sum 3.065',
      'ack_seconds_count 4',
      '',
    ].join('\n'),
  )
})
