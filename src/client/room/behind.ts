/** How far the frames are behind the room, from the server's stamps and its estimated clock. Pure. */
export interface Behind {
  /** Newest last, ms. */
  readonly samples: readonly number[]
  /** ms, in tenths of a second; `null`: not known yet. */
  readonly shown: number | null
}

export const UNKNOWN: Behind = { samples: [], shown: null }

const SAMPLES = 5
const SAMPLES_LEAST = 2
/** A shown figure stays until the measured one is this far away: it is read aloud at each change. */
const FLICKER_MS = 200
const TENTH_MS = 100

/** After a frame that came `ms` after its stamp. The median: one late frame is no late network. */
export function behindAfter({ samples: before, shown }: Behind, ms: number): Behind {
  const samples = [...before, Math.max(0, ms)].slice(-SAMPLES)
  if (samples.length < SAMPLES_LEAST) return { samples, shown }
  const median = samples.toSorted((a, b) => a - b)[Math.floor((samples.length - 1) / 2)] ?? 0
  if (shown !== null && Math.abs(median - shown) < FLICKER_MS) return { samples, shown }
  return { samples, shown: Math.max(TENTH_MS, Math.round(median / TENTH_MS) * TENTH_MS) }
}
