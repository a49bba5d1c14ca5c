import { Worker } from 'node:worker_threads'
import type { CompanyId } from '../../domain/lot.ts'
import type { LotDraftState } from '../store/lotDrafts.ts'
import { draftsForSheet } from '../store/lotDrafts.ts'
import type { Db } from '../store/open.ts'
import type { ExportAsked, ToExporter } from './export-worker.ts'

/** Rows per query, so that other readers come in between. */
const AT_ONCE = 250
const MOST = 20_000

/** A company's lots as a sheet. */
export async function exportLots(
  db: Db,
  { companyId, state }: { readonly companyId: CompanyId; readonly state: LotDraftState | undefined },
  asked: ExportAsked,
): Promise<Buffer> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url))
  const send = (message: ToExporter) => worker.postMessage(message)
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  worker.once('message', (bytes: unknown) =>
    bytes instanceof Uint8Array ? resolve(bytes) : reject(new Error('no sheet was written')),
  )
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the thread of a sheet ended')))
  try {
    for (let offset = 0; !asked.template && offset < MOST; offset += AT_ONCE) {
      const rows = await draftsForSheet(db, companyId, state, { offset, limit: AT_ONCE })
      send({ kind: 'lots', lots: rows.map(({ content }) => content) })
      if (rows.length < AT_ONCE) break
    }
    send({ kind: 'write', ...asked })
    return Buffer.from(await promise)
  } finally {
    promise.catch(() => undefined)
    await worker.terminate()
  }
}
