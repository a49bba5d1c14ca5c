import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fillBacklog } from './full-backlog.ts'
import { until } from '../support/until.ts'
import { openLink } from './link.ts'
import type { Link, LinkOptions } from './link.ts'
import { joinNamespace, namespacesWork } from './namespace.ts'

/**
 * `namespace`: a separate network whose packets are lost both ways; needs root and iproute2. `backlog`: a stopped
 * listener with a full queue, so that Linux drops every SYN; established connections stall.
 */
export type DeadZoneMode = 'namespace' | 'backlog'

interface DeadZoneEvents {
  /** A TCP handshake completed, at this time (ms of `performance.now`). */
  connection: [at: number]
}

/**
 * A stretch of road without radio in front of a link. No packet is answered in it, not even a SYN, so a pending
 * connection waits in its kernel's back-off. A link's own black hole accepts connections and cannot show that.
 */
export interface DeadZone {
  readonly mode: DeadZoneMode
  /** The address to open in place of the target. */
  readonly url: string
  /** The link behind the dead zone, with troubles of its own. */
  readonly link: Link
  readonly events: EventEmitter<DeadZoneEvents>
  enter(): Promise<void>
  leave(): Promise<void>
  close(): Promise<void>
}

type ZoneOptions = Omit<LinkOptions, 'host' | 'port'> & {
  /** By default the most complete mode that this machine allows. */
  readonly mode?: DeadZoneMode
}

export async function openDeadZone({ mode, ...options }: ZoneOptions): Promise<DeadZone> {
  const chosen = mode ?? (namespacesWork() ? 'namespace' : 'backlog')
  const forwarder = startForwarder(chosen)
  const events = new EventEmitter<DeadZoneEvents>()
  const gone = once(forwarder, 'exit')
  const place = chosen === 'namespace' ? await joinNamespace(forwarder) : null
  const host = place?.far ?? '127.0.0.1'
  const link = await openLink({ ...options, host: place?.near ?? '127.0.0.1' })
  const lines = createInterface({ input: forwarder.stdout })
  const target = { host: place?.near ?? '127.0.0.1', port: link.port }
  forwarder.stdin.write(`${JSON.stringify({ host, backlog: 1, target })}\n`)
  const [greeting] = (await once(lines, 'line')) as [string]
  const port = Number(/^listening (\d+)$/.exec(greeting)?.[1])
  const taken = new Set<number>()
  const silence = place
    ? place.silence
    : fillBacklog({ process: forwarder, host, port, taken: (from) => until(() => taken.has(from)) })
  lines.on('line', (line) => {
    const from = Number(line.split(' ')[1])
    taken.add(from)
    if (!silence.own.has(from)) events.emit('connection', performance.now())
  })
  return {
    mode: chosen,
    url: `http://${host}:${port}`,
    link,
    events,
    enter: silence.enter,
    leave: silence.leave,
    close: async () => {
      silence.end()
      forwarder.kill('SIGKILL')
      await Promise.all([gone, link.close()])
    },
  }
}

/** When the pipe ends the forwarder exits, and the namespace with it: a killed test leaves nothing behind. */
function startForwarder(mode: DeadZoneMode): ChildProcessWithoutNullStreams {
  const node = [process.execPath, join(import.meta.dirname, 'forwarder.ts')]
  const [command = '', ...args] = mode === 'namespace' ? ['unshare', '--net', '--', ...node] : node
  return spawn(command, args, { stdio: 'pipe' })
}
