import { isTransport } from '../../../../client/calls/index.ts'
import { storageTrouble } from '../../../../client/device/index.ts'
import { createStore, type Store } from '../../../../client/store.ts'
import { type DownloadHead, type DownloadedLot, downloadsOf } from '../../../../client/downloads/downloads.ts'
import { fileAddress } from '../../../ui/Picture.tsx'
import type { Client } from '../../../../client/client.ts'
import { Stalled, whileMoving } from '../../../../contract/moving.ts'

/** `cut`: the link was lost; the download resumes when it is back. `full`: the device is out of space. */
type DownloadState = 'none' | 'going' | 'paused' | 'cut' | 'full' | 'done'
export interface Download {
  readonly state: DownloadState
  readonly head: DownloadHead | null
  /** The browser has promised not to evict the data. */
  readonly safe: boolean
}

const LOTS_AT_ONCE = 50
const PICTURES_AT_ONCE = 4
/** Upper bound for a lot's size: its thumbnail and texts. */
const PICTURE_BYTES = 6_000
const WORDS_BYTES = 1_500
/** Age up to which an interrupted download resumes: lots of different days do not make one catalogue. */
const SAME_MS = 6 * 3_600_000

export const atMost = (lots: number): number => lots * (PICTURE_BYTES + WORDS_BYTES)

export const NOTHING: Download = { state: 'none', head: null, safe: false }

interface DownloadStates extends Store<ReadonlyMap<string, Download>> {
  readonly running: Map<string, { readonly stop: AbortController; readonly ended: Promise<void> }>
}
export const statesOf = (client: Client): DownloadStates => client.part(createStates)

const createStates = (): DownloadStates => ({
  ...createStore<ReadonlyMap<string, Download>>(new Map()),
  running: new Map(),
})

/** Key by account and sale: the next account on this device starts empty. */
export const keyOf = (client: Client, timelineId: string): string => `${client.session.account() ?? ''}\n${timelineId}`
function tell(client: Client, key: string, download: Download): void {
  const states = statesOf(client)
  states.set(new Map(states.get()).set(key, download))
}

/** Reads the download's state from the device, for a page that has just opened. */
export async function look(client: Client, timelineId: string): Promise<void> {
  const key = keyOf(client, timelineId)
  if (statesOf(client).running.has(key)) return
  const head = (await downloadsOf(client).readHead(timelineId)) ?? null
  const safe = (await navigator.storage?.persisted?.().catch(() => false)) ?? false
  if (!statesOf(client).running.has(key))
    tell(client, key, { state: head === null ? 'none' : head.done ? 'done' : 'paused', head, safe })
}

export function pause(client: Client, timelineId: string): void {
  statesOf(client).running.get(keyOf(client, timelineId))?.stop.abort()
}

export async function remove(client: Client, timelineId: string): Promise<void> {
  pause(client, timelineId)
  // The download must have ended, or it would write after the removal.
  await statesOf(client).running.get(keyOf(client, timelineId))?.ended
  await downloadsOf(client).remove(timelineId)
  tell(client, keyOf(client, timelineId), NOTHING)
}

/** Starts or resumes a download. `documents`: stores the texts that belong to the catalogue. */
export async function download(
  client: Client,
  timelineId: string,
  documents: () => Promise<unknown>,
  anew = false,
): Promise<void> {
  const key = keyOf(client, timelineId)
  if (statesOf(client).running.has(key)) return
  const stop = new AbortController()
  let end = (): void => undefined
  statesOf(client).running.set(key, {
    stop,
    ended: new Promise((resolve) => {
      end = resolve
    }),
  })
  let safe = false
  let head: DownloadHead | null = null
  try {
    // Browsers want this request to follow a press.
    safe = (await navigator.storage?.persist?.().catch(() => false)) ?? false
    const known = anew ? undefined : await downloadsOf(client).readHead(timelineId)
    head =
      known && !known.done && Date.now() - known.at < SAME_MS
        ? known
        : { at: Date.now(), total: 0, pages: 0, pictures: 0, picturesTotal: 0, bytes: 0, done: false }
    const goOn: GoOn = async (change, write = true) => {
      if (stop.signal.aborted || keyOf(client, timelineId) !== key) throw new DOMException('stopped', 'AbortError')
      const next: DownloadHead = {
        ...(head ?? { at: 0, total: 0, pages: 0, pictures: 0, picturesTotal: 0, bytes: 0, done: false }),
        ...change,
      }
      if (write) await downloadsOf(client).writeHead(timelineId, next)
      head = next
      tell(client, key, { state: 'going', head: next, safe })
      return next
    }
    tell(client, key, { state: 'going', head, safe })
    const thumbnails = await downloadLots(client, timelineId, head, { signal: stop.signal, goOn, anew })
    await documents()
    await downloadPictures(client, timelineId, thumbnails, stop.signal, goOn)
    tell(client, key, { state: 'done', head: await goOn({ done: true }), safe })
  } catch (error) {
    const state = endOf(error, stop.signal)
    tell(client, key, { state, head, safe })
    if (state === 'cut')
      whenLinkIsBack(client, () => {
        if (keyOf(client, timelineId) === key && statesOf(client).get().get(key)?.state === 'cut')
          void download(client, timelineId, documents)
      })
  } finally {
    statesOf(client).running.delete(key)
    end()
  }
}

/** Runs once, as soon as the link is back. */
function whenLinkIsBack(client: Client, run: () => void): void {
  const stop = client.link.state.subscribe(() => {
    if (client.link.state.get().kind === 'offline') return
    stop()
    run()
  })
  void client.link.probe()
}

function endOf(error: unknown, stopped: AbortSignal): DownloadState {
  if (stopped.aborted) return 'paused'
  if (storageTrouble(error) === 'full') return 'full'
  return isTransport(error) || error instanceof TypeError || error instanceof Stalled ? 'cut' : 'paused'
}

type GoOn = (change: Partial<DownloadHead>, write?: boolean) => Promise<DownloadHead>
interface Transfer {
  readonly signal: AbortSignal
  readonly goOn: GoOn
  readonly anew: boolean
}

/**
 * Downloads the lots page by page, skipping pages on the device. A renewed catalogue replaces the old one once it is
 * complete. Returns the addresses of all thumbnails.
 */
async function downloadLots(
  client: Client,
  timelineId: string,
  from: DownloadHead,
  { signal, goOn, anew }: Transfer,
): Promise<readonly string[]> {
  let head = from
  const held: (readonly DownloadedLot[])[] = []
  for (let page = head.pages + 1; head.pages === 0 || (page - 1) * LOTS_AT_ONCE < head.total; page++) {
    const { rows, total } = await client.calls.send(
      'lotDownload',
      { query: { scheduleTimelineId: timelineId, pageNum: page, pageSize: LOTS_AT_ONCE } },
      { signal },
    )
    if (anew) held.push(rows)
    else await downloadsOf(client).writeLots(timelineId, page, rows)
    head = await goOn({ total, pages: page, bytes: head.bytes + sizeOf(rows) }, !anew)
    if (rows.length === 0) break
  }
  for (const [at, rows] of held.entries()) await downloadsOf(client).writeLots(timelineId, at + 1, rows)
  await goOn({})
  const all = await downloadsOf(client).readLots(timelineId)
  const thumbnails = [
    ...new Set((all?.lots ?? []).flatMap(({ thumbnail }) => (thumbnail === null ? [] : [fileAddress(thumbnail)]))),
  ]
  await goOn({ picturesTotal: thumbnails.length })
  return thumbnails
}

const sizeOf = (rows: readonly DownloadedLot[]): number => new Blob([JSON.stringify(rows)]).size

/**
 * Downloads the pictures, a few at a time. A picture that the server still makes, or that is gone, does not delay the
 * others: the lot shows a placeholder.
 */
async function downloadPictures(
  client: Client,
  timelineId: string,
  addresses: readonly string[],
  signal: AbortSignal,
  goOn: GoOn,
): Promise<void> {
  const cache = await client.ports.device.caches().open(downloadsOf(client).cacheOf(timelineId))
  const waiting = [...addresses]
  let [count, bytes] = [0, (await downloadsOf(client).readHead(timelineId))?.bytes ?? 0]
  const fetchNext = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (!(await cache.match(address))) {
        const request = new AbortController()
        const ask = { signal: AbortSignal.any([signal, request.signal]) }
        await whileMoving({
          after: client.ports.clock.after,
          request,
          ask: () => client.ports.fetch(address, ask),
          read: async (answer) => {
            if (answer.status !== 200 || !(answer.headers.get('content-type') ?? '').startsWith('image/')) return
            bytes += Number(answer.headers.get('content-length') ?? 0)
            await cache.put(address, answer)
          },
        })
      }
      count += 1
      await goOn({ pictures: count, bytes })
    }
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, fetchNext))
}
