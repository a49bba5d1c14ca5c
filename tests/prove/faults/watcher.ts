import { setTimeout as wait } from 'node:timers/promises'
import { LINK_DEAD_MS } from '../../../src/contract/constants.ts'
import { LiveConnection } from '../../support/live.ts'
import type { Member, WorldSession } from '../../support/world.ts'

/** One screen: whether it shows a live room, from what arrives on its connection. */
export class Watcher {
  /** Since when the screen says that the room is not live; `null`: it is live. */
  since: number | null = null
  readonly #ended: Promise<void>
  #going = true

  constructor(url: string, session: WorldSession, member: Member) {
    this.#ended = this.#watch(
      () => new LiveConnection({ url, scheduleTimelineId: session.id, token: member.venueToken }),
    )
  }

  async stop(): Promise<void> {
    this.#going = false
    await this.#ended
  }

  async #watch(open: () => LiveConnection): Promise<void> {
    while (this.#going) {
      const connection = open()
      let read = 0
      let heardAt = performance.now()
      connection.socket.on('message', () => {
        heardAt = performance.now()
      })
      while (this.#going && connection.closed === null) {
        await Promise.race([connection.gone, wait(50)])
        const fresh = connection.frames.slice(read)
        read += fresh.length
        const tick = fresh.findLast((frame) => frame.sendType === '6')
        if (tick?.interrupted === true) this.#down(performance.now())
        else if (tick !== undefined || fresh.some(({ sendType }) => sendType === '2')) this.since = null
        // As in the app: a link without a frame for this long is dead.
        if (performance.now() - heardAt > LINK_DEAD_MS) connection.terminate()
      }
      const closedAt = performance.now()
      connection.terminate()
      if (this.#going) this.#down(Math.min(closedAt, heardAt + LINK_DEAD_MS))
      await wait(200)
    }
  }

  #down(at: number): void {
    this.since ??= at
  }
}
