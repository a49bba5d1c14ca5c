import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { ClockReading } from './clock.ts'
import type { Logger } from './logger.ts'
import type { Clock } from './ports.ts'
import { Gauge, LabelledGauge } from './room/metrics.ts'
import type { Metric } from './room/metrics.ts'
import type { Db } from './store/open.ts'
import { diskOf } from './space.ts'
import type { Disk } from './space.ts'
import { waitingMails } from './store/outbox.ts'

const EVERY_MS = 15_000
/** Resolution of the event loop's timer, which Node adds to every reading. */
const LOOP_MS = 20
const NS = 1e9

interface NodeMetricsNeeds {
  readonly db: Db
  readonly clock: Clock & { reading(): ClockReading }
  readonly dataDir: string
  readonly version: string
  /** The wall clock of this machine, ms since epoch. */
  readonly machineNow: () => number
  readonly logger: Logger
}

interface NodeMetrics {
  readonly metrics: readonly Metric[]
  stop(): Promise<void>
}

/** Values of the last fifteen seconds; `null` until the first of them are known. */
interface Sample {
  readonly loop: Readonly<Record<string, number>>
  readonly busy: number | null
  readonly databaseUp: boolean
  readonly outbox: { readonly waiting: number; readonly oldest: number | null } | null
  readonly disk: Disk | null
}

const NOTHING: Sample = { loop: {}, busy: null, databaseUp: true, outbox: null, disk: null }

/** Health of the process and of what it stands on: event loop, memory, disk, database, clock and outbox. */
export async function startNodeMetrics(needs: NodeMetricsNeeds): Promise<NodeMetrics> {
  const { clock, machineNow, version } = needs
  const loop = monitorEventLoopDelay({ resolution: LOOP_MS })
  loop.enable()
  let usedUpTo = performance.eventLoopUtilization()
  let sample = NOTHING

  async function look(): Promise<void> {
    const used = performance.eventLoopUtilization()
    const busy = performance.eventLoopUtilization(used, usedUpTo).utilization
    usedUpTo = used
    const delays = loop.count === 0 ? {} : delaysOf(loop)
    loop.reset()
    sample = { loop: delays, busy, ...(await askedOf(needs)) }
  }

  await look()
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = look()
  }, EVERY_MS).unref()

  return {
    metrics: [
      new LabelledGauge('node_info', 'The release that runs.', 'version', () => ({ [version]: 1 })),
      new Gauge('process_start_time_seconds', 'When the process started, seconds since 1970.', () =>
        Math.round(performance.timeOrigin / 1_000),
      ),
      new Gauge('process_cpu_seconds_total', 'Processor time used.', cpuSeconds, 'counter'),
      new Gauge('process_resident_memory_bytes', 'Memory that the process holds.', () => process.memoryUsage.rss()),
      new Gauge('nodejs_heap_size_used_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed),
      new LabelledGauge(
        'nodejs_eventloop_delay_seconds',
        'How late timers ran within the last 15 s, by quantile; 1 is the longest.',
        'quantile',
        () => sample.loop,
      ),
      new Gauge(
        'nodejs_eventloop_utilization',
        'Share of the last 15 s in which the event loop was busy, 0 to 1.',
        () => sample.busy,
      ),
      new Gauge('database_up', '1: the database answered the last look, every 15 s.', () =>
        sample.databaseUp ? 1 : 0,
      ),
      new Gauge(
        'outbox_waiting',
        'Mails and short messages of all nodes that wait.',
        () => sample.outbox?.waiting ?? null,
      ),
      new Gauge('outbox_oldest_seconds', 'Age of the oldest of them.', () => {
        if (sample.outbox === null) return null
        return sample.outbox.oldest === null ? 0 : Math.max(0, clock.now() - sample.outbox.oldest) / 1_000
      }),
      new Gauge('disk_free_bytes', 'Free space where DATA_DIR lies.', () => sample.disk?.free ?? null),
      new Gauge('disk_size_bytes', 'Size of the disk where DATA_DIR lies.', () => sample.disk?.size ?? null),
      new Gauge(
        'clock_offset_seconds',
        'Server time, which is the database’s, minus the clock of this machine.',
        () => (clock.now() - machineNow()) / 1_000,
      ),
      new Gauge(
        'clock_round_trip_seconds',
        'Round trip of the question that server time rests on; it may be wrong by half of it.',
        () => clock.reading().rttMs / 1_000,
      ),
      new Gauge(
        'clock_age_seconds',
        'Time since the database last told the time.',
        () => clock.reading().ageMs / 1_000,
      ),
    ],
    async stop() {
      clearInterval(timer)
      loop.disable()
      await looking
    },
  }
}

type Delays = Pick<ReturnType<typeof monitorEventLoopDelay>, 'percentile' | 'max'>

function delaysOf(loop: Delays): Record<string, number> {
  const seconds = (ns: number) => Math.max(0, ns - LOOP_MS * 1e6) / NS
  return { 0.5: seconds(loop.percentile(50)), 0.99: seconds(loop.percentile(99)), 1: seconds(loop.max) }
}

async function askedOf({ db, dataDir, logger }: NodeMetricsNeeds): Promise<Omit<Sample, 'loop' | 'busy'>> {
  const disk = await diskOf(dataDir).catch(() => null)
  try {
    return { disk, outbox: await waitingMails(db), databaseUp: true }
  } catch (error) {
    logger.warn({ err: error }, 'the database does not answer')
    return { disk, outbox: null, databaseUp: false }
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
