import type { MessageDescriptor } from '@lingui/core'
import { Histogram } from '../../room/metrics.ts'
import type { Metric } from '../../room/metrics.ts'
import type { Health } from '../health.ts'

/** `reduced`: works with a limit; `down`: does not work. */
export type State = 'good' | 'reduced' | 'down'

export interface Part {
  readonly title: MessageDescriptor
  /** `null`: it is not a thing that works or does not. */
  readonly state: State | null
  readonly text: MessageDescriptor
  readonly values?: Readonly<Record<string, number>>
}

interface Sources extends Health {
  /** Mails or text messages can be sent. */
  readonly sends: boolean
}

/** Beyond it bidders count as shut out (rule O1). */
const ALIVE_S = 3
/** From this share of its places on, a node says that they run short. */
const NEARLY_FULL = 0.9
const LATE_S = 300
/** With fewer verdicts a percentile says nothing. */
const ENOUGH = 100

/** What works at this node, for its visitors: the parts in the order of what a bidder needs first. */
export async function statusOf({ ready, impaired, metrics, sends }: Sources): Promise<readonly Part[]> {
  const [isReady, lacking] = await Promise.all([
    ready().then(
      () => true,
      () => false,
    ),
    impaired().then((all) => all.map(({ lacks }) => lacks)),
  ])
  const known = metrics()
  return [
    bidding(isReady && !lacking.includes('bids'), known),
    sales(known),
    live(known),
    files(lacking.includes('files'), lacking.includes('space')),
    ...(sends ? [messages(lacking.includes('messages'), known)] : []),
    ...copies(lacking.includes('standby'), known),
    outages(known),
  ]
}

/** The state of the whole: of bidding, unless another part works with a limit. */
export const overall = (parts: readonly Part[]): State =>
  parts[0]?.state === 'down' ? 'down' : parts.some(({ state }) => state === 'reduced') ? 'reduced' : 'good'

/** The value of a counter or gauge without a label; `null`: not known. */
function reading(metrics: readonly Metric[], name: string): number | null {
  const line = metrics.find((metric) => metric.name === name)?.lines()[0]
  return line === undefined ? null : Number(line.split(' ')[1])
}

function bidding(isReady: boolean, metrics: readonly Metric[]): Part {
  const { title, taken, takenWithin, refused } = texts.bids
  if (!isReady || (reading(metrics, 'room_alive_age_seconds') ?? 0) > ALIVE_S)
    return { title, state: 'down', text: refused }
  const verdicts = metrics.find(({ name }) => name === 'room_ack_seconds')
  const seconds = verdicts instanceof Histogram && verdicts.count >= ENOUGH ? verdicts.quantile(0.99) : null
  return seconds === null
    ? { title, state: 'good', text: taken }
    : { title, state: 'good', text: takenWithin, values: { ms: Math.round(seconds * 1_000) } }
}

function sales(metrics: readonly Metric[]): Part {
  const { title, running } = texts.sales
  return { title, state: null, text: running, values: { sales: reading(metrics, 'room_live_sales') ?? 0 } }
}

function live(metrics: readonly Metric[]): Part {
  const { title, room, short } = texts.live
  const screens = reading(metrics, 'live_seats') ?? 0
  const most = reading(metrics, 'live_seats_most') ?? Infinity
  return screens < NEARLY_FULL * most
    ? { title, state: 'good', text: room, values: { screens } }
    : { title, state: 'reduced', text: short, values: { screens } }
}

function files(away: boolean, isShort: boolean): Part {
  const { title, there, missing, short } = texts.files
  if (isShort && !away) return { title, state: 'reduced', text: short }
  return away ? { title, state: 'reduced', text: missing } : { title, state: 'good', text: there }
}

function messages(failing: boolean, metrics: readonly Metric[]): Part {
  const { title, soon, late, waiting } = texts.messages
  if (failing) return { title, state: 'reduced', text: waiting }
  const seconds = reading(metrics, 'outbox_oldest_seconds') ?? 0
  return seconds < LATE_S
    ? { title, state: 'good', text: soon }
    : { title, state: 'reduced', text: late, values: { minutes: Math.round(seconds / 60) } }
}

function copies(missing: boolean, metrics: readonly Metric[]): readonly Part[] {
  const { title, two, one } = texts.copies
  if (missing) return [{ title, state: 'reduced', text: one }]
  return reading(metrics, 'database_synchronous_standby') === 1 ? [{ title, state: 'good', text: two }] : []
}

function outages(metrics: readonly Metric[]): Part {
  const { title, none, some } = texts.outages
  const count = reading(metrics, 'room_outages_total') ?? 0
  const seconds = Math.round(reading(metrics, 'room_outage_seconds_total') ?? 0)
  return count === 0
    ? { title, state: null, text: none }
    : { title, state: null, text: some, values: { count, seconds } }
}

const texts = {
  bids: {
    title: /*i18n*/ { id: 'status.bids', message: 'Bidding' },
    taken: /*i18n*/ { id: 'status.bids.taken', message: 'Bids are accepted.' },
    takenWithin: /*i18n*/ {
      id: 'status.bids.takenWithin',
      message: 'Bids are accepted. 99 of 100 were decided and saved within {ms} ms.',
    },
    refused: /*i18n*/ {
      id: 'status.bids.refused',
      message: 'Bids cannot be accepted right now. Open lots stay open for longer, by the time lost.',
    },
  },
  sales: {
    title: /*i18n*/ { id: 'status.sales', message: 'Sales' },
    running: /*i18n*/ {
      id: 'status.sales.running',
      message:
        '{sales, plural, =0 {No sale is running.} one {One sale is running.} other {{sales} sales are running.}}',
    },
  },
  live: {
    title: /*i18n*/ { id: 'status.live', message: 'Live connection' },
    room: /*i18n*/ {
      id: 'status.live.room',
      message:
        '{screens, plural, =0 {There is room for everyone.} one {One screen follows a sale live.} other {{screens} screens follow sales live.}}',
    },
    short: /*i18n*/ {
      id: 'status.live.short',
      message:
        '{screens, plural, one {One screen follows a sale live.} other {{screens} screens follow sales live.}} The remaining places are kept for those who take part.',
    },
  },
  files: {
    title: /*i18n*/ { id: 'status.files', message: 'Documents and pictures' },
    there: /*i18n*/ { id: 'status.files.there', message: 'They can be opened and uploaded.' },
    missing: /*i18n*/ {
      id: 'status.files.missing',
      message:
        'They cannot be opened or uploaded right now. Uploads wait on your device and continue by themselves. Bidding is not affected.',
    },
    short: /*i18n*/ {
      id: 'status.files.short',
      message:
        'They can be opened. The server is short of disk space, so uploads and imports of lists are stopped; uploads wait on your device and continue by themselves. Bidding is not affected.',
    },
  },
  messages: {
    title: /*i18n*/ { id: 'status.messages', message: 'Email and text messages' },
    soon: /*i18n*/ { id: 'status.messages.soon', message: 'They are sent without delay.' },
    waiting: /*i18n*/ {
      id: 'status.messages.waiting',
      message: 'They cannot be sent right now. They wait and go out by themselves; codes can be asked for again.',
    },
    late: /*i18n*/ {
      id: 'status.messages.late',
      message: '{minutes, plural, one {They are one minute late.} other {They are up to {minutes} minutes late.}}',
    },
  },
  copies: {
    title: /*i18n*/ { id: 'status.copies', message: 'Safe storage' },
    two: /*i18n*/ {
      id: 'status.copies.two',
      message: 'Every bid is stored on two machines before it is confirmed.',
    },
    one: /*i18n*/ {
      id: 'status.copies.one',
      message: 'Bids are stored, but the second machine that keeps a copy of each is missing.',
    },
  },
  outages: {
    title: /*i18n*/ { id: 'status.outages', message: 'Outages' },
    none: /*i18n*/ { id: 'status.outages.none', message: 'None during a sale since this server started.' },
    some: /*i18n*/ {
      id: 'status.outages.some',
      message:
        '{count, plural, one {One during a sale} other {{count} during sales}} since this server started, {seconds} s in all. The lots that were open got that time back.',
    },
  },
}
