import { DOWNLOADED_PICTURES } from '../../contract/worker.ts'
import type { RowOf } from '../calls/index.ts'
import type { Client } from '../client.ts'
import { deviceOf, stores, within, type DeviceStore } from '../device/index.ts'

export type DownloadedLot = RowOf<'lotDownload'>

/** The progress of a catalogue's download. */
export interface DownloadHead {
  /** Time of the start; the lots are as of then. */
  readonly at: number
  readonly total: number
  readonly pages: number
  readonly pictures: number
  readonly picturesTotal: number
  readonly bytes: number
  readonly done: boolean
}

const KEPT_MS = 30 * 24 * 3_600_000
/** A page with a network waits no longer than this for the device's database. */
const PATIENCE_MS = 400

export interface Downloads {
  /** Name of the cache with the pictures of one download. */
  readonly cacheOf: (timelineId: string) => string
  /** Undefined also in a browser without a database. */
  readonly readHead: (timelineId: string) => Promise<DownloadHead | undefined>
  readonly writeHead: (timelineId: string, head: DownloadHead) => Promise<void>
  readonly writeLots: (timelineId: string, page: number, lots: readonly DownloadedLot[]) => Promise<void>
  /** All lots downloaded so far; read once, however many pages ask for them. May take long on a slow device. */
  readonly readLots: (timelineId: string) => Promise<DownloadedLots | undefined>
  readonly remove: (timelineId: string) => Promise<void>
  /** Deletes the pictures that an account downloaded or viewed, at its sign-out. */
  readonly wipePictures: (account: string) => Promise<void>
}
interface DownloadedLots {
  readonly at: number
  readonly lots: readonly DownloadedLot[]
  readonly whole: boolean
}
interface LastRead {
  readonly of: string
  readonly at: number
  readonly pages: number
  readonly lots: readonly DownloadedLot[]
}

/** Downloads are separate for each account and language, like all stored data. */
export const downloadsOf = (client: Client): Downloads => client.part(createDownloads)

function createDownloads(client: Client): Downloads {
  const { locale, ports, session } = client
  const owner = (): string => session.account() ?? ''
  const catalogues = (): DeviceStore => deviceOf(client).open(stores.downloads, owner())
  const headOf = (timelineId: string): readonly string[] => [locale, timelineId, 'head']
  const pageOf = (timelineId: string, page: number): readonly string[] => [locale, timelineId, `lots ${page}`]
  const cacheOf = (timelineId: string): string => `${DOWNLOADED_PICTURES}${owner()}:${timelineId}`
  let recent: LastRead | null = null

  async function findHead(timelineId: string): Promise<DownloadHead | undefined> {
    const found = await catalogues().get(headOf(timelineId))
    return isDownloadHead(found) ? found : undefined
  }

  return {
    cacheOf,
    readHead: (timelineId) => within(PATIENCE_MS, findHead(timelineId), undefined),
    writeHead: (timelineId, head) => catalogues().set(headOf(timelineId), head),
    writeLots: (timelineId, page, lots) => catalogues().set(pageOf(timelineId, page), lots),
    readLots: async (timelineId) => {
      const head = await findHead(timelineId)
      if (!head || head.pages === 0 || ports.clock.now() - head.at >= KEPT_MS) return undefined
      const of = [session.account(), ...headOf(timelineId)].join('\n')
      if (recent?.of !== of || recent.at !== head.at || recent.pages !== head.pages) {
        const store = catalogues()
        const pages = Array.from({ length: head.pages }, (_, index) => store.get(pageOf(timelineId, index + 1)))
        recent = { of, at: head.at, pages: head.pages, lots: (await Promise.all(pages)).flatMap(lotsOf) }
      }
      return { at: head.at, lots: recent.lots, whole: recent.lots.length >= head.total }
    },
    remove: async (timelineId) => {
      recent = null
      await catalogues().remove([locale, timelineId])
      await ports.device.caches().delete(cacheOf(timelineId))
    },
    wipePictures: async (account) => {
      recent = null
      const caches = ports.device.caches()
      const names = await caches.keys()
      // The pictures that the account viewed are private too.
      await Promise.all(
        names
          .filter((name) => name.startsWith(`${DOWNLOADED_PICTURES}${account}:`) || name === 'pictures')
          .map((name) => caches.delete(name)),
      )
    },
  }
}

function isDownloadHead(value: unknown): value is DownloadHead {
  if (typeof value !== 'object' || value === null) return false
  const { at, total, pages }: Partial<Record<keyof DownloadHead, unknown>> = value
  return typeof at === 'number' && typeof total === 'number' && typeof pages === 'number'
}

const lotsOf = (page: unknown): readonly DownloadedLot[] => (Array.isArray(page) ? page.filter(isDownloadedLot) : [])
/** A loose check: the answer was validated on arrival. */
const isDownloadedLot = (value: unknown): value is DownloadedLot =>
  typeof value === 'object' && value !== null && 'contractObjectId' in value
