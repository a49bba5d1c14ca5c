import type { FastifyInstance } from 'fastify'
import { Counter, Histogram } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'

const SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

/** Counters of a node's HTTP side. Labels come from closed sets: codes, reasons, call paths. */
export class HttpMetrics {
  readonly calls = new Counter('http_calls_total', 'Answers to calls, by path of the call.', 'path')
  readonly codes = new Counter('http_codes_total', 'Answers to calls, by the code in their body.', 'code')
  readonly reasons = new Counter('http_reasons_total', 'Answers other than 200, by reason.', 'reason')
  readonly seconds = new Histogram('http_seconds', 'From a call to its answer.', SECONDS)

  watch(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      const { answered } = request
      if (answered) {
        this.calls.add(1, request.routeOptions.url ?? 'unknown')
        this.codes.add(1, String(answered.code))
        if (answered.reason) this.reasons.add(1, answered.reason)
        this.seconds.observe(reply.elapsedTime / 1000)
      }
      done()
    })
  }

  all(): readonly Metric[] {
    return [this.calls, this.codes, this.reasons, this.seconds]
  }
}
