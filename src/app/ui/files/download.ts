import { filesOf } from '../../../client/calls/files.ts'
import { isTransport } from '../../../client/calls/index.ts'
import type { Client } from '../../../client/client.ts'
import { keptFilesOf } from '../../../client/downloads/kept-files.ts'

export interface Wanted {
  /** Path below the API’s base. */
  readonly path: string
  /** Name of the saved file. */
  readonly name: string
  /** Identifies the content: a stored file with this stamp needs no network. Null: the server is always asked first. */
  readonly stamp?: string | null
  /** False for files of other companies: they are not stored. */
  readonly keep?: boolean
}
interface Got {
  readonly blob: Blob
  /** Time of the stored copy, when the server could not be reached; else null. */
  readonly from: number | null
}

export async function isKept(client: Client, { path, stamp = null }: Pick<Wanted, 'path' | 'stamp'>): Promise<boolean> {
  const kept = await keptFilesOf(client)
    .read(path)
    .catch(() => undefined)
  return kept !== undefined && kept.stamp === stamp
}

/** Reads the file from the device if the stamp is the same, else from the server; offline the stored copy will do. */
export async function download(client: Client, { path, stamp = null, keep = true }: Wanted): Promise<Got> {
  const files = keptFilesOf(client)
  const kept = keep ? await files.read(path).catch(() => undefined) : undefined
  if (kept && stamp !== null && kept.stamp === stamp) return { blob: kept.blob, from: null }
  try {
    const blob = await filesOf(client).fetchFile(path)
    // On a full device the file is handed over without being stored.
    if (keep) await files.keep(path, stamp, blob).catch(() => undefined)
    return { blob, from: null }
  } catch (error) {
    if (kept && isTransport(error)) return { blob: kept.blob, from: kept.at }
    throw error
  }
}
