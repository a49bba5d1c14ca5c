import { PDF_FOOT, PDF_HEAD } from '../support/pdf.ts'
import { createHash, randomBytes } from 'node:crypto'
import { registrar } from '../prove/parts/registrar.ts'
import { signInAt } from '../support/http/signInAt.ts'
import { startObjectStore } from '../support/object-store.ts'
import { storeOf } from '../support/reader.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import type { Measure, Pair } from './measure.ts'

const BYTES = 2_000_000
const CHUNK_BYTES = 64 * 1024
const TUS = { 'tus-resumable': '1.0.0' }

/** Sends a file to one node up to its middle, asks another how much it has, and sends it the rest: ms in all. */
async function sent(token: string, from: string, to: string): Promise<number> {
  const bytes = Buffer.concat([PDF_HEAD, randomBytes(BYTES), PDF_FOOT])
  const headers = { ...TUS, authorization: `Bearer ${token}` }
  const fields = { filename: 'a.pdf', sha256: createHash('sha256').update(bytes).digest('hex') }
  const metadata = Object.entries(fields).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
  const at = performance.now()
  const begun = await fetch(`${from}/prod-api/common/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  })
  const path = begun.headers.get('location')
  if (path === null) throw new Error(`the upload did not begin: ${begun.status} ${await begun.text()}`)
  let offset = 0
  async function sendUpTo(url: string, end: number): Promise<void> {
    while (offset < end) {
      const body = new Uint8Array(bytes.subarray(offset, offset + CHUNK_BYTES))
      const answer = await fetch(url + path, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
        body,
      })
      if (!answer.ok) throw new Error(`a chunk was not taken: ${answer.status} ${await answer.text()}`)
      offset += body.byteLength
      if (offset === bytes.length && !(await answer.text()).includes('fileName')) throw new Error('no file was made')
    }
  }
  await sendUpTo(from, bytes.length / 2)
  const head = await fetch(to + path, { method: 'HEAD', headers })
  if (Number(head.headers.get('upload-offset')) !== offset) throw new Error('the other node has another offset')
  await sendUpTo(to, bytes.length)
  return performance.now() - at
}

export const resumed: Measure = {
  what: 'an upload of 2 MB into a bucket is resumed at its middle',
  ours: 'ms, through another node',
  bare: 'ms, through the same node',
  target: { most: 1.3 },
  async run(runs) {
    const objects = await startObjectStore()
    const dataDir = freshDataDir()
    await placeEmptyStore(dataDir)
    const env = { DEMO: '0', ...objects.env('bench') }
    const first = await startServer({ env, dataDir })
    const other = await startServer({ env, dataDir })
    try {
      const store = await storeOf(dataDir)
      const { account, password } = await (await registrar(store))()
      await store.close()
      const token = await signInAt(first.url, account, password)
      await sent(token, first.url, other.url)
      const pairs: Pair[] = []
      for (let run = 0; run < runs; run += 1)
        pairs.push({
          ours: await sent(token, first.url, other.url),
          bare: await sent(token, first.url, first.url),
        })
      return pairs
    } finally {
      await other.stop({ keep: true })
      await first.stop()
      await objects.close()
    }
  },
}
