import { isDeepStrictEqual } from 'node:util'
import { assemblyLogin, assemblyLogout, start, ticket } from '../../../src/contract/calls/index.ts'
import { quiet } from '../../../src/server/logger.ts'
import { openStore } from '../../../src/server/store/open.ts'
import { Api } from '../../support/client.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { makeWorld, venueOf } from '../../support/world.ts'
import type { WorldSession } from '../../support/world.ts'
import { inLine } from '../parts/audit.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { ask, askRaw, complaint, isThrottled } from './ask.ts'
import { examplesOf } from './examples.ts'
import { badLive, complaint as liveComplaint, converse } from './frames.ts'
import { malformed } from './malformed.ts'
import type { Ground } from './malformed.ts'
import { rawBytes } from './raw.ts'
import { written } from './written.ts'

interface Size {
  readonly requests: number
}

const LIVE = 0.15
const RAW = 0.05
/** With a larger share of throttled requests the proof would test the limits instead. */
const THROTTLED_MOST = 0.05

export const fuzz: Proof = {
  name: 'fuzz',
  promise: 'Malformed requests and frames get a clear error, and change nothing',
  full: (options) => prove({ requests: 10_000 }, options),
  sample: (options) => prove({ requests: 500 }, options),
}

async function prove(size: Size, { seed, say }: Options): Promise<Figures> {
  const dataDir = freshDataDir()
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  const [session, other] = await makeWorld(store, { bidders: 48, lots: 3, sessions: 2 })
  if (!session || !other) throw new Error('a world without its sessions')
  const server = await startServer({ dataDir, env: { DEMO: '0' } })
  try {
    const run = new Run(server, await groundOf(server, session, other, seed), say)
    const before = await written(store)
    await run.all(size)
    return await run.judge(before, await written(store))
  } finally {
    await store.close()
    await server.kill9()
  }
}

/** A round runs in both sessions; a token has ended, one ticket is used and another lies ready. */
async function groundOf(
  { url }: TestServer,
  session: WorldSession,
  other: WorldSession,
  seed: number,
): Promise<Ground> {
  for (const one of [session, other]) await venueOf(url, one, one.host).accepted(start, { biddingSeconds: 86_400 })
  const [spare] = session.bidders.slice(-1)
  if (!spare) throw new Error('no bidder to spare')
  const person = new Api(url, spare.sellerToken)
  const ticketFor = async (one: WorldSession) =>
    (await person.call(ticket, { body: { scheduleTimelineId: one.id } })).data.ticket
  const usedTicket = await ticketFor(session)
  await new Api(url).call(assemblyLogin, { body: { scheduleTimelineId: session.id, ticket: usedTicket } })
  await new Api(url, spare.venueToken).call(assemblyLogout, {})
  return {
    session: { ...session, bidders: session.bidders.slice(0, -1) },
    other,
    examples: examplesOf(session),
    endedToken: spare.venueToken,
    usedTicket,
    otherTicket: await ticketFor(other),
    random: seeded(seed),
  }
}

class Run {
  readonly #server: TestServer
  readonly #ground: Ground
  readonly #say: (line: string) => void
  readonly #unclear: string[] = []
  readonly #counts = { requests: 0, 'bytes that are no HTTP': 0, 'live connections': 0, throttled: 0 }

  constructor(server: TestServer, ground: Ground, say: (line: string) => void) {
    this.#server = server
    this.#ground = ground
    this.#say = say
  }

  async all({ requests }: Size): Promise<void> {
    let done = 0
    await inLine(
      Array.from({ length: requests }, (_, i) => i + 1),
      async (nth) => {
        const draw = this.#ground.random()
        const found = await (draw < LIVE ? this.#live() : draw < LIVE + RAW ? this.#raw() : this.#request(nth))
        if (found) this.#unclear.push(found)
        done += 1
        if (done % 1_000 === 0) this.#say(`${done} of ${requests}, ${this.#unclear.length} answers unclear`)
      },
    )
  }

  async #request(nth: number): Promise<string | null> {
    this.#counts.requests += 1
    const sent = malformed(this.#ground)
    try {
      const answered = await ask(this.#server.port, sent, nth)
      if (isThrottled(answered)) this.#counts.throttled += 1
      return report(`${sent.what} (${sent.method} ${sent.path.slice(0, 120)})`, complaint(answered))
    } catch (error) {
      return report(sent.what, String(error))
    }
  }

  async #raw(): Promise<string | null> {
    this.#counts['bytes that are no HTTP'] += 1
    const { what, bytes } = rawBytes(this.#ground.random)
    try {
      return report(what, complaint(await askRaw(this.#server.port, bytes)))
    } catch (error) {
      return report(what, String(error))
    }
  }

  async #live(): Promise<string | null> {
    this.#counts['live connections'] += 1
    const bad = badLive(this.#ground)
    try {
      return report(`live: ${bad.what}`, liveComplaint(await converse(this.#server.port, bad)))
    } catch (error) {
      return report(`live: ${bad.what}`, String(error))
    }
  }

  async judge(before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Promise<Figures> {
    const ready = await fetch(`${this.#server.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    const wrong = {
      'unclear answers': this.#unclear,
      'traces left': isDeepStrictEqual(before, after)
        ? []
        : [`${JSON.stringify(before)} became ${JSON.stringify(after)}`],
      'errors in the log': this.#server.log.split('\n').filter((line) => /"level":(50|60)/.test(line)),
      'dead servers': ready ? [] : [this.#server.log.slice(-2_000)],
    }
    const figures: Figures = { ...this.#counts, calls: this.#ground.examples.length, ...sizes(wrong) }
    noneOf(
      {
        ...wrong,
        'told to slow down too often':
          this.#counts.throttled > THROTTLED_MOST * this.#counts.requests ? this.#counts.throttled : 0,
      },
      figures,
    )
    return figures
  }
}

const report = (what: string, wrong: string | null): string | null => wrong && `${what}: ${wrong}`
