import { statfs } from 'node:fs/promises'
import type { Logger } from './logger.ts'
import type { Impairment } from './ports.ts'
import { Gauge } from './room/metrics.ts'
import type { Metric } from './room/metrics.ts'
import type { Timers } from './room/timers.ts'

/** Bytes of a disk. */
export interface Disk {
  readonly free: number
  readonly size: number
}

/** Reads the free space of the disk on which `path` lies. Rejects if the file system does not tell. */
export async function diskOf(path: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Uploads and imports stop below this, or below a twentieth of a small disk, so that bids keep their room. */
const KEPT_FOR_BIDS = { bytes: 512 * 1024 * 1024, share: 0.05 } as const
/** They go on only once there is this much more, so that they do not stop and go with each file. */
const AGAIN = 1.1
const EVERY_MS = 5_000

/** Whether uploads and imports may take space now. */
export interface Space {
  readonly short: boolean
}

/** For a node that does not watch its disk. */
export const PLENTY: Space = { short: false }

export interface SpaceWatch extends Space {
  impaired(): readonly Impairment[]
  readonly metrics: readonly Metric[]
  /** Looks again, for a test. */
  look(): Promise<void>
  stop(): void
}

interface SpaceNeeds {
  readonly disk: () => Promise<Disk>
  readonly timers: Pick<Timers, 'every'>
  readonly logger: Pick<Logger, 'error' | 'warn'>
}

/**
 * Watches the disk of `DATA_DIR`, where uploads and the embedded database lie. When it runs short uploads and imports
 * stop, and bids go on until the log itself takes no rows.
 */
export function watchSpace({ disk, timers, logger }: SpaceNeeds): SpaceWatch {
  let short = false
  let free: number | null = null
  async function look(): Promise<void> {
    const now = await disk()
    const kept = Math.min(KEPT_FOR_BIDS.bytes, now.size * KEPT_FOR_BIDS.share)
    const before = short
    short = now.free < (before ? kept * AGAIN : kept)
    free = now.free
    if (short && !before) logger.error({ free }, 'the disk is nearly full: uploads and imports have stopped')
    if (!short && before) logger.warn({ free }, 'the disk has space again: uploads and imports go on')
  }
  const again = () => {
    look().catch((error: unknown) => logger.warn({ err: error }, 'the free space of the disk is not known'))
  }
  again()
  const stop = timers.every(EVERY_MS, again)
  return {
    get short() {
      return short
    },
    impaired: () =>
      short
        ? [{ lacks: 'space', message: `${Math.floor((free ?? 0) / 2 ** 20)} MiB are free; uploads and imports wait` }]
        : [],
    metrics: [
      new Gauge('disk_short', '1: uploads and imports are stopped, since the disk is nearly full.', () =>
        short ? 1 : 0,
      ),
    ],
    look,
    stop,
  }
}
