import type { BiddingNumber } from '../../../domain/lot.ts'
import { seeded, seedOf } from '../../seeded.ts'
import type { Pace } from '../pace.ts'
import { Mind } from './mind.ts'
import { bidderPart, hostPart, sellerPart, type Mood } from './parts.ts'
import type { Player } from './player.ts'
import { Seat, type Part } from './seat.ts'
import { TEMPERS, type BidderLogin } from './temper.ts'
import type { VisitMeans } from './visit.ts'

interface TroupeMeans extends VisitMeans {
  readonly players: ReadonlyMap<string, Player>
  readonly pace: Pace
  /** Seed of this run, so that robots behave differently in each session. */
  readonly seed: number
  readonly onError: (error: unknown) => void
}

const BIDDERS: readonly BidderLogin[] = ['robot1', 'robot2', 'robot3', 'robot4']
const BEAT_MS = 500

/** The robots of one session: a host, a seller, four bidders. */
export interface Troupe {
  readonly mood: Mood
  close(): Promise<void>
}

export function openTroupe(scheduleTimelineId: string, means: TroupeMeans): Troupe {
  const { pace, seed } = means
  const mood: Mood = { awake: false, begin: false }
  const seats: Seat[] = []
  const numbers = (): ReadonlySet<BiddingNumber> => new Set(seats.flatMap((seat) => seat.biddingNumber ?? []))
  const isRobot = (number: BiddingNumber): boolean => numbers().has(number)
  const randomOf = (login: string) => seeded(seed ^ seedOf(`${login} ${scheduleTimelineId}`))

  function take(login: string, part: Part): void {
    const player = means.players.get(login)
    if (!player) throw new RangeError(`no robot is called ${login}`)
    const random = randomOf(`${login} link`)
    seats.push(new Seat({ ...means, player, scheduleTimelineId, part, random, beatMs: BEAT_MS * pace.patience }))
  }

  take('robothost', hostPart(mood, pace, isRobot, randomOf('robothost')))
  take('robotseller', sellerPart(pace, randomOf('robotseller')))
  for (const login of BIDDERS) {
    const mind = new Mind({ temper: TEMPERS[login], random: randomOf(login), patience: pace.patience })
    take(login, bidderPart(mind, mood, numbers))
  }
  return { mood, close: async () => void (await Promise.all(seats.map((seat) => seat.stop()))) }
}
