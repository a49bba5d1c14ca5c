import type * as z from 'zod'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import { nextPrice } from '../../../domain/prices.ts'
import { isRunning } from '../../../domain/evolve/edit.ts'
import type { Lot } from '../../../domain/lot.ts'
import type { Limit, SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Clock, Present, Rooms } from '../../ports.ts'
import { lotsById } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { registrationsOf } from '../../store/registrations.ts'
import { publishedSessions } from '../../store/schedules.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import { rows } from '../answer.ts'
import { signedIn } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly clock: Clock
}
type Row = z.output<(typeof calls.roomList)['rows']>
type Alarm = (typeof calls.ROOM_ALARMS)[number]

/** Maximum number of lots listed per room. */
const SHOWN = 12
/** A round trip longer than this counts as slow. */
const SLOW_MS = 1_000
/** Silence for this long counts as a lost link. */
const LOST_MS = 8_000

/** An overview of all rooms. */
export const roomRoutes = ({ db, rooms, clock }: Needs) => ({
  roomList: signedIn(calls.roomList, async ({ locale }) => {
    const sessions = await publishedSessions(db)
    const list = await Promise.all(sessions.map((session) => rowOf({ db, rooms }, session, clock.now(), locale)))
    return rows(list.filter((row) => row !== null).sort((a, b) => Number(b.state === 4) - Number(a.state === 4)))
  }),
})

async function rowOf(
  { db, rooms }: Omit<Needs, 'clock'>,
  { timeline, schedule }: SessionOfSchedule,
  now: Instant,
  locale: Locale,
): Promise<Row | null> {
  const [state, people, signUps] = await Promise.all([
    rooms.state(timeline.id),
    rooms.people(timeline.id),
    registrationsOf(db, timeline.id),
  ])
  if (state === null) return null
  const running = [...state.lots].filter(isRunning).sort((a, b) => endOf(a) - endOf(b))
  const shown = running.slice(0, SHOWN)
  const names = await lotsById(
    db,
    shown.map(({ lot }) => state.lots.rootOf(lot)),
  )
  const inside = people.filter(({ online }) => online)
  const known = new Set(Object.values(state.bidders).map(({ company }) => company))
  const waiting = signUps.some(({ companyId }) => !known.has(companyId))
  const links = linksOf(people, now)
  return {
    scheduleTimelineId: timeline.id,
    scheduleName: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
    startTime: state.startTime,
    state: state.phase,
    stage: state.stage,
    round: state.round,
    paused: state.closure?.message ?? null,
    people: {
      host: of(inside, 'host'),
      buyers: of(inside, 'buyer'),
      sellers: of(inside, 'seller'),
      audience: of(inside, 'audience') + of(inside, 'operator'),
    },
    links,
    lots: {
      total: state.lots.size,
      open: running.length,
      sold: state.lots.count('sold'),
      unsold: state.lots.count('unsold', 'failed') - state.lots.awards,
      waiting: state.lots.count('waiting'),
    },
    open: shown.map((lot) => ({
      contractObjectId: lot.lot,
      position: lot.position,
      name: names.get(state.lots.rootOf(lot.lot))?.[locale === 'zh' ? 'nameZh' : 'nameEn'] ?? lot.lot,
      currency: lot.currency,
      unit: lot.unit,
      price: lot.leading?.price ?? nextPrice(lot),
      biddingNumber: lot.leading?.number ?? null,
      deadline: lot.clock?.deadline ?? null,
      held: lot.status === 'held',
    })),
    alarms: alarmsOf(state, { now, host: of(inside, 'host') > 0, waiting, lost: links.lost }),
  }
}

const endOf = ({ clock }: Lot): number => clock?.deadline ?? Infinity
const of = (people: readonly Present[], identity: Present['viewer']['identity']): number =>
  people.filter(({ viewer }) => viewer.identity === identity).length

function linksOf(people: readonly Present[], now: Instant): Row['links'] {
  const lost = people.filter(({ online, lastSeen }) => !online || now - lastSeen > LOST_MS)
  const slow = people.filter((one) => !lost.includes(one) && (one.delay ?? 0) >= SLOW_MS)
  return { good: people.length - lost.length - slow.length, slow: slow.length, lost: lost.length }
}

/** X5: a corrected deposit left the limit below what is bound. */
const isBelow = ({ most, exposed }: Limit): boolean => exposed > most

interface Facts {
  readonly now: Instant
  readonly host: boolean
  readonly waiting: boolean
  readonly lost: number
}

function alarmsOf(state: SessionState, { now, host, waiting, lost }: Facts): Alarm[] {
  const started = state.phase === 4
  const due = state.phase < 4 && now >= state.startTime
  const alarms: readonly (readonly [Alarm, boolean])[] = [
    ['paused', state.closure !== null],
    ['late', due],
    ['no_host', (started || due) && !host],
    ['held', state.lots.count('held') > 0],
    ['links', started && lost > 0],
    ['exposed', Object.values(state.bidders).some(({ limits }) => Object.values(limits).some(isBelow))],
    ['waiting', state.rule.admission === 'operator' && waiting],
    ['deals', state.lots.awards > 0],
  ]
  return alarms.flatMap(([alarm, rings]) => (rings ? [alarm] : []))
}
