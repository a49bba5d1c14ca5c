/**
 * The server's time as measured here. A phone's clock may be minutes off, which would falsify countdowns. HTTP dates
 * have whole seconds, so a sample is accurate to half a second at best; if it agrees with the device's clock, that is
 * used. (The room has a much better clock from the live connection.)
 */
export interface Sample {
  readonly date: number
  readonly sent: number
  readonly received: number
}

const ROUNDING_MS = 1000
const IGNORED_MS = 2000

export function offsetOf({ date, sent, received }: Sample): { readonly offset: number; readonly doubt: number } {
  const doubt = (received - sent) / 2 + ROUNDING_MS / 2
  const offset = date + ROUNDING_MS / 2 - (sent + received) / 2
  return { offset: Math.abs(offset) <= Math.max(IGNORED_MS, doubt) ? 0 : offset, doubt }
}

export interface ServerTime {
  readonly now: () => number
  readonly learn: (sample: Sample) => void
}

export function createServerTime(deviceNow: () => number): ServerTime {
  let offset = 0
  let doubt = Number.POSITIVE_INFINITY
  return {
    now: () => deviceNow() + offset,
    learn: (sample) => {
      const heard = offsetOf(sample)
      // A less accurate sample still shows that the device's clock was set meanwhile.
      if (heard.doubt > doubt && Math.abs(heard.offset - offset) <= heard.doubt + doubt) return
      ;({ offset, doubt } = heard)
    },
  }
}
