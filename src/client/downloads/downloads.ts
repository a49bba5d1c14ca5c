import { DOWNLOADED_PICTURES } from '../../contract/worker.ts'
import type { RowOf } from '../calls/index.ts'
import { device, stores, within, type DeviceStore } from '../device/index.ts'
import { currentLocale } from '../locale/current.ts'
import { currentAccount } from '../session/index.ts'

export type DownloadedLot = RowOf<'lotDownload'>

/** How far a catalogue's download has come. */
export interface DownloadHead {
  /** When it was begun: as of then are its lots. */
  readonly at: number
  readonly total: number
  readonly pages: number
  readonly pictures: number
  readonly picturesTotal: number
  readonly bytes: number
  readonly done: boolean
}

const KEPT_MS = 30 * 24 * 3_600_000
/** A database that hangs must not hold up a page that has a network. */
const PATIENCE_MS = 400

// Apart for each account and language, as all that is kept.
const catalogues = (): DeviceStore => device.open(stores.downloads, currentAccount() ?? '')
const headOf = (timelineId: string): readonly string[] => [currentLocale(), timelineId, 'head']
const pageOf = (timelineId: string, page: number): readonly string[] => [currentLocale(), timelineId, `lots ${page}`]

/** Holds the pictures of one download. */
export const cacheOf = (timelineId: string): string => `${DOWNLOADED_PICTURES}${currentAccount() ?? ''}:${timelineId}`

/** A browser without a database has downloaded nothing. */
export const readHead = (timelineId: string): Promise<DownloadHead | undefined> =>
  within(PATIENCE_MS, findHead(timelineId), undefined)
async function findHead(timelineId: string): Promise<DownloadHead | undefined> {
  const found = await catalogues().get(headOf(timelineId))
  return isDownloadHead(found) ? found : undefined
}
export const writeHead = (timelineId: string, head: DownloadHead): Promise<void> =>
  catalogues().set(headOf(timelineId), head)
export const writeLots = (timelineId: string, page: number, lots: readonly DownloadedLot[]): Promise<void> =>
  catalogues().set(pageOf(timelineId, page), lots)

function isDownloadHead(value: unknown): value is DownloadHead {
  if (typeof value !== 'object' || value === null) return false
  const { at, total, pages }: Partial<Record<keyof DownloadHead, unknown>> = value
  return typeof at === 'number' && typeof total === 'number' && typeof pages === 'number'
}

let recent: {
  readonly of: string
  readonly at: number
  readonly pages: number
  readonly lots: readonly DownloadedLot[]
} | null = null

/** All lots that have come so far; read once, however many pages of them are asked for. A slow device takes its time. */
export async function readLots(
  timelineId: string,
): Promise<{ readonly at: number; readonly lots: readonly DownloadedLot[]; readonly whole: boolean } | undefined> {
  const head = await findHead(timelineId)
  if (!head || head.pages === 0 || Date.now() - head.at >= KEPT_MS) return undefined
  const of = [currentAccount(), ...headOf(timelineId)].join('\n')
  if (recent?.of !== of || recent.at !== head.at || recent.pages !== head.pages) {
    const store = catalogues()
    const pages = Array.from({ length: head.pages }, (_, index) => store.get(pageOf(timelineId, index + 1)))
    recent = { of, at: head.at, pages: head.pages, lots: (await Promise.all(pages)).flatMap(lotsOf) }
  }
  return { at: head.at, lots: recent.lots, whole: recent.lots.length >= head.total }
}

const lotsOf = (page: unknown): readonly DownloadedLot[] => (Array.isArray(page) ? page.filter(isDownloadedLot) : [])
/** As the call's answer was checked when it came. */
const isDownloadedLot = (value: unknown): value is DownloadedLot =>
  typeof value === 'object' && value !== null && 'contractObjectId' in value

export async function removeDownload(timelineId: string): Promise<void> {
  recent = null
  await catalogues().remove([currentLocale(), timelineId])
  await caches.delete(cacheOf(timelineId))
}

/** Pictures that one account downloaded or looked at; for a sign-out. */
export async function wipePictures(account: string): Promise<void> {
  recent = null
  const names = await caches.keys()
  // Which pictures the account looked at is private too.
  await Promise.all(
    names
      .filter((name) => name.startsWith(`${DOWNLOADED_PICTURES}${account}:`) || name === 'pictures')
      .map((name) => caches.delete(name)),
  )
}
