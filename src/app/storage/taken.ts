import { createStore, delMany, get, getMany, keys, set, type UseStore } from 'idb-keyval'
import { TAKEN_PICTURES } from '../../contract/worker.ts'
import type { RowOf } from '../lib/api/index.ts'
import { currentLocale } from '../lib/i18n/current.ts'
import { currentAccount } from '../lib/session/index.ts'

export type TakenLot = RowOf<'lotTake'>

/** How far a catalogue has come onto this device. */
export interface TakenHead {
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

let made: UseStore | null = null
const store = (): UseStore => (made ??= createStore('taken', 'catalogues'))

// Apart for each account and language, as all that is kept.
const ofAccount = (account: string | null): string => `${account ?? ''}\n`
const of = (timelineId: string): string => `${ofAccount(currentAccount())}${currentLocale()}\n${timelineId}\n`
const headOf = (timelineId: string): string => `${of(timelineId)}head`
const pageOf = (timelineId: string, page: number): string => `${of(timelineId)}lots ${page}`

export const cacheOf = (timelineId: string): string => `${TAKEN_PICTURES}${currentAccount() ?? ''}:${timelineId}`

/** A browser without a database has taken nothing along. */
export async function readHead(timelineId: string): Promise<TakenHead | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  return Promise.race([get<TakenHead>(headOf(timelineId), store()).catch(() => undefined), patience])
}
export const writeHead = (timelineId: string, head: TakenHead): Promise<void> => set(headOf(timelineId), head, store())
export const writeLots = (timelineId: string, page: number, lots: readonly TakenLot[]): Promise<void> =>
  set(pageOf(timelineId, page), lots, store())

let recent: {
  readonly of: string
  readonly at: number
  readonly pages: number
  readonly lots: readonly TakenLot[]
} | null = null

/** All lots that have come so far; read once, however many pages of them are asked for. */
export async function readLots(
  timelineId: string,
): Promise<{ readonly at: number; readonly lots: readonly TakenLot[]; readonly whole: boolean } | undefined> {
  const head = await readHead(timelineId)
  if (!head || head.pages === 0 || Date.now() - head.at >= KEPT_MS) return undefined
  if (recent?.of !== of(timelineId) || recent.at !== head.at || recent.pages !== head.pages) {
    const found = await getMany<readonly TakenLot[] | undefined>(
      Array.from({ length: head.pages }, (_, index) => pageOf(timelineId, index + 1)),
      store(),
    )
    recent = { of: of(timelineId), at: head.at, pages: head.pages, lots: found.flatMap((page) => page ?? []) }
  }
  return { at: head.at, lots: recent.lots, whole: recent.lots.length >= head.total }
}

export async function removeTaken(timelineId: string): Promise<void> {
  await dropKeys((key) => key.startsWith(of(timelineId)))
  await caches.delete(cacheOf(timelineId))
}

/** Everything that one account took along; for a person who signs out. */
export async function wipeTaken(account: string): Promise<void> {
  await dropKeys((key) => key.startsWith(ofAccount(account)))
  const names = await caches.keys()
  // Which pictures he looked at is his own business too.
  await Promise.all(
    names
      .filter((name) => name.startsWith(`${TAKEN_PICTURES}${account}:`) || name === 'pictures')
      .map((name) => caches.delete(name)),
  )
}

async function dropKeys(gone: (key: string) => boolean): Promise<void> {
  recent = null
  const all = await keys<string>(store())
  await delMany(all.filter(gone), store())
}
