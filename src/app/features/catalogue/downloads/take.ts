import { isTransport, send } from '../../../../client/calls/index.ts'
import { currentAccount } from '../../../../client/session/index.ts'
import { link, probe } from '../../../../client/link/index.ts'
import { storageTrouble } from '../../../../client/device/index.ts'
import { createStore } from '../../../../client/store.ts'
import {
  cacheOf,
  readHead,
  readLots,
  removeDownload,
  writeHead,
  writeLots,
  type DownloadHead,
  type DownloadedLot,
} from '../../../../client/downloads/downloads.ts'
import { fileAddress } from '../../../ui/Picture.tsx'

/** `cut`: the link went; it goes on by itself when that is back. `full`: the device has no room. */
type TakeState = 'none' | 'going' | 'paused' | 'cut' | 'full' | 'done'
export interface Take {
  readonly state: TakeState
  readonly head: DownloadHead | null
  /** The browser promised to keep it. */
  readonly safe: boolean
}

const LOTS_AT_ONCE = 50
const PICTURES_AT_ONCE = 4
/** Most that a lot takes: its thumbnail, and what is said of it. */
const PICTURE_BYTES = 6_000
const WORDS_BYTES = 1_500
/** The oldest begun download that is gone on with: lots of two days do not make one catalogue. */
const SAME_MS = 6 * 3_600_000

export const atMost = (lots: number): number => lots * (PICTURE_BYTES + WORDS_BYTES)

export const NOTHING: Take = { state: 'none', head: null, safe: false }
export const takes = createStore<ReadonlyMap<string, Take>>(new Map())
const running = new Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>()

/** Whose it is, and of what: the next one on this device begins with nothing. */
export const keyOf = (timelineId: string): string => `${currentAccount() ?? ''}\n${timelineId}`
const tell = (key: string, take: Take): void => takes.set(new Map(takes.get()).set(key, take))

/** What is on the device of it, for a page that has just opened. */
export async function look(timelineId: string): Promise<void> {
  const key = keyOf(timelineId)
  if (running.has(key)) return
  const head = (await readHead(timelineId)) ?? null
  const safe = (await navigator.storage?.persisted?.().catch(() => false)) ?? false
  if (!running.has(key)) tell(key, { state: head === null ? 'none' : head.done ? 'done' : 'paused', head, safe })
}

export function pause(timelineId: string): void {
  running.get(keyOf(timelineId))?.stop.abort()
}

export async function remove(timelineId: string): Promise<void> {
  pause(timelineId)
  // What is under way must not be written after it.
  await running.get(keyOf(timelineId))?.ended
  await removeDownload(timelineId)
  tell(keyOf(timelineId), NOTHING)
}

/** Begins, or goes on where it was. `documents`: what else belongs to it. */
export async function take(timelineId: string, documents: () => Promise<unknown>, anew = false): Promise<void> {
  const key = keyOf(timelineId)
  if (running.has(key)) return
  const stop = new AbortController()
  let end = (): void => undefined
  running.set(key, {
    stop,
    ended: new Promise((resolve) => {
      end = resolve
    }),
  })
  let safe = false
  let head: DownloadHead | null = null
  try {
    // Asked for at a press, as browsers want it.
    safe = (await navigator.storage?.persist?.().catch(() => false)) ?? false
    const known = anew ? undefined : await readHead(timelineId)
    head =
      known && !known.done && Date.now() - known.at < SAME_MS
        ? known
        : { at: Date.now(), total: 0, pages: 0, pictures: 0, picturesTotal: 0, bytes: 0, done: false }
    const goOn: GoOn = async (change, write = true) => {
      if (stop.signal.aborted || keyOf(timelineId) !== key) throw new DOMException('stopped', 'AbortError')
      const next: DownloadHead = {
        ...(head ?? { at: 0, total: 0, pages: 0, pictures: 0, picturesTotal: 0, bytes: 0, done: false }),
        ...change,
      }
      if (write) await writeHead(timelineId, next)
      head = next
      tell(key, { state: 'going', head: next, safe })
      return next
    }
    tell(key, { state: 'going', head, safe })
    const thumbnails = await takeLots(timelineId, head, { signal: stop.signal, goOn, anew })
    await documents()
    await takePictures(timelineId, thumbnails, stop.signal, goOn)
    tell(key, { state: 'done', head: await goOn({ done: true }), safe })
  } catch (error) {
    const state = endOf(error, stop.signal)
    tell(key, { state, head, safe })
    if (state === 'cut')
      whenLinkIsBack(() => {
        if (keyOf(timelineId) === key && takes.get().get(key)?.state === 'cut') void take(timelineId, documents)
      })
  } finally {
    running.delete(key)
    end()
  }
}

/** Once: at the first good news after the bad. */
function whenLinkIsBack(run: () => void): void {
  const stop = link.subscribe(() => {
    if (link.get().kind === 'offline') return
    stop()
    run()
  })
  void probe()
}

function endOf(error: unknown, stopped: AbortSignal): TakeState {
  if (stopped.aborted) return 'paused'
  if (storageTrouble(error) === 'full') return 'full'
  return isTransport(error) || error instanceof TypeError ? 'cut' : 'paused'
}

type GoOn = (change: Partial<DownloadHead>, write?: boolean) => Promise<DownloadHead>
interface Way {
  readonly signal: AbortSignal
  readonly goOn: GoOn
  readonly anew: boolean
}

/**
 * Page by page; what is here already is not fetched again. A catalogue that is renewed takes the place of the old one
 * once all of it is here. Answers with the addresses of all thumbnails.
 */
async function takeLots(
  timelineId: string,
  from: DownloadHead,
  { signal, goOn, anew }: Way,
): Promise<readonly string[]> {
  let head = from
  const held: (readonly DownloadedLot[])[] = []
  for (let page = head.pages + 1; head.pages === 0 || (page - 1) * LOTS_AT_ONCE < head.total; page++) {
    const { rows, total } = await send(
      'lotDownload',
      { query: { scheduleTimelineId: timelineId, pageNum: page, pageSize: LOTS_AT_ONCE } },
      { signal },
    )
    if (anew) held.push(rows)
    else await writeLots(timelineId, page, rows)
    head = await goOn({ total, pages: page, bytes: head.bytes + sizeOf(rows) }, !anew)
    if (rows.length === 0) break
  }
  for (const [at, rows] of held.entries()) await writeLots(timelineId, at + 1, rows)
  await goOn({})
  const all = await readLots(timelineId)
  const thumbnails = [
    ...new Set((all?.lots ?? []).flatMap(({ thumbnail }) => (thumbnail === null ? [] : [fileAddress(thumbnail)]))),
  ]
  await goOn({ picturesTotal: thumbnails.length })
  return thumbnails
}

const sizeOf = (rows: readonly DownloadedLot[]): number => new Blob([JSON.stringify(rows)]).size

/**
 * A few at a time. One that is still being drawn, or gone, does not hold up the others: its lot shows its placeholder.
 */
async function takePictures(
  timelineId: string,
  addresses: readonly string[],
  signal: AbortSignal,
  goOn: GoOn,
): Promise<void> {
  const cache = await caches.open(cacheOf(timelineId))
  const waiting = [...addresses]
  let [count, bytes] = [0, (await readHead(timelineId))?.bytes ?? 0]
  const fetchNext = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (!(await cache.match(address))) {
        const answer = await fetch(address, { signal })
        if (answer.status === 200 && (answer.headers.get('content-type') ?? '').startsWith('image/')) {
          bytes += Number(answer.headers.get('content-length') ?? 0)
          await cache.put(address, answer)
        }
      }
      count += 1
      await goOn({ pictures: count, bytes })
    }
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, fetchNext))
}
