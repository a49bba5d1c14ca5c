import type { Viewer } from '../../src/domain/redact.ts'
import { whole } from '../../src/server/seeded.ts'
import { bid, host, publish } from './actors.ts'
import { checkAnswers, checkFreshness, checkLaw, checkLost, checkReplicas, foldedOf } from './checks.ts'
import { CALM } from './faults.ts'
import type { Client } from './client.ts'
import { databaseIn, troubleUntil } from './troubles.ts'
import { GOOD_LINK, SESSION, START, World } from './world.ts'
import type { WorldOptions } from './world.ts'

export interface Options extends WorldOptions {
  readonly bidders?: number
  readonly onlookers?: number
  readonly nodes?: number
  readonly lots?: number
}

export interface Outcome {
  readonly seed: number
  /** What was not as the law and the checks say; empty: all was. */
  readonly violations: readonly string[]
  readonly bids: number
  /** Milliseconds of the sale that went by. */
  readonly simulatedMs: number
  readonly faults: readonly string[]
  /** Of the log's end: the same seed gives the same. */
  readonly hash: string
}

const LONGEST_MS = 4 * 3_600_000
/** After the faults end, everything comes right within this. */
const HEALED_MS = 400_000
const SAMPLED_MS = 1_000
const TOLD_MOST = 20

/** One sale from its publication to its seal, with the faults that the seed draws, checked against the law. */
export async function simulate(options: Options): Promise<Outcome> {
  const world = new World(options)
  const { time, database, violations, clients } = world
  let failure: unknown = null
  let isOver = false
  const begin = (): void =>
    void play(world, options)
      .catch((error: unknown) => {
        failure = error
      })
      .then(() => {
        isOver = true
      })
  const look = (): void => {
    if (violations.length < TOLD_MOST) violations.push(...checkFreshness(database, time.now(), [...clients.keys()]))
    if (!isOver) time.after(SAMPLED_MS, look)
  }
  time.after(SAMPLED_MS, look)
  // A planted fault is found by its first violation.
  const isFound = (): boolean => world.planted !== null && violations.length > 0
  await time.run(begin, START + LONGEST_MS, () => isOver || isFound())
  if (failure !== null) throw new Error(`seed ${world.seed}`, { cause: failure })
  if (!isOver && !isFound()) violations.push(`the sale stands still at ${new Date(time.now()).toISOString()}`)
  const bids = database.rows.filter(({ entry }) => entry.type === 'bid').length
  if (!isFound()) violations.push(...checked(world))
  const { seed, faults } = world
  return {
    seed,
    violations,
    bids,
    simulatedMs: time.now() - START,
    faults: [...faults],
    hash: database.head?.hash ?? '',
  }
}

function checked({ database, clients, faults }: World): readonly string[] {
  try {
    const folded = foldedOf(database, SESSION)
    const isFar = faults.has('thinLinks') || faults.has('stalls')
    // Where statements hang, nodes hear late of whom the others hear.
    const hang = (['lateRequests', 'slowStandby', 'databaseCrash', 'lostAnswers'] as const).some((fault) =>
      faults.has(fault),
    )
    return [
      ...checkLaw(folded, database),
      ...checkAnswers(folded, database, [...clients.keys()]),
      ...checkReplicas(folded, clients),
      ...(isFar ? [] : checkLost(folded, clients, hang ? [25_000, 25_000] : [12_000, 1_000])),
    ]
  } catch (error) {
    return [`the log is broken: ${error instanceof Error ? error.message : String(error)}`]
  }
}

async function play(world: World, { bidders = 8, onlookers = 2, nodes = 2, lots = 4 }: Options): Promise<void> {
  const { time, database, random, clients } = world
  let isOver = false
  const over = (): boolean => isOver
  for (let i = 0; i < nodes; i += 1) world.nodes.push(world.addNode(`node ${i}`))
  for (const node of world.nodes) node.start()
  await publish(world, lots, bidders)
  for (let number = 1; number <= bidders; number += 1) {
    const viewer: Viewer = { identity: 'buyer', number }
    const client = world.addClient(`account-${number}`, viewer, { identity: 1, number }, `company-${number}`)
    // In a calm sale two bid, and the others look on.
    if (world.calm === 1 || number <= 2) void bid(world, client, number, over)
  }
  void host(world, world.addClient('host', { identity: 'host' }, { identity: 3 }, 'host-co'))
  for (let i = 1; i <= onlookers; i += 1)
    world.addClient(`onlooker-${bidders + i}`, { identity: 'audience' }, { identity: 4 }, null)

  database.faults = databaseIn(world)
  void troubleUntil(world, over)
  await time.wait(5_000)
  while ((database.head?.phase ?? 0) < 4 && time.now() < START + 600_000) await time.wait(1_000)
  await time.wait(whole(random, 120_000, 420_000))
  // The faults and the bidding end; afterwards everything must come right by itself.
  isOver = true
  database.faults = { ...CALM, planted: databaseIn(world).planted }
  for (const client of clients.keys()) client.path.faults = GOOD_LINK
  world.tell('all faults end')
  while (database.head?.phase !== 5 && time.now() < START + LONGEST_MS - HEALED_MS) await time.wait(1_000)
  await time.wait(HEALED_MS / 4)
  for (const client of clients.keys()) world.violations.push(...healed(client))
}

const healed = (client: Client): readonly string[] => [
  ...(client.isLive ? [] : [`${client.name} is not live again: ${client.room.link.get().kind}`]),
  ...(client.open === 0 ? [] : [`${client.name} has ${client.open} commands without an answer`]),
]
