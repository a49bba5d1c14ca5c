import type { LotId } from '../../../domain/lot.ts'
import type { Minor } from '../../../domain/units.ts'
import { spokenMs } from './speech.ts'

/**
 * What the room's one announcer says, and when. A screen reader queues polite texts and says each to its end, so the
 * queue is kept here: a text is given out once the one before it is reckoned to have been said. Times are monotonic
 * milliseconds.
 *
 * `urgent`: said at once and alone, assertively: the verdict on an own bid, the loss of a lead, the answer to a press.
 * `mark`: of the lot in hand: time left, closing, sold. `price`: a bid on it, at most every 4 s, the newest only. `mine`: of the lots that the person leads or watches. `word`: the host's words, and other news.
 */
export type Rank = 'urgent' | 'mark' | 'price' | 'mine' | 'word'

/** The price that the words name as the one of the next press. */
export interface Named {
  readonly lot: LotId
  readonly price: Minor
}

export interface Utterance {
  readonly rank: Rank
  /** A later utterance takes the place of a waiting one with the same key. */
  readonly key: string
  readonly text: string
  /** Not begun after this time: a time left, for one, is false soon. `null`: it keeps. */
  readonly until: number | null
  readonly names: Named | null
}

export interface Speaking extends Utterance {
  /** Each has its own number, so that the same text said again is a new text to a screen reader. */
  readonly id: number
  readonly endsAt: number
}

export interface Announcements {
  readonly speaking: Speaking | null
  readonly waiting: readonly Utterance[]
  /** When the next rival's bid may be said. */
  readonly pricesFrom: number
  readonly next: number
}

export const SILENCE: Announcements = { speaking: null, waiting: [], pricesFrom: 0, next: 1 }

/** Key of the sentence that tells a whole lot. */
export const LOT = 'lot'

const PRICE_EVERY_MS = 4_000
/** A text longer than this is said in parts, so that nothing waits longer for it. */
export const LONGEST_MS = 5_000
const ORDER: readonly Rank[] = ['mark', 'price', 'mine', 'word']

/** Adds an utterance; an urgent one is said at once. */
export function add(state: Announcements, utterance: Utterance, now: number): Announcements {
  if (utterance.rank === 'urgent') return interrupt(state, utterance, now)
  const parts = partsOf(utterance)
  const at = state.waiting.findIndex(({ key }) => key === utterance.key)
  const waiting = state.waiting.filter(({ key }) => key !== utterance.key)
  return turn({ ...state, waiting: waiting.toSpliced(at === -1 ? waiting.length : at, 0, ...parts) }, now)
}

/** Begins the next utterance if the one before it has ended. */
export function turn(state: Announcements, now: number): Announcements {
  if (state.speaking !== null && now < state.speaking.endsAt) return state
  const waiting = state.waiting.filter(({ until }) => until === null || now <= until)
  const next = ORDER.filter((rank) => rank !== 'price' || now >= state.pricesFrom)
    .map((rank) => waiting.find((one) => one.rank === rank))
    .find((one) => one !== undefined)
  if (next === undefined)
    return state.speaking === null && waiting.length === state.waiting.length
      ? state
      : { ...state, speaking: null, waiting }
  return begin({ ...state, waiting: waiting.filter((one) => one !== next) }, next, now)
}

/** Without the waiting utterances that `stale` picks, since what they say is over. */
export const drop = (state: Announcements, stale: (one: Utterance) => boolean): Announcements =>
  state.waiting.some(stale) ? { ...state, waiting: state.waiting.filter((one) => !stale(one)) } : state

function interrupt(state: Announcements, utterance: Utterance, now: number): Announcements {
  const cut = state.speaking !== null && now < state.speaking.endsAt ? state.speaking : null
  // A verdict that the loss of the lead cuts off is said with it: that the bid was accepted must be heard.
  const text = cut?.key === 'verdict' && utterance.key === 'lead' ? `${cut.text} ${utterance.text}` : utterance.text
  // Words that were cut off are said again; prices are older than the one that is said now.
  const again = cut !== null && (cut.rank === 'word' || cut.rank === 'mine') ? [cut] : []
  const waiting = [...again, ...state.waiting.filter(({ rank, key }) => !isOlder(rank, key) && key !== utterance.key)]
  return begin({ ...state, waiting }, { ...utterance, text }, now)
}

/** Figures that waited are older than those of the urgent text. */
const isOlder = (rank: Rank, key: string): boolean => rank === 'price' || key === LOT

function begin(state: Announcements, { rank, key, text, until, names }: Utterance, now: number): Announcements {
  return {
    ...state,
    speaking: { rank, key, text, until, names, id: state.next, endsAt: now + spokenMs(text) },
    next: state.next + 1,
    pricesFrom: names === null ? state.pricesFrom : now + PRICE_EVERY_MS,
  }
}

/**
 * A long text in parts that end after a mark, so that no figure is parted from its words; only a passage that is too long
 * by itself ends between words. The price that it names counts as said with its last part.
 */
function partsOf(utterance: Utterance): readonly Utterance[] {
  const pieces = utterance.text
    .split(/(?<=[，。；！？、]|[,.;:!?](?=\s))/u)
    .flatMap((piece) => (spokenMs(piece) > LONGEST_MS ? piece.split(/(?<=\s)/u) : [piece]))
  const parts: string[] = []
  for (const piece of pieces) {
    const last = parts.at(-1)
    if (last === undefined || spokenMs(last + piece) > LONGEST_MS) parts.push(piece)
    else parts[parts.length - 1] = last + piece
  }
  const texts = parts.map((text) => text.trim()).filter((text) => text !== '')
  return texts.map((text, at) => ({ ...utterance, text, names: at === texts.length - 1 ? utterance.names : null }))
}
