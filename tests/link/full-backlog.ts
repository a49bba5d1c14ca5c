import type { ChildProcess } from 'node:child_process'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Silence } from './silence.ts'

/** Linux queues one connection more than the backlog; a few more prove that it is full. */
const MOST = 8
/** A handshake within one machine takes no longer. */
const ANSWERED_MS = 100

interface Listener {
  readonly process: ChildProcess
  readonly host: string
  readonly port: number
  /** Resolves when it has taken the connection from this port out of its queue. */
  readonly taken: (port: number) => Promise<unknown>
}

/** Stops a listener and fills its queue: from then on Linux silently drops connection attempts. */
export function fillBacklog({ process: listener, host, port, taken }: Listener): Silence {
  const own = new Set<number>()
  let fillers: Socket[] = []

  /** A connection of the test's own, if the queue accepts it; null: it is full. */
  async function dial(): Promise<Socket | null> {
    const socket = connect({ host, port })
    socket.on('error', () => undefined)
    const queued = await connects(socket)
    if (queued) own.add(socket.localPort ?? 0)
    else socket.destroy()
    return queued ? socket : null
  }

  const connectMore = () => {
    for (const filler of fillers) filler.destroy()
    fillers = []
    listener.kill('SIGCONT')
  }

  return {
    enter: async () => {
      listener.kill('SIGSTOP')
      for (let made = 0; made < MOST; made += 1) {
        const filler = await dial()
        if (!filler) return
        fillers.push(filler)
      }
      connectMore()
      throw new Error('this system takes connections that a full queue has no place for')
    },
    leave: async () => {
      connectMore()
      // Until its queue is empty, a SYN would still be lost.
      for (;;) {
        const through = await dial()
        if (!through) continue
        await taken(through.localPort ?? 0)
        through.destroy()
        return
      }
    },
    end: connectMore,
    own,
  }
}

const connects = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWERED_MS)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(true)
    })
  })
