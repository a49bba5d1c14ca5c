import { setTimeout as wait } from 'node:timers/promises'
import { start } from '../../../src/contract/calls/index.ts'
import { buildIfStale } from '../../../src/server/build.ts'
import { ROOT } from '../../../src/server/main.ts'
import { RADIO } from '../../link/conditions.ts'
import { openDeadZone } from '../../link/dead-zone.ts'
import type { DeadZone } from '../../link/dead-zone.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import { venueOf, worldIn } from '../../support/world.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { programIn } from './program.ts'
import { tabIn } from './tab.ts'
import type { Watching } from './watching.ts'

interface Ride {
  readonly client: 'program' | 'tab'
  /** Black-outs in a row, seconds. */
  readonly dark: readonly number[]
  /** Share of the time that the radio fades besides. */
  readonly loss: number
  /** Round trips before a connection's first byte: 1 is TCP's, 3 are TCP's and TLS's. */
  readonly handshake: number
}

/** Counted from the link's return. */
const ATTEMPT_WITHIN_MS = 3_000
const ROUND_TRIPS_MS = 2 * 2 * RADIO.delay
/** Allowance for bytes on the air and for a loaded machine. */
const SPARE_MS = 500
/** A black-out begins anywhere between two ticks. */
const TICK_MS = 4_000
/** Time limit with loss, since a handshake may fall into a fade and be repeated. */
const LIVE_WITHIN_MS = 20_000
const GIVE_UP_MS = 90_000

export const radio: Proof = {
  name: 'radio',
  promise: 'After a black-out the next attempt starts within 3 s, and the room is live 2 round trips after it opens',
  full: (options) =>
    prove(
      [
        { client: 'program', dark: [5, 15, 25, 60], loss: 0, handshake: 1 },
        { client: 'program', dark: [5, 15, 25, 60], loss: RADIO.loss, handshake: 3 },
        { client: 'tab', dark: [5, 15, 25, 60, 120], loss: 0, handshake: 1 },
        { client: 'tab', dark: [5, 15, 25, 60], loss: RADIO.loss, handshake: 3 },
      ],
      options,
    ),
  sample: (options) =>
    prove(
      [
        { client: 'program', dark: [5, 25], loss: 0, handshake: 3 },
        { client: 'tab', dark: [25], loss: 0, handshake: 1 },
      ],
      options,
    ),
}

async function prove(rides: readonly Ride[], options: Options): Promise<Figures> {
  if (rides.some(({ client }) => client === 'tab')) await buildIfStale(ROOT, options.say)
  const dataDir = freshDataDir()
  const [session] = await worldIn(dataDir, { bidders: rides.length, lots: 6 })
  if (!session) throw new Error('a world without a session')
  const server = await startServer({ dataDir, env: { DEMO: '0' } })
  try {
    await venueOf(server.url, session, session.host).accepted(start, { biddingSeconds: 86_400 })
    const returns = await Promise.all(
      rides.map((ride, i) => drive(ride, server.url, session, session.bidders[i]!, options)),
    )
    return judge(returns.flat())
  } finally {
    await server.kill9()
  }
}

/** How it went after one black-out: ms since the link's return. */
interface Return {
  readonly ride: Ride
  readonly dark: number
  /** The first connection that got through; none when the old one had survived. */
  readonly attempt: number
  readonly opened: number
  readonly live: number
}

async function drive(
  ride: Ride,
  url: string,
  session: WorldSession,
  member: Member,
  { seed, say }: Options,
): Promise<Return[]> {
  const { client, dark, loss, handshake } = ride
  const random = seeded(seed)
  const zone = await openDeadZone({ target: url, handshake, seed })
  const watching = client === 'tab' ? await tabIn(zone.url, session, member) : programIn(zone.url, session, member)
  try {
    const returns: Return[] = []
    for (const seconds of dark) {
      await nextFrame(watching, zone)
      // Set only now: loading pages over such a link is shown elsewhere.
      zone.link.set({ ...RADIO, loss })
      await nextFrame(watching, zone)
      await wait(random() * TICK_MS)
      returns.push(await blackOut(ride, zone, watching, seconds))
      say(described(returns.at(-1)!, zone))
    }
    return returns
  } finally {
    await watching.leave()
    await zone.close()
  }
}

async function blackOut(ride: Ride, zone: DeadZone, watching: Watching, dark: number): Promise<Return> {
  const connections: number[] = []
  const note = (at: number) => connections.push(at)
  await zone.enter()
  await wait(dark * 1_000)
  zone.events.on('connection', note)
  await zone.leave()
  const back = performance.now()
  await nextFrame(watching, zone)
  const live = watching.frames.find((at) => at > back)!
  zone.events.off('connection', note)
  const since = (times: readonly number[]) => (times.filter((at) => at > back && at <= live)[0] ?? live) - back
  return { ride, dark, attempt: since(connections), opened: since(watching.opened), live: live - back }
}

function judge(returns: readonly Return[]): Figures {
  const slowest = (of: (one: Return) => number, all = returns) => Math.max(...all.map(of))
  const calm = returns.filter(({ ride }) => ride.loss === 0)
  const words = (some: readonly Return[]) => some.map((one) => described(one))
  const wrong = {
    'attempts later than 3 s': words(returns.filter(({ attempt }) => attempt > ATTEMPT_WITHIN_MS)),
    'live later than 2 round trips after opening': words(
      calm.filter(({ live, opened }) => live - opened > ROUND_TRIPS_MS + SPARE_MS),
    ),
    'live later than 20 s': words(returns.filter(({ live }) => live > LIVE_WITHIN_MS)),
  }
  const figures: Figures = {
    'black-outs': returns.length,
    'until the next attempt, at most (ms)': Math.round(slowest(({ attempt }) => attempt)),
    'from open to live, at most (ms)': Math.round(slowest(({ live, opened }) => live - opened)),
    'until live, at most (ms)': Math.round(slowest(({ live }) => live)),
    ...sizes(wrong),
  }
  noneOf(wrong, figures)
  return figures
}

const described = ({ ride, dark, attempt, opened, live }: Return, zone?: DeadZone): string =>
  `${ride.client}, ${ride.handshake + 1} round trips to open, ${ride.loss * 100} % loss: ${dark} s dark${zone ? ` (${zone.mode})` : ''}, ` +
  `next attempt after ${Math.round(attempt)} ms, open after ${Math.round(opened)}, live after ${Math.round(live)}`

async function nextFrame(watching: Watching, { link }: DeadZone): Promise<void> {
  const before = watching.frames.length
  for (const giveUpAt = performance.now() + GIVE_UP_MS; watching.frames.length === before; await wait(10)) {
    if (performance.now() > giveUpAt)
      throw new Error(`${watching.name}: no frame for ${GIVE_UP_MS / 1_000} s; ${JSON.stringify(link.stats)}`)
  }
}
