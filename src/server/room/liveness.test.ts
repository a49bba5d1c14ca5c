import { expect, test } from 'vitest'
import type { SessionEvent } from '../../domain/events.ts'
import type { BiddingNumber } from '../../domain/lot.ts'
import { ceiling, done, open, types } from '../../domain/testing/scene.ts'
import type { SessionState } from '../../domain/state.ts'
import type { PresenceRow } from '../store/log.ts'
import { Liveness } from './liveness.ts'

const SECOND_MS = 1_000

/** A round on two nodes, `here` and `there`, in steps of a second; `here` judges. */
class TwoNodes {
  readonly room = open()
  readonly #opened = this.room.now
  readonly here = new Liveness(this.#opened)
  readonly there = new Liveness(this.#opened)
  readonly #reported = new Map<BiddingNumber, PresenceRow>()

  /** `known`: the state that the other node has read. Returns the tick's events. */
  second(known: SessionState = this.room.state): readonly SessionEvent[] {
    this.room.pass(SECOND_MS)
    const { now, state } = this.room
    for (const node of [this.here, this.there]) node.passed(now)
    const news = this.there.unsaved(known, now)
    this.there.saved(news)
    for (const row of news) this.#reported.set(row.biddingNumber, { timelineId: 'sale-1', nodeId: 'there', ...row })
    this.here.heardOfOthers([...this.#reported.values()], now)
    return done(this.room.give('room', { type: 'tick', ...this.here.links(state, this.#opened, now) }))
  }

  seconds(many: number): readonly SessionEvent[] {
    return Array.from({ length: many }, () => this.second()).flat()
  }

  mandate(number: BiddingNumber): void {
    this.there.seen(number, this.room.now)
    done(ceiling(this.room, number, 150_000, 'linkLoss'))
  }
}

test('M10: a company that sets a mandate on another node is not judged before that node has told of it', () => {
  const nodes = new TwoNodes()
  nodes.seconds(20)
  const before = nodes.room.state
  nodes.mandate(1)
  // The other node has not read the mandate yet, so its report does not cover the company.
  expect(nodes.second(before)).toEqual([])
  expect(nodes.second(before)).toEqual([])
  expect(nodes.seconds(3)).toEqual([])
  nodes.there.seen(1, nodes.room.now)
  expect(nodes.seconds(7)).toEqual([])
  expect(types(nodes.second())).toEqual(['link.lost', 'bid'])
})

test('M10: what another node told of a company long ago says nothing about one that is judged anew', () => {
  const nodes = new TwoNodes()
  nodes.mandate(1)
  nodes.seconds(2)
  done(nodes.room.give('bidder:1', { type: 'dropCeiling', lot: 'lot-1' }))
  nodes.seconds(20)
  const before = nodes.room.state
  nodes.mandate(1)
  expect(nodes.second(before)).toEqual([])
  expect(nodes.second()).toEqual([])
})

test('M2: a holder who never connected is judged once the other node could have told of it', () => {
  const nodes = new TwoNodes()
  nodes.seconds(20)
  done(ceiling(nodes.room, 1, 150_000, 'linkLoss'))
  expect(nodes.seconds(3)).toEqual([])
  expect(types(nodes.second())).toEqual(['link.lost', 'bid'])
})

test('M2: on the only node, a holder who never connected is judged at once', () => {
  const room = open()
  const opened = room.now
  const node = new Liveness(opened)
  for (let second = 0; second < 20; second += 1) {
    room.pass(SECOND_MS)
    node.passed(room.now)
    node.heardOfOthers([], room.now)
  }
  done(ceiling(room, 1, 150_000, 'linkLoss'))
  const tick = { type: 'tick', ...node.links(room.state, opened, room.now) } as const
  expect(types(done(room.give('room', tick)))).toEqual(['link.lost', 'bid'])
})
