import type { BiddingNumber } from '../../../domain/lot.ts'
import type { Timers } from '../../room/timers.ts'
import { seeded, seedOf } from '../../seeded.ts'
import type { Pace } from '../pace.ts'
import type { Api } from './api.ts'
import { Mind } from './mind.ts'
import { bidderPart, hostPart, sellerPart, type Mood } from './parts.ts'
import type { Player } from './player.ts'
import { Seat, type Part } from './seat.ts'
import { TEMPERS, type BidderLogin } from './temper.ts'

interface TroupeMeans {
  readonly api: Api
  /** The server's own address. */
  readonly address: string
  readonly players: ReadonlyMap<string, Player>
  readonly pace: Pace
  readonly now: () => number
  readonly timers: Timers
  readonly newKey: () => string
  /** Of this run: robots do not do the same in every session. */
  readonly seed: number
  readonly troubled: (error: unknown) => void
}

const BIDDERS: readonly BidderLogin[] = ['robot1', 'robot2', 'robot3', 'robot4']
const BEAT_MS = 500

/** The robots of one session: a host, a seller, four bidders. */
export interface Troupe {
  readonly mood: Mood
  close(): Promise<void>
}

export function openTroupe(scheduleTimelineId: string, means: TroupeMeans): Troupe {
  const { pace, seed, newKey } = means
  const mood: Mood = { awake: false, begin: false }
  const seats: Seat[] = []
  const numbers = (): ReadonlySet<BiddingNumber> => new Set(seats.flatMap((seat) => seat.biddingNumber ?? []))
  const isRobot = (number: BiddingNumber): boolean => numbers().has(number)
  const randomOf = (login: string) => seeded(seed ^ seedOf(`${login} ${scheduleTimelineId}`))

  function take(login: string, part: Part): void {
    const player = means.players.get(login)
    if (!player) throw new RangeError(`no robot is called ${login}`)
    const { api, address, now, timers, troubled } = means
    seats.push(
      new Seat({
        player,
        scheduleTimelineId,
        part,
        api,
        address,
        now,
        timers,
        random: randomOf(`${login} link`),
        beatMs: BEAT_MS * pace.patience,
        troubled,
      }),
    )
  }

  take('robothost', hostPart(mood, pace, isRobot, randomOf('robothost')))
  take('robotseller', sellerPart(pace, randomOf('robotseller'), newKey))
  for (const login of BIDDERS) {
    const mind = new Mind({ temper: TEMPERS[login], random: randomOf(login), patience: pace.patience })
    take(login, bidderPart(mind, mood, numbers, newKey))
  }
  return { mood, close: async () => void (await Promise.all(seats.map((seat) => seat.stop()))) }
}
