import { createHash } from 'node:crypto'
import type { Command } from '../../../domain/commands.ts'
import type { Rule } from '../../../domain/rule.ts'
import type { SessionState } from '../../../domain/state.ts'
import { instant, later, type Instant, type Minor } from '../../../domain/units.ts'
import { catalogueOf } from '../../demo/content/parcel.ts'
import { PRACTICE_GOODS } from '../../demo/content/sales.ts'
import { lotId } from '../../demo/ids.ts'
import { ROOM, Script } from '../../demo/script.ts'
import { seeded } from '../../seeded.ts'
import { PRACTICE_PACE } from '../pace.ts'

export const START = instant(1_790_000_000_000)
/** Bidding numbers: four robots, then people. */
export const ROBOT_NUMBERS: ReadonlySet<number> = new Set([1, 2, 3, 4])
export const PERSON = 5

/** A practice session under the real law, on a clock that the test turns. */
export function practiceRoom({ lots = 8, rule = {} }: { lots?: number; rule?: Partial<Rule> } = {}) {
  const script = new Script('practice', {
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    salt: () => '0123456789abcdef0123456789abcdef',
    epoch: 'e',
  })
  let now = START
  const give = (command: Command, actor: string) => script.give(command, { actor, account: null }, now)
  give(
    {
      type: 'publish',
      practice: true,
      rule: { ...PRACTICE_PACE.rule, ...rule },
      startTime: now,
      signUpDeadline: now,
      hostCompany: 'host',
      sellers: [{ seller: 'S1', company: 'seller' }],
      lots: catalogueOf(PRACTICE_GOODS, lots, seeded(7)).map(
        ({ currency, unit, quantity, startPrice, addRange }, index) => ({
          lot: lotId('p', index + 1),
          position: index + 1,
          seller: 'S1',
          currency,
          unit,
          quantity,
          startPrice,
          addRange,
          deliveryDate: '2027-03-01',
          reserve: null,
        }),
      ),
    },
    'room',
  )
  for (let number = 1; number <= PERSON; number++) {
    script.give(
      {
        type: 'admit',
        standing: { company: `company-${number}`, status: 4, agreementInEffect: true, operates: false, flags: [] },
      },
      ROOM,
      now,
    )
  }
  return {
    give,
    get now(): Instant {
      return now
    },
    get state(): SessionState {
      return script.state
    },
    pass(ms: number): void {
      now = later(now, ms)
      script.pass(now)
    },
    bid(number: number, lot: string, price: Minor): void {
      give({ type: 'bid', lot, price, notAfter: later(now, 10_000) }, `bidder:${number}`)
    },
  }
}

export type PracticeRoom = ReturnType<typeof practiceRoom>
