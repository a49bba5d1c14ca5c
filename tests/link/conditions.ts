/** `up`: from the client to the target; `down`: back. */
export type Direction = 'up' | 'down'
export const DIRECTIONS = ['up', 'down'] as const

/** The conditions of one direction of a link. */
export interface Conditions {
  /** One way, ms. */
  readonly delay: number
  /** Up to this much more delay, ms, drawn anew for each chunk. Order is kept: TCP has no overtaking. */
  readonly jitter: number
  /** kbit/s for all connections of the direction together, like one radio link; `null`: unlimited. */
  readonly rate: number | null
  /**
   * Share of the time that the radio fades, 0 … 0.5, in bursts of `fade` ms on average. Bytes sent in a fade are resent
   * after TCP's timeout, and all later bytes wait.
   */
  readonly loss: number
  readonly fade: number
}

/** Both directions at once, or one of them. */
export type Change = Partial<Conditions> & { readonly up?: Partial<Conditions>; readonly down?: Partial<Conditions> }

export const PERFECT: Conditions = { delay: 0, jitter: 0, rate: null, loss: 0, fade: 400 }

/** The worst that the room is made for: 2G with bursts of loss. */
export const RADIO = { delay: 400, rate: 150, loss: 0.05 } as const satisfies Partial<Conditions>

/** The conditions of one direction after a change. */
export function changed(now: Conditions, change: Change, direction: Direction): Conditions {
  const { up: _up, down: _down, ...both } = change
  const next = { ...now, ...given(both), ...given(change[direction] ?? {}) }
  for (const name of ['delay', 'jitter'] as const) {
    if (!Number.isFinite(next[name]) || next[name] < 0)
      throw new RangeError(`${name} is a number of ms from 0 on, not ${next[name]}`)
  }
  if (!(next.loss >= 0 && next.loss <= 0.5)) throw new RangeError(`loss is a share from 0 to 0.5, not ${next.loss}`)
  if (!(next.fade > 0 && Number.isFinite(next.fade)))
    throw new RangeError(`fade is a number of ms above 0, not ${next.fade}`)
  if (next.rate !== null && !(next.rate > 0 && Number.isFinite(next.rate))) {
    throw new RangeError(`rate is a number of kbit/s above 0, or null, not ${next.rate}`)
  }
  return next
}

/** Drops options that are `undefined`, so that they change nothing. */
const given = ({ delay, jitter, rate, loss, fade }: Partial<Conditions>): Partial<Conditions> => ({
  ...(delay === undefined ? {} : { delay }),
  ...(jitter === undefined ? {} : { jitter }),
  ...(rate === undefined ? {} : { rate }),
  ...(loss === undefined ? {} : { loss }),
  ...(fade === undefined ? {} : { fade }),
})

export const bytesPerMs = (kbits: number): number => kbits / 8

/** More than one chunk of network memory: a lane's buffer beyond the bandwidth-delay product. */
export const SLACK_BYTES = 64 * 1024
/** Assumed kbit/s of an unlimited link: it bounds the memory of a long delay. */
const THICK = 100_000

/** A lane that holds this much stops reading: the sender feels the link's own backpressure, not ours. */
export const capacity = ({ delay, jitter, rate }: Conditions): number =>
  Math.ceil(bytesPerMs(rate ?? THICK) * (delay + jitter)) + SLACK_BYTES
