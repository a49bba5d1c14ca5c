import type { Logger } from '../logger.ts'
import type { Impairment } from '../ports.ts'
import type { Timers } from '../room/timers.ts'
import type { Log } from './log.ts'

interface AppendWatchOptions {
  readonly log: Pick<Log, 'probe'>
  readonly timers: Pick<Timers, 'every'>
  readonly logger: Pick<Logger, 'error' | 'warn'>
}

export interface AppendWatch {
  /** Empty: bids can be taken. */
  impaired(): readonly Impairment[]
  stop(): void
}

const EVERY_MS = 1_000
/** An attempt that has not ended by the second look after it began counts as failed: it waits for a standby. */
const LOOKS = 2

/** Watches whether the log takes rows, for `/readyz` and the status page, also while no sale runs on this node. */
export function watchAppends({ log, timers, logger }: AppendWatchOptions): AppendWatch {
  let failure: string | null = null
  let under = false
  let looks = 0
  function ended(to: string | null): void {
    if (to !== null && failure === null) logger.error({ reason: to }, 'bids cannot be taken')
    if (to === null && failure !== null) logger.warn('bids can be taken again')
    failure = to
    under = false
    looks = 0
  }
  function look(): void {
    if (under) {
      looks += 1
      if (looks >= LOOKS && failure === null) failure = 'an append is not acknowledged'
      return
    }
    under = true
    log.probe().then(
      () => ended(null),
      (error: unknown) => ended(error instanceof Error ? error.message : String(error)),
    )
  }
  look()
  const stop = timers.every(EVERY_MS, look)
  return {
    impaired: () => (failure === null ? [] : [{ lacks: 'bids', message: failure }]),
    stop,
  }
}
