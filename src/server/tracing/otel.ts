import { createHash, randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api'
import type { Context, HrTime, Link } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { BID_NOT_AFTER_MS } from '../../contract/constants.ts'
import type { Instant } from '../../domain/units.ts'
import type { Clock } from '../ports.ts'
import type { BidTrace, Step, Tracing } from './tracing.ts'

interface OtelOptions {
  /** `http://collector:4318`: spans go to `/v1/traces` below it, as JSON. */
  readonly endpoint: string
  readonly nodeId: string
  readonly version: string
  readonly clock: Clock
}

/** All that a span may say: nothing of it is secret from a member of the audience, but for how a node fares. */
interface Told {
  readonly 'timber.session'?: string
  readonly 'timber.seq'?: number
  readonly 'timber.outcome'?: 'accepted' | 'refused'
  readonly 'timber.connections'?: number
  readonly 'http.response.status_code'?: number
}

interface Ids {
  readonly traceId: string
  readonly spanId: string
}

/**
 * Ids of a bid's trace and of its first span follow from the bid's place in the log. So every node adds to the same
 * trace without being told its id, and nothing of it travels in the log, in notices or to viewers.
 */
export function idsOf(timelineId: string, seq: number): Ids {
  const hash = createHash('sha256').update(`${timelineId}:${seq}`).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}

const anyIds = (): Ids => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') })

const below = ({ traceId, spanId }: Ids): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** The span that a caller names becomes a link, not the parent: any client can send the header. */
function linksOf(traceparent: string | undefined): Link[] {
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent ?? '') ?? []
  return traceId && spanId ? [{ context: { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true } }] : []
}

/** Begin and end. */
type Times = readonly [HrTime, HrTime]

/** Ms since epoch, as seconds and nanoseconds. */
const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.floor((ms % 1_000) * 1e6)]

/** Spans between two marks. */
const SPANS: readonly (readonly [name: string, from: Step | 'received', to: Step | 'answered'])[] = [
  ['bid.admit', 'received', 'queued'],
  ['bid.wait', 'queued', 'deciding'],
  ['bid.decide', 'deciding', 'decided'],
  ['bid.await_append', 'decided', 'appending'],
  ['bid.append', 'appending', 'durable'],
  ['bid.answer', 'durable', 'answered'],
]

/** Sends spans to an OpenTelemetry collector. */
export function openOtel({ endpoint, nodeId, version, clock }: OtelOptions): Tracing {
  /** Ids of the next span without a parent. */
  let next: Ids = anyIds()
  let first = false
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'timber-sale-room',
      'service.version': version,
      'service.instance.id': nodeId,
    }),
    idGenerator: {
      generateTraceId: () => next.traceId,
      generateSpanId: () => (first ? next.spanId : randomBytes(8).toString('hex')),
    },
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }) }),
    ],
  })
  const tracer = provider.getTracer('timber.bids', version)
  /** Server time minus `performance.now()`: spans of several machines are in order by it. */
  const shiftNow = (): number => clock.now() - performance.now()

  function span(name: string, [from, to]: Times, about: Told, parent: Context): void {
    tracer.startSpan(name, { startTime: from, attributes: { ...about } }, parent).end(to)
  }
  function rootSpan(ids: Ids, [from, to]: Times, about: Told, links: Link[]): void {
    next = ids
    first = true
    const root = tracer.startSpan(
      'bid',
      { root: true, kind: SpanKind.SERVER, startTime: from, attributes: { ...about }, links },
      ROOT_CONTEXT,
    )
    first = false
    root.end(to)
  }

  return {
    begin(traceparent): BidTrace {
      const marks = new Map<Step | 'received' | 'answered', number>([['received', performance.now()]])
      let session: string | null = null
      let pressed: number | null = null
      let told: Told = {}
      return {
        of(timelineId, notAfter) {
          session = timelineId
          pressed = notAfter === null ? null : pressedAt(notAfter, marks.get('received') ?? performance.now())
        },
        mark: (step) => void marks.set(step, performance.now()),
        settled(outcome, seq) {
          told = { 'timber.outcome': outcome, ...(seq !== null && { 'timber.seq': seq }) }
        },
        end(status) {
          if (session === null) return
          const now = performance.now()
          const received = marks.get('received') ?? now
          marks.set('answered', now)
          const seq = told['timber.seq']
          const ids = seq === undefined ? anyIds() : idsOf(session, seq)
          const of: Told = { 'timber.session': session }
          const shift = shiftNow()
          const times = (begun: number, ended: number): Times => [hrTime(begun + shift), hrTime(ended + shift)]
          rootSpan(
            ids,
            times(received, now),
            { ...of, ...told, 'http.response.status_code': status },
            linksOf(traceparent),
          )
          const parent = below(ids)
          if (pressed !== null) span('bid.press', times(pressed, received), of, parent)
          for (const [name, from, to] of SPANS) {
            const [begun, ended] = [marks.get(from), marks.get(to)]
            if (begun !== undefined && ended !== undefined) span(name, times(begun, ended), of, parent)
          }
        },
      }
    },
    told(timelineId, bids, connections) {
      const shift = shiftNow()
      const now = hrTime(performance.now() + shift)
      for (const { seq, from } of bids)
        span(
          'bid.tell',
          [hrTime(from + shift), now],
          { 'timber.session': timelineId, 'timber.seq': seq, 'timber.connections': connections },
          below(idsOf(timelineId, seq)),
        )
    },
    stop: () => provider.shutdown(),
  }

  /**
   * The app sets `notAfter` ten seconds after the press, in server time as the device knows it. A device that is wrong,
   * or lies, moves its own span by ten seconds at most.
   */
  function pressedAt(notAfter: Instant, received: number): number {
    const at = performance.now() + (notAfter - BID_NOT_AFTER_MS - clock.now())
    return Math.min(received, Math.max(at, received - BID_NOT_AFTER_MS))
  }
}
