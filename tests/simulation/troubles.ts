import { pick, whole } from '../../src/server/seeded.ts'
import type { Random } from '../../src/server/seeded.ts'
import { CALM, FAULTS } from './faults.ts'
import type { DatabaseFaults, Fault } from './faults.ts'
import type { World } from './world.ts'

/** How the database is while the troubles last. */
export function databaseIn({ random, faults, planted }: World): DatabaseFaults {
  return {
    ...CALM,
    wayMs: [0.2, whole(random, 1, 30)],
    commitMs: [0.5, whole(random, 2, 40)],
    ...(faults.has('lostAnswers') && { requestLost: 0.01, answerLost: 0.02 }),
    ...(faults.has('lateRequests') && { requestLate: pick(random, [0.02, 0.08]), lateMs: 40_000 }),
    ...(faults.has('lostNotices') && { noticeLost: pick(random, [0.2, 1]) }),
    ...(faults.has('slowStandby') && { standbyWaits: 0.02, standbyMs: pick(random, [6_000, 60_000]) }),
    planted: { ...CALM.planted, ...planted?.store },
  }
}

const SUDDEN: Partial<Record<Fault, (world: World, random: Random) => void>> = {
  kill: (world, random) => {
    const at = whole(random, 0, world.nodes.length - 1)
    world.tell(`node ${at} is killed`)
    world.nodes[at]!.kill()
    const next = world.addNode(`node ${at}`)
    world.nodes[at] = next
    next.machine.pause(whole(random, 500, 20_000))
    next.machine.does(() => next.start())
  },
  pause: (world, random) => {
    const ms = whole(random, 500, 25_000)
    world.tell(`a node stands still for ${ms} ms`)
    pick(random, world.nodes).machine.pause(ms)
  },
  databaseCrash: (world, random) => {
    const ms = whole(random, 200, 15_000)
    world.tell(`the database is away for ${ms} ms`)
    world.database.crash(ms)
  },
  cuts: (world, random) => {
    const client = pick(random, [...world.clients.keys()])
    world.tell(`the link of ${client.name} is cut`)
    client.path.cut()
  },
  stalls: (world, random) => {
    const client = pick(random, [...world.clients.keys()])
    const ms = whole(random, 500, 60_000)
    world.tell(`the link of ${client.name} carries nothing for ${ms} ms`)
    client.path.stall(ms)
  },
  reloads: (world, random) => {
    const client = pick(random, [...world.clients.keys()])
    world.tell(`${client.name} reloads the page`)
    client.reload()
  },
}

/** Sudden faults, of the kinds that the sale has, until `over`. */
export async function troubleUntil(world: World, over: () => boolean): Promise<void> {
  const { random, faults, time } = world
  const drawn = FAULTS.flatMap((fault) => (faults.has(fault) ? (SUDDEN[fault] ?? []) : []))
  if (drawn.length === 0) return
  for (;;) {
    await time.wait(whole(random, 500, 30_000))
    if (over()) return
    pick(random, drawn)(world, random)
  }
}
