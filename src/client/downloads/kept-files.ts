import type { Client } from '../client.ts'
import { deviceOf, stores, within, type DeviceStore } from '../device/index.ts'

/** A downloaded file on the device. */
export interface KeptFile {
  readonly at: number
  /** The stamp of its content, which changes with the content. Null if only the server can tell. */
  readonly stamp: string | null
  readonly blob: Blob
}

/** A page with a network waits no longer than this for the device's database. */
const PATIENCE_MS = 400

export interface KeptFiles {
  readonly read: (path: string) => Promise<KeptFile | undefined>
  /** Rejects on a full device; the caller then uses the file without storing it. */
  readonly keep: (path: string, stamp: string | null, blob: Blob) => Promise<void>
}

/** Files are separate for each account, and erased when it signs out. */
export const keptFilesOf = (client: Client): KeptFiles => client.part(createKeptFiles)

function createKeptFiles(client: Client): KeptFiles {
  const { ports, session } = client
  const files = (): DeviceStore => deviceOf(client).open(stores.files, session.account() ?? '')
  return {
    read: async (path) => fileOf(await within(PATIENCE_MS, files().get([path]), undefined)),
    // Stored as bytes, because browsers have lost the content of stored blobs.
    keep: async (path, stamp, blob) =>
      files().set([path], { at: ports.clock.now(), stamp, type: blob.type, bytes: await blob.arrayBuffer() }),
  }
}

function fileOf(kept: unknown): KeptFile | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { at, stamp, type, bytes }: Partial<Record<'at' | 'stamp' | 'type' | 'bytes', unknown>> = kept
  if (typeof at !== 'number' || typeof type !== 'string' || !(bytes instanceof ArrayBuffer)) return undefined
  return { at, stamp: typeof stamp === 'string' ? stamp : null, blob: new Blob([bytes], { type }) }
}
