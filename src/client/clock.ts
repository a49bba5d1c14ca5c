/**
 * The server's time as seen from here. A phone's clock may be minutes off, and a countdown that follows it would lie.
 * HTTP dates have whole seconds, so a sample is worth half a second at best; one that agrees with the device is left
 * alone. (The venue keeps a far better clock of its own, from the live connection.)
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

let offset = 0
let doubt = Number.POSITIVE_INFINITY

export function learnTime(sample: Sample): void {
  const heard = offsetOf(sample)
  // A worse sample still tells when the device's clock was set meanwhile.
  if (heard.doubt > doubt && Math.abs(heard.offset - offset) <= heard.doubt + doubt) return
  ;({ offset, doubt } = heard)
}

export const serverNow = (): number => Date.now() + offset
