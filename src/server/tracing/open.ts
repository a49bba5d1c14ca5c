import type { Config } from '../config.ts'
import type { Clock } from '../ports.ts'
import type { Tracing } from './tracing.ts'

/** `null` while no collector is set: then not even the code of OpenTelemetry is loaded. */
export async function openTracing(
  { otlpEndpoint, nodeId }: Pick<Config, 'otlpEndpoint' | 'nodeId'>,
  about: { readonly clock: Clock; readonly version: string },
): Promise<Tracing | null> {
  if (otlpEndpoint === null) return null
  const { openOtel } = await import('./otel.ts')
  return openOtel({ endpoint: otlpEndpoint, nodeId, ...about })
}
