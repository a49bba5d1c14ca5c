import type { By, Command } from '../../src/domain/commands.ts'
import { nextPrice } from '../../src/domain/prices.ts'
import { DEFAULT_RULE } from '../../src/domain/rule.ts'
import { instant, later, minor } from '../../src/domain/units.ts'
import { pick, seeded, whole } from '../../src/server/seeded.ts'
import { lotOf } from '../support/room/sale.ts'
import type { Client } from './client.ts'
import { SESSION, START } from './world.ts'
import type { World } from './world.ts'

const OPERATOR: By = { actor: 'operator', account: 'admin' }

/** The operator publishes a sale of so many lots, by rules drawn at random, and admits so many companies. */
export async function publish({ nodes, random, database }: World, lots: number, bidders: number): Promise<void> {
  const give = async (command: Command): Promise<void> => {
    const verdict = await nodes[0]!.rooms.give(SESSION, command, OPERATOR)
    if (verdict.verdict !== 'accepted') throw new Error(`${command.type}: ${verdict.reason}`)
  }
  const startTime = later(instant(START), 10_000)
  database.opensAt = startTime
  await give({
    type: 'publish',
    practice: false,
    rule: {
      ...DEFAULT_RULE,
      biddingSeconds: whole(random, 40, 240),
      extensionSeconds: whole(random, 5, 40),
      hardEndSeconds: random() < 0.3 ? 400 : null,
      staggerSeconds: random() < 0.5 ? whole(random, 5, 30) : 0,
      negotiationMinutes: 1,
      autoHold: random() < 0.3,
      autoFinishMinutes: 1,
    },
    startTime,
    signUpDeadline: startTime,
    hostCompany: 'host-co',
    sellers: [{ seller: 'S1', company: 'seller-co' }],
    lots: Array.from({ length: lots }, (_, i) => lotOf(i + 1, { reserve: random() < 0.2 ? minor(105_000) : null })),
  })
  for (let i = 1; i <= bidders; i += 1)
    await give({
      type: 'admit',
      standing: { company: `company-${i}`, status: 4, agreementInEffect: true, operates: false, flags: [] },
    })
}

/** The host starts the bidding, and again until it has begun. */
export async function host(world: World, { commands, machine }: Client): Promise<void> {
  await machine.wait(11_000)
  while ((world.database.head?.phase ?? 0) < 4) {
    const outcome = await commands.start(null, null)
    world.tell(`host starts: ${outcome.kind}`)
    await machine.wait(1_500)
  }
}

/** A bidder looks, thinks, and presses: what the screen shows decides, as with a person. */
export async function bid(world: World, client: Client, number: number, over: () => boolean): Promise<void> {
  const random = seeded(world.seed * 1_000 + number)
  for (;;) {
    await client.machine.wait(300 + random() * random() * 12_000 * world.calm)
    const { state } = client
    if (state === null || !client.isLive) continue
    if (state.phase === 5 || over()) return
    const open = [...state.lots].filter((lot) => lot.status === 'open' && lot.leading?.number !== number)
    if (open.length === 0) continue
    const lot = pick(random, open)
    const least = nextPrice(lot)
    const above = (most: number) => minor(least + whole(random, 1, most) * lot.addRange)
    if (random() < 0.1) client.setCeiling(lot, above(20), random() < 0.3 ? 'linkLoss' : 'standing')
    else client.bid(lot, random() < 0.2 ? above(5) : least)
  }
}
