interface Lanes<T> {
  /** Items of one line wait for each other, and for no one else's. */
  readonly lineOf: (item: T) => string
  /** False: the other side did not answer. */
  readonly send: (item: T) => Promise<boolean>
  /** Leaves the item for later, without an attempt. */
  readonly putOff: (item: T) => Promise<void>
}

/** Items of a line under way at once. */
const AT_ONCE = 3
/** After so many without an answer the rest of the line is put off. */
const SILENT_MOST = 3

/** Sends by lines, side by side: a line whose other sides do not answer ends early, and holds no other up. */
export async function sendInLanes<T>(items: readonly T[], { lineOf, send, putOff }: Lanes<T>): Promise<void> {
  await Promise.all(
    [...Map.groupBy(items, lineOf).values()].map(async (line) => {
      let silent = 0
      for (let at = 0; at < line.length; at += AT_ONCE) {
        const next = line.slice(at, at + AT_ONCE)
        if (silent >= SILENT_MOST) await Promise.all(next.map(putOff))
        else silent += (await Promise.all(next.map(send))).filter((answered) => !answered).length
      }
    }),
  )
}
