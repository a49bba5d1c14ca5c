import * as z from 'zod'
import { WireEvent } from './events.ts'
import { LIVE_PATH, SOURCES } from './constants.ts'
import { Id, Money, Time } from './scalars.ts'
import { WireState } from './snapshot.ts'
import { Verdict } from './verdict.ts'

/**
 * The live connection (design §4). One JSON object a frame, named by `sendType`. Events and snapshots travel shortened:
 * these are the frames after `wholeFrame`.
 *
 * | sendType | from | meaning |
 * |---|---|---|
 * | 1 | both | heartbeat: on open, every 30 s, and in answer to every tick; the server echoes it with its time |
 * | 2 | server | welcome: `recovered: true` and only the missed events, or `recovered: false` and a snapshot |
 * | 3 | server | events in order; on a slow link messages come after later events, or are left out |
 * | 4 | server | presence: a count for everyone, and whether the host is lost; people for the host |
 * | 5 | server | the viewer's own: verdicts, ceilings, gag, a renewed venue token |
 * | 6 | server | tick: server time every 4 s; every 10 s with the log's checkpoint |
 * | 0 | server | over HTTP only: the connection ends, with the code and the reason of a WebSocket's close |
 */
const int = z.number().int()

/** The same frames over HTTP, where a network lets no WebSocket through: a streamed answer, or long polling. */
export const LIVE_STREAM_PATH = `${LIVE_PATH}/stream`
export const LIVE_POLL_PATH = `${LIVE_PATH}/poll`
/** Heartbeats of a client whose frames come over HTTP. */
export const LIVE_BEAT_PATH = `${LIVE_PATH}/beat`

/**
 * Identifies the last entry received: a returning client sends it to prove which log it followed. Only the servers can
 * derive the entry's hash from it.
 */
export const Mark = z.string().regex(/^[0-9a-f]{8,64}$/)
/**
 * Number of events after `seq` that are secret from others. They share the number of the last event that everyone sees,
 * so that no number tells where others' secrets lie.
 */
const privy = int.min(0).optional()

/** Name that a client over HTTP gives its visit to the room. */
export const CarrierId = z.string().regex(/^[0-9a-z]{8,64}$/)

const Heartbeat = z.object({
  sendType: z.literal('1'),
  /** The sender's timestamp, echoed unchanged: round trip = now − t on its own clock. */
  t: z.number().optional(),
  /** Last measured round trip of the client, ms: the host sees it as delay. */
  delay: int.min(0).max(600_000).optional(),
  /** In answer to a tick: the tick's `seq`, which tells how far behind the reader is. */
  seq: int.min(0).optional(),
})
/** The only frame that clients send. */
export const ClientFrame = Heartbeat

export const HeartbeatEcho = z.object({ sendType: z.literal('1'), t: z.number().optional(), now: Time })

export const Welcome = z.discriminatedUnion('recovered', [
  z.object({
    sendType: z.literal('2'),
    recovered: z.literal(true),
    epoch: z.string(),
    seq: int,
    privy,
    mark: Mark.optional(),
    now: Time,
    /** The newest message's `seq`; 0: none. Long messages are not among the events. */
    said: int.optional(),
    events: z.array(WireEvent),
  }),
  z.object({
    sendType: z.literal('2'),
    recovered: z.literal(false),
    epoch: z.string(),
    seq: int,
    privy,
    mark: Mark.optional(),
    now: Time,
    snapshot: WireState,
  }),
])

export const Events = z.object({
  sendType: z.literal('3'),
  /** Mark of the last event. */
  mark: Mark,
  /** Present when the last event is secret from others. */
  privy,
  /** With messages: the `seq` of the message before them; 0: none. A reader without that one was spared it. */
  before: int.optional(),
  events: z.array(WireEvent),
})

export const Presence = z.object({
  sendType: z.literal('4'),
  online: int,
  /** A host was in the room, and has not been heard for 8 s. */
  hostLost: z.boolean().optional(),
  people: z
    .array(
      z.object({
        speaker: z.string(),
        online: z.boolean(),
        lastSeen: Time.nullable(),
        /** Round trip, ms. */
        delay: int.nullable(),
        source: z.enum(SOURCES).optional(),
        /** Whole seconds in the room so far. */
        onlineTime: int.min(0).optional(),
        loginTime: Time.optional(),
      }),
    )
    .optional(),
})

export const Yours = z.object({
  sendType: z.literal('5'),
  /** A command of this company was decided, given on any of its devices. */
  verdict: Verdict.extend({ bidKey: z.string().nullable(), contractObjectId: Id.nullable() }).optional(),
  /** The company's ceilings now, whole: lots that are absent have none. */
  ceilings: z
    .array(
      z.object({
        contractObjectId: Id,
        amount: Money,
        mode: z.enum(['standing', 'linkLoss']),
        armed: z.boolean(),
        suspended: z.boolean(),
      }),
    )
    .optional(),
  gagged: z.boolean().optional(),
  /** A venue token that takes the place of the one in use. */
  token: z.object({ access_token: z.string(), expires_in: int }).optional(),
})

export const Tick = z.object({
  sendType: z.literal('6'),
  now: Time,
  /** All events up to this number have been sent, except messages spared on a slow link. */
  seq: int,
  /** Bids cannot be taken now: the server's store takes none. Nothing is decided until it does. */
  interrupted: z.boolean().optional(),
  /**
   * `seq` and `hash` of the log's newest entry, secret or not, as in the export and in receipts. `state`: a digest of
   * this viewer's view (`domain/digest.ts`), which a replica that has not diverged shares.
   */
  checkpoint: z.object({ seq: int, hash: z.string(), state: z.string().optional() }).optional(),
})

/** Over HTTP, the last frame of an answer that the server ends: what a WebSocket's close says (`CLOSE`). */
export const End = z.object({ sendType: z.literal('0'), code: int, reason: z.string() })

export const ServerFrame = z.union([HeartbeatEcho, Welcome, Events, Presence, Yours, Tick])
export type ServerFrame = z.output<typeof ServerFrame>

/**
 * A stretch of the log for a late joiner, in the form of live frames: the events after `after` up to `upTo` that the
 * public log shows.
 */
export const HistoryStretch = z.object({ epoch: z.string(), after: int, upTo: int, events: z.array(WireEvent) })
