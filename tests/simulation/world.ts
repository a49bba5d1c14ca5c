import type { Viewer } from '../../src/domain/redact.ts'
import { instant } from '../../src/domain/units.ts'
import { pick, seeded, whole } from '../../src/server/seeded.ts'
import type { Random } from '../../src/server/seeded.ts'
import { Client } from './client.ts'
import { Database } from './database.ts'
import { CALM, FAULTS } from './faults.ts'
import type { Fault } from './faults.ts'
import { Machine } from './machine.ts'
import { Path } from './network.ts'
import type { LinkFaults } from './network.ts'
import { Node } from './node.ts'
import type { Person } from './node.ts'
import type { Planted } from './planted.ts'
import { VirtualTime } from './time.ts'

export const SESSION = 'simulated-sale'
export const START = Date.UTC(2027, 2, 1, 1, 0, 0)
export const GOOD_LINK: LinkFaults = { wayMs: [10, 60], rate: 250_000 }
const THIN_LINK: LinkFaults = { wayMs: [100, 900], rate: 6_000 }
const NODE_SKEW_MS = 150
const DEVICE_SKEW_MS = 60_000

export interface WorldOptions {
  readonly seed: number
  readonly planted?: Planted
  /** Hears the story, line by line. */
  readonly tell?: (line: string) => void
}

/** The machines of one sale, and what is drawn from its seed. */
export class World {
  readonly seed: number
  readonly random: Random
  readonly time = new VirtualTime(START)
  readonly database: Database
  /** Faults that this sale has. */
  readonly faults: ReadonlySet<Fault>
  /** How many times slower than usual its people are. */
  readonly calm: number
  readonly nodes: Node[] = []
  readonly clients = new Map<Client, Viewer>()
  readonly violations: string[] = []
  readonly planted: Planted | null
  readonly #people = new Map<string, Person>()
  readonly #hear: ((line: string) => void) | undefined
  #ids = 0

  constructor({ seed, planted, tell }: WorldOptions) {
    this.seed = seed
    this.planted = planted ?? null
    this.#hear = tell
    this.random = seeded(seed)
    this.faults = new Set(FAULTS.filter(() => this.random() < 0.45))
    this.calm = this.random() < 0.3 ? 8 : 1
    this.database = new Database(this.time, seeded(seed + 1), CALM)
  }

  tell(line: string): void {
    this.#hear?.(`${new Date(this.time.now()).toISOString().slice(11, 23)} ${line}`)
  }

  addNode(name: string): Node {
    const skew = this.faults.has('skew') ? whole(this.random, -NODE_SKEW_MS, NODE_SKEW_MS) : 0
    return new Node(name, skew, {
      time: this.time,
      random: this.random,
      database: this.database,
      people: this.#people,
      newId: (kind) => `${kind}-${(this.#ids += 1).toString().padStart(6, '0')}`,
      planted: this.planted,
      onFault: (error) => {
        if (error instanceof TypeError || error instanceof RangeError)
          this.violations.push(`${name}: ${error.stack ?? error.message}`)
      },
    })
  }

  /** A person with the app open, who follows the sale from now on. */
  addClient(name: string, viewer: Viewer, standpoint: Person['caller']['standpoint'], company: string | null): Client {
    const person = { id: name, login: name, name, companyId: company, status: 4, roles: [], permissions: [] } as const
    const createdAt = instant(START)
    const caller = { kind: 'venue', person, token: name, timelineId: SESSION, standpoint, createdAt } as const
    this.#people.set(name, { account: name, viewer, caller })
    const skew = this.faults.has('skew') ? whole(this.random, -DEVICE_SKEW_MS, DEVICE_SKEW_MS) : 0
    const machine = new Machine(this.time, skew)
    const isThin = this.faults.has('thinLinks') && this.random() < 0.5
    const client = new Client({
      name,
      session: SESSION,
      machine,
      path: new Path(this.time, this.random, machine, isThin ? THIN_LINK : GOOD_LINK),
      random: this.random,
      newKey: () => `00000000-0000-4000-8000-${(this.#ids += 1).toString().padStart(12, '0')}`,
      trueNow: () => this.time.now(),
      node: () => pick(this.random, this.nodes),
      planted: this.planted,
    })
    this.clients.set(client, viewer)
    client.start()
    return client
  }
}
