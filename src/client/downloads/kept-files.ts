import type { Client } from '../client.ts'
import { deviceOf, stores, within, type DeviceStore } from '../device/index.ts'

/** A file that was downloaded, as the device has it. */
export interface KeptFile {
  readonly at: number
  /** The stamp of its content: another stamp is another content. Null where only the server can tell. */
  readonly stamp: string | null
  readonly blob: Blob
}

/** A database that hangs must not hold up a page that has a network. */
const PATIENCE_MS = 400

export interface KeptFiles {
  readonly read: (path: string) => Promise<KeptFile | undefined>
  /** Also a device without space hands the file over: then it is not kept. */
  readonly keep: (path: string, stamp: string | null, blob: Blob) => Promise<void>
}

/** Apart for each account; erased when it signs out. */
export const keptFilesOf = (client: Client): KeptFiles => client.part(createKeptFiles)

function createKeptFiles(client: Client): KeptFiles {
  const { ports, session } = client
  const files = (): DeviceStore => deviceOf(client).open(stores.files, session.account() ?? '')
  return {
    read: async (path) => fileOf(await within(PATIENCE_MS, files().get([path]), undefined)),
    // As bytes: browsers have lost the content of blobs that they kept.
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
