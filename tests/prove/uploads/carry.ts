import { PDF_FOOT, PDF_HEAD } from '../../support/pdf.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FileItem, OutboxItem } from '../../../src/client/outbox/items.ts'
import { createSender } from '../../../src/client/outbox/sender.ts'
import type { OutboxStore } from '../../../src/client/outbox/store.ts'
import { createFileSender } from '../../../src/client/outbox/tus.ts'
import { openLink } from '../../link/link.ts'
import { fileItem } from '../../support/outbox.ts'

interface Carried {
  /** Path of the file on the server. */
  readonly path: string
  readonly bytes: Buffer
  readonly resets: number
  /** Read by the link from the sender, all attempts together. */
  readonly sent: number
  /** Share of the bytes that the link could have carried in that time. */
  readonly goodput: number
}

interface Carrying {
  readonly url: string
  readonly account: string
  readonly token: string
  readonly bytes: number
  /** kbit/s */
  readonly rate: number
  /** One way, ms. */
  readonly delay: number
  readonly resetEveryMs: number
}

/** Sends a PDF of so many bytes by the outbox's sender over a link that is reset again and again. */
export async function carry(given: Carrying): Promise<Carried> {
  const { url, account, token, rate, delay, resetEveryMs } = given
  const bytes = Buffer.concat([PDF_HEAD, randomBytes(given.bytes - PDF_HEAD.length - PDF_FOOT.length), PDF_FOOT])
  const link = await openLink({ target: url, rate, delay })
  let resets = 0
  const resetting = setInterval(() => {
    if (link.wires.length === 0) return
    resets += 1
    link.resetAll()
  }, resetEveryMs)
  let item: OutboxItem = fileItem({
    id: randomUUID(),
    account,
    bytes: bytes.length,
    name: 'papers.pdf',
    type: 'application/pdf',
    as: 'document',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const store: OutboxStore = {
    all: () => Promise.resolve([item]),
    add: () => Promise.resolve(),
    addFile: () => Promise.resolve(),
    change: (_id, change) => {
      item = change(item)
      if (item.state === 'up' || item.state === 'refused') resolve()
      return Promise.resolve(item)
    },
    bytesOf: () => Promise.resolve(new Uint8Array(bytes).buffer),
    remove: () => Promise.resolve(),
    sweep: () => Promise.resolve(),
  }
  const sender = createSender({
    credentials: () => Promise.resolve({ account, token }),
    store: () => store,
    files: createFileSender({ origin: link.url, fetch, locale: () => 'en', now: () => performance.now() }),
    sendForm: () => Promise.resolve({ kind: 'signedOut' }),
    alone: (work) => work(),
    now: () => Date.now(),
    random: () => Math.random(),
    sleep: async (ms, signal) => {
      await wait(ms, undefined, { signal }).catch(() => undefined)
    },
    changed: () => undefined,
    signedOut: resolve,
    unreachable: () => undefined,
  })
  const begun = performance.now()
  sender.wake()
  await ended
  const seconds = (performance.now() - begun) / 1_000
  sender.stop()
  clearInterval(resetting)
  const sent = link.stats.up.read
  await link.close()
  const { path } = fileOf(item)
  if (path === null) throw new Error(`the file did not arrive: ${JSON.stringify(item)}`)
  return { path, bytes, resets, sent, goodput: (bytes.length * 8) / (seconds * rate * 1_000) }
}

function fileOf(item: OutboxItem): FileItem {
  if (item.kind !== 'file') throw new TypeError('a file is one')
  return item
}
