import type { LinkPorts, Socket, SocketEvents } from '../../src/client/room/link.ts'
import type { FakeTime } from './fake-time.ts'

class FakeSocket {
  readonly events: SocketEvents
  sent: string[] = []
  closed = false

  constructor(events: SocketEvents) {
    this.events = events
  }

  open(): void {
    this.events.opened()
  }

  /** A frame from the server. */
  frame(frame: unknown): void {
    this.events.message(JSON.stringify(frame))
  }

  /** The far end closes; 1006 is a cut. */
  end(code: number): void {
    this.closed = true
    this.events.closed(code)
  }
}

/** Sockets controlled by the test, and a page that can be hidden and shown. */
export class FakeNet {
  sockets: FakeSocket[] = []
  visible = true
  jitter = 0.5
  wake: () => void = () => {}
  /** Tells the client that a call or a question was answered. */
  answer: () => void = () => {}
  /** Number of questions over HTTP so far. */
  questions = 0
  /** Times at which sockets and questions began. */
  attempts: number[] = []
  answerQuestion: () => void = () => {}
  private readonly time: FakeTime

  constructor(time: FakeTime) {
    this.time = time
  }

  get last(): FakeSocket {
    const socket = this.sockets.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }

  get openCount(): number {
    return this.sockets.filter((socket) => !socket.closed).length
  }

  ports(supported = true): LinkPorts {
    return {
      open: supported ? (events) => this.openSocket(events) : null,
      now: () => this.time.now,
      after: this.time.after,
      random: () => this.jitter,
      visible: () => this.visible,
      onWake: (run) => {
        this.wake = run
        return () => {
          this.wake = () => {}
        }
      },
      onAnswer: (run) => {
        this.answer = run
        return () => {
          this.answer = () => {}
        }
      },
      probes: {
        ask: (answered) => {
          this.questions += 1
          this.attempts.push(this.time.now)
          this.answerQuestion = answered
        },
        stop: () => {
          this.answerQuestion = () => {}
        },
      },
    }
  }

  private openSocket(events: SocketEvents): Socket {
    const socket = new FakeSocket(events)
    this.sockets.push(socket)
    this.attempts.push(this.time.now)
    return {
      send: (text) => socket.sent.push(text),
      close: () => {
        socket.closed = true
      },
    }
  }
}
