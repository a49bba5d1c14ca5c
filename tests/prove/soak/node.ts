import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { queryObjects } from 'node:v8'
import { WebSocket } from 'ws'
import { openNode } from '../../../src/server/main.ts'
import { PRACTICE_PACE } from '../../../src/server/practice/pace.ts'
import { serve } from '../../bench/parts/rpc.ts'
import { memory } from '../../bench/parts/numbers.ts'
import { fastTime } from './fast.ts'

/** A node of the demo world on a fast clock: one practice sale that lasts for hours, a lot opening a minute. */
const [dataDir = '', times = '1', epoch = '0', lots = '8'] = process.argv.slice(2)
const pace = { ...PRACTICE_PACE, lots: Number(lots), rule: { ...PRACTICE_PACE.rule, staggerSeconds: 60 } }
const node = await openNode(
  {
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl: null,
    databaseOwnerUrl: null,
    databaseSync: false,
    secretKey: null,
    bucket: null,
    demo: true,
    trustProxy: false,
    publicUrls: [],
    tls: null,
    metricsToken: null,
    securityContact: null,
    smtpUrl: null,
    mailFrom: 'x@example.com',
    smsUrl: null,
    smsToken: null,
    pushHosts: [],
    messagesPerHour: 600,
    operatorIdleMinutes: 30,
    liveConnections: 20_000,
    otlpEndpoint: null,
    nodeId: randomUUID(),
    logLevel: 'error',
    auditLog: false,
  },
  { pace, time: fastTime(Number(times), Number(epoch)) },
)

const timer = setTimeout(() => undefined, 0)
const Timeout = timer.constructor
clearTimeout(timer)
const count = (of: unknown): number => Number(queryObjects(of as typeof Object, { format: 'count' }))

const doings = {
  port: () => node.port,
  memory,
  /** Live objects after a full collection, counted by the heap itself, including ones without an event loop handle. */
  async left() {
    const { heap } = await memory()
    return {
      live: count(WebSocket),
      timers: count(Timeout),
      // Sockets among them.
      emitters: count(EventEmitter),
      heap,
    }
  },
}
export type SoakNode = typeof doings
process.on('disconnect', () => void node.stop().then(() => process.exit(0)))
serve(doings)
