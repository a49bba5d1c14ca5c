import type { BiddingNumber } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Clock, Present } from '../ports.ts'
import { runsSale } from './attendance.ts'
import type { Visiting, Visitor } from './attendance.ts'
import type { NodePresence } from './node-presence.ts'
import type { KeptRoom } from './kept-room.ts'
import type { Listener } from './listeners.ts'
import type { Numbers } from './numbers.ts'
import type { Placed, Position } from './position.ts'

/** The sockets' view of a session's room. */
export interface Watched {
  readonly position: Position
  readonly numbers: Numbers
  /** Bids cannot be taken now. */
  readonly interrupted: boolean
  /** This node cannot read the newest of the log, and decides nothing (R8). */
  readonly unread: boolean
  since(seq: number, most: number): Promise<readonly Placed[] | null>
  enter(visitor: Visitor): Visiting
  /** Increases with every arrival and departure on this node. */
  readonly changes: number
  people(): readonly Present[]
  /** Accounts connected here and, as last reported, on other nodes. */
  online(): number
  /** A host or operator was here, and none has been heard for 8 s, on this node or another. */
  hostLost(): boolean
  seen(number: BiddingNumber, at: Instant): void
  gone(number: BiddingNumber, at: Instant): void
  /** Releases the room. */
  close(): void
}

interface WatchedDeps {
  readonly clock: Clock
  readonly elsewhere: NodePresence
  readonly people: () => readonly Present[]
}

/** A loaded room for a watcher, which must close it. */
export function watchedRoom(kept: KeptRoom, listener: Listener, { clock, elsewhere, people }: WatchedDeps): Watched {
  const { room, attendance, signs } = kept
  const deaf = room.listen(listener)
  return {
    get position() {
      if (room.position === null) throw new Error('a watched room without a position')
      return room.position
    },
    get numbers() {
      return room.numbers
    },
    get interrupted() {
      return room.interrupted
    },
    get unread() {
      return room.unread
    },
    get changes() {
      return attendance.changes
    },
    since: (seq, most) => room.since(seq, most),
    enter: (visitor) => attendance.enter(visitor, clock.now()),
    people,
    online: () => attendance.online + elsewhere.online(room.id),
    hostLost: () =>
      attendance.hostLost(clock.now()) &&
      !elsewhere.people(room.id).some(({ viewer, online }) => online && runsSale(viewer)),
    seen(number, at) {
      signs.seen(number, at)
      // Ticks at once, so that a returning holder's mandate rests without waiting for the next second.
      if (room.position?.state.bidders[number]?.lost.length) room.tick()
    },
    gone(number, at) {
      signs.gone(number, at)
      room.tick()
    },
    close() {
      deaf()
      kept.watchers -= 1
      kept.usedAt = clock.now()
    },
  }
}
