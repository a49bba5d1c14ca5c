import type { Command } from '../commands.ts'
import { type Decision, decide } from '../decide.ts'
import { nextWakeAt } from '../decide/wake.ts'
import { initial } from '../evolve.ts'
import type { BiddingNumber, Lot, Offer } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { earliest, type Instant, later, latest } from '../units.ts'
import type { Given } from '../commands.ts'
import { by, NOON } from './world.ts'

/** Whole numbers of 0 … 999 that choose the next act; the state decides which acts are possible. */
export type Move = readonly [kind: number, who: number, what: number, much: number, gap: number]

/** A room under test: gives commands, advances the clock, and tracks which bidders are out of touch. */
export class Room {
  state: SessionState = initial('sale-1', 'epoch-1')
  now: Instant = NOON
  readonly givens: Given[] = []
  private readonly awaySince = new Map<BiddingNumber, Instant>()

  give(actor: string, command: Command, lateBy = 0, behalf?: BiddingNumber): Decision {
    const given = by(actor, later(this.now, -lateBy), command, behalf)
    this.givens.push(given)
    const decision = decide(this.state, given, this.now)
    if (!('refused' in decision)) this.state = decision.state
    return decision
  }

  pass(ms: number): void {
    this.now = later(this.now, ms)
  }

  /** To a moment around the next one when something is due. */
  passToNextWake(offset: number): void {
    const due = nextWakeAt(this.state)
    if (due !== null) this.now = latest(this.now, later(due, offset))
  }

  tick(phase: number): void {
    this.give('room', { type: 'tick', lastSeen: this.lastSeen(phase) })
  }

  leave(number: BiddingNumber): void {
    if (!this.awaySince.has(number)) this.awaySince.set(number, this.now)
  }

  comeBack(number: BiddingNumber): void {
    this.awaySince.delete(number)
  }

  /** Bidders in the room answered the tick `phase` ms ago. */
  private lastSeen(phase: number): Record<BiddingNumber, Instant> {
    const seen = this.numbers().map(
      (n) => [n, earliest(this.awaySince.get(n) ?? this.now, later(this.now, -phase))] as const,
    )
    return Object.fromEntries(seen)
  }

  numbers(): readonly BiddingNumber[] {
    return Object.values(this.state.bidders).map((b) => b.number)
  }

  lots(): readonly Lot[] {
    return [...this.state.lots]
  }

  offers(): readonly Offer[] {
    return Object.values(this.state.offers)
  }
}

/** The element that a number of 0 … 999 means. */
export const pick = <T>(from: readonly T[], n: number): T | undefined => from[Math.floor((n * from.length) / 1000)]
