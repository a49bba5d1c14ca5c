import { filesOf } from '../../../client/calls/files.ts'
import { isTransport } from '../../../client/calls/index.ts'
import type { Client } from '../../../client/client.ts'
import { keptFilesOf } from '../../../client/downloads/kept-files.ts'

export interface Wanted {
  /** Below the API’s base. */
  readonly path: string
  /** Of the file that is saved. */
  readonly name: string
  /** Tells contents apart: a kept file of this stamp needs no network. Null: the server is always asked first. */
  readonly stamp?: string | null
  /** Not for files of other companies. */
  readonly keep?: boolean
}
interface Got {
  readonly blob: Blob
  /** When the device got it, where the server could not be asked. */
  readonly from: number | null
}

export async function isKept(client: Client, { path, stamp = null }: Pick<Wanted, 'path' | 'stamp'>): Promise<boolean> {
  const kept = await keptFilesOf(client)
    .read(path)
    .catch(() => undefined)
  return kept !== undefined && kept.stamp === stamp
}

/** The file: from the device where it is the same, else from the server; without a network what the device has. */
export async function download(client: Client, { path, stamp = null, keep = true }: Wanted): Promise<Got> {
  const files = keptFilesOf(client)
  const kept = keep ? await files.read(path).catch(() => undefined) : undefined
  if (kept && stamp !== null && kept.stamp === stamp) return { blob: kept.blob, from: null }
  try {
    const blob = await filesOf(client).fetchFile(path)
    // A device that is full hands it over all the same.
    if (keep) await files.keep(path, stamp, blob).catch(() => undefined)
    return { blob, from: null }
  } catch (error) {
    if (kept && isTransport(error)) return { blob: kept.blob, from: kept.at }
    throw error
  }
}
