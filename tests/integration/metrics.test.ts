import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { openNode, ROOT, type Running } from '../../src/server/main.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { temporaryFolder } from '../support/store/temporary.ts'

const folder = temporaryFolder()
let node: Running
let served: string
beforeAll(async () => {
  await placeEmptyStore(folder.path)
  node = await openNode(readConfig({ PORT: '0', DATA_DIR: folder.path, DEMO: '0', LOG_LEVEL: 'silent' }))
  served = await (await fetch(`http://127.0.0.1:${node.port}/metrics`)).text()
})
afterAll(async () => {
  await node.stop()
  folder.remove()
})

/** Prometheus's own: whether a scrape succeeded. */
const OF_PROMETHEUS = ['up']
const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right', 'and', 'or', 'unless', 'bool'])

/** Names of the metrics in a PromQL expression. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/gi)].map(([name]) => name).filter((name) => !WORDS.has(name))
}

/** Names as Prometheus stores them. */
function namesServed(): ReadonlySet<string> {
  const types = [...served.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name ?? ''],
    ),
  )
}

const deployed = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8')

const alerts = (): string[] =>
  [...deployed('prometheus/alerts.yaml').matchAll(/^ +expr: (.+)$/gm)].map(([, expression = '']) => expression)

const queries = (): string[] =>
  [...deployed('grafana/dashboard.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) =>
    String(JSON.parse(text)),
  )

test('the names in an expression are found, and only they', () => {
  expect(
    metricsIn('max(abs(clock_offset_seconds{a="b_c"})) > 2 and sum by (instance, le) (rate(up[5m])) / 1e9 > 0.5'),
  ).toEqual(['clock_offset_seconds', 'up'])
})

test.each([
  ['alerts', alerts, 25],
  ['queries of the dashboard', queries, 40],
])('%s name only metrics that a node serves', (_what, expressions, least) => {
  const all = expressions()
  expect(all.length).toBeGreaterThanOrEqual(least)
  const known = new Set([...namesServed(), ...OF_PROMETHEUS])
  for (const expression of all) {
    const names = metricsIn(expression)
    expect(names, expression).not.toEqual([])
    expect(
      names.filter((name) => !known.has(name)),
      expression,
    ).toEqual([])
  }
})

test('a node tells the health of what it stands on', () => {
  const valueOf = (line: string): number => Number(new RegExp(`^${RegExp.escape(line)} (\\S+)$`, 'm').exec(served)?.[1])
  expect(valueOf('database_up')).toBe(1)
  expect(valueOf('disk_free_bytes')).toBeGreaterThan(0)
  expect(valueOf('disk_size_bytes')).toBeGreaterThan(valueOf('disk_free_bytes'))
  expect(valueOf('outbox_waiting')).toBe(0)
  expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(valueOf('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect(valueOf('nodejs_eventloop_utilization')).toBeGreaterThan(0)
  expect(Math.abs(valueOf('clock_offset_seconds'))).toBeLessThan(5)
  expect(valueOf('clock_round_trip_seconds')).toBeGreaterThan(0)
  expect(valueOf('database_connections{pool="log"}')).toBeGreaterThan(0)
})
