import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ceilingDrop, ceilingSet, clerkBid } from '../../../src/contract/calls/index.ts'
import { CODE } from '../../../src/contract/codes.ts'
import { formatMinor, minor } from '../../../src/domain/units.ts'
import { CallRefused } from '../../support/client.ts'
import { venueOf } from '../../support/world.ts'
import type { WorldSession } from '../../support/world.ts'
import type { VerdictWire } from './attempt.ts'

interface SchemersOptions {
  readonly session: WorldSession
  readonly url: string
  readonly random: () => number
  /** Of every bidder's admission. */
  readonly pin: string
}

const PAUSE_MS = 50
const LIFE_MS = 10_000
/** A ceiling is so many steps above the start price at most. */
const STEPS = 3_000

/** Ceilings, mandates and clerks besides the bids by hand, until stopped. */
export class Schemers {
  readonly accepted = { ceilings: 0, mandates: 0, clerks: 0 }
  readonly #options: SchemersOptions
  readonly #all: Promise<void>
  #going = true

  constructor(options: SchemersOptions) {
    this.#options = options
    this.#all = this.#scheme()
  }

  async stop(): Promise<void> {
    this.#going = false
    await this.#all
  }

  async #scheme(): Promise<void> {
    while (this.#going) {
      try {
        await this.#one()
      } catch (error) {
        if (!(error instanceof CallRefused) || error.code !== CODE.tooMany) throw error
      }
      await wait(PAUSE_MS)
    }
  }

  async #one(): Promise<void> {
    const { session, random, url, pin } = this.#options
    const [member, lot] = [this.#any(session.bidders), this.#any(session.lots)]
    const venue = venueOf(url, session, member)
    const what = {
      contractObjectId: lot.id,
      bidKey: randomUUID(),
      notAfter: new Date(Date.now() + LIFE_MS).toISOString(),
    }
    const kind = random()
    if (kind < 0.3) {
      const host = venueOf(url, session, session.host)
      const price = (await host.biddingInfo(lot.id)).nextPrice
      this.#count(
        'clerks',
        await host.command(clerkBid, { ...what, price, biddingNumber: member.biddingNumber ?? 0, pin }),
      )
    } else if (kind < 0.4) {
      await venue.command(ceilingDrop, { contractObjectId: lot.id, bidKey: what.bidKey })
    } else {
      const amount = formatMinor(minor(lot.startPrice + Math.floor(random() * STEPS) * lot.addRange))
      const mode = kind < 0.7 ? 'standing' : 'linkLoss'
      const verdict = await venue.command(ceilingSet, { ...what, amount, mode })
      this.#count(mode === 'standing' ? 'ceilings' : 'mandates', verdict)
    }
  }

  #count(kind: keyof Schemers['accepted'], { verdict }: VerdictWire): void {
    if (verdict === 'accepted') this.accepted[kind] += 1
  }

  #any<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.#options.random() * from.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
}
