import { step } from './connection.ts'
import { dueAt, IDLE, type Connection, type Effect, type Input } from './connectionState.ts'
import type { Carrier } from './carrier.ts'
import type { Probes } from './probes.ts'
import { linkView, sameView, type LinkView } from './linkView.ts'
import { createStore, type Readable } from './store.ts'

/** One socket. After `close` it reports no more events. */
export interface Socket {
  readonly send: (text: string) => void
  readonly close: () => void
}

export interface SocketEvents {
  readonly opened: () => void
  /** Bytes of a frame that is not whole yet have come, or another carrier took over. A WebSocket does not tell. */
  readonly progress: () => void
  readonly message: (text: string) => void
  readonly errored: () => void
  readonly closed: (code: number) => void
}

export interface LinkPorts {
  /** `null`: this browser has no WebSocket. */
  readonly open: ((events: SocketEvents) => Socket) | null
  /** Monotonic time, ms. */
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => () => void
  readonly random: () => number
  readonly visible: () => boolean
  /** Called on `online`, `pageshow`, `visibilitychange`; returns the stop function. */
  readonly onWake: (run: () => void) => () => void
  /** Called when any call of the app is answered; returns the stop function. */
  readonly onAnswer: (run: () => void) => () => void
  readonly probes: Probes
  /** How the frames come; absent: by WebSocket alone. */
  readonly carrier?: Readable<Carrier>
}

export type Heard = 'welcome' | 'tick' | 'other' | 'gap' | 'outdated'

interface LinkHooks {
  /** Handles a frame of the socket in use; returns its meaning for the connection. */
  readonly heard: (text: string) => Heard
  /** Text of the next heartbeat. */
  readonly beat: () => string
  /** The server answered over HTTP while the room was unreachable. */
  readonly reached: () => void
}

export interface Link {
  readonly view: Readable<LinkView>
  readonly start: () => void
  readonly stop: () => void
  /** The person asks to reconnect. */
  readonly retry: () => void
}

/** Drives the connection: feeds it events, executes its effects. */
export function createLink(ports: LinkPorts, hooks: LinkHooks): Link {
  const view = createStore<LinkView>(linkView(IDLE))
  const sockets = new Map<number, Socket>()
  let connection: Connection = IDLE
  let ids = 0
  let cancelTimer = () => {}
  let stopListening = () => {}

  function send(input: Input): void {
    const given = { now: ports.now(), jitter: ports.random(), visible: ports.visible(), socket: ids + 1 }
    const { next, effects } = step(connection, input, given)
    connection = next
    if (!('front' in next)) ports.probes.stop()
    for (const effect of effects) perform(effect)
    arm()
    tell(linkView(connection))
  }

  /** Frames are frequent, so the screen repaints only when the view changes. */
  function tell(next: LinkView): void {
    if (!sameView(view.get(), next)) view.set(next)
  }

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'open':
        ids = effect.socket
        sockets.set(effect.socket, openSocket(effect.socket))
        return
      case 'close':
        sockets.get(effect.socket)?.close()
        sockets.delete(effect.socket)
        return
      case 'beat':
        sockets.get(effect.socket)?.send(hooks.beat())
        return
      case 'probe':
        ports.probes.ask(() => {
          send({ type: 'answered' })
          hooks.reached()
        })
        return
    }
  }

  function openSocket(socket: number): Socket {
    if (!ports.open) throw new Error('a socket was asked for where there are none')
    return ports.open({
      opened: () => send({ type: 'opened', socket }),
      progress: () => send({ type: 'progress', socket }),
      message: (text) => hear(socket, text),
      errored: () => send({ type: 'errored', socket }),
      closed: (code) => {
        sockets.delete(socket)
        send({ type: 'closed', socket, code })
      },
    })
  }

  function hear(socket: number, text: string): void {
    // An abandoned socket may still receive frames before it closes.
    if (!('socket' in connection) || connection.socket !== socket) return
    const heard = hooks.heard(text)
    if (heard === 'outdated') send({ type: 'outdated' })
    else if (heard === 'gap') send({ type: 'gap', socket })
    else send({ type: 'frame', socket, frame: heard })
  }

  function arm(): void {
    cancelTimer()
    const due = dueAt(connection)
    cancelTimer = due === null ? () => {} : ports.after(Math.max(0, due - ports.now()), () => send({ type: 'time' }))
  }

  return {
    view,
    start: () => {
      const stops = [ports.onWake(() => send({ type: 'nudge' })), ports.onAnswer(() => send({ type: 'answered' }))]
      stopListening = () => stops.forEach((stop) => stop())
      send(ports.open ? { type: 'start' } : { type: 'unsupported' })
    },
    stop: () => {
      stopListening()
      send({ type: 'stop' })
    },
    retry: () => send({ type: 'retry' }),
  }
}
