import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { bucketAddress } from '../../src/server/files/address.ts'
import type { Config } from '../../src/server/config.ts'

const [HOST, BUCKET] = ['127.0.0.1', 'uploads']
/** The only account of the test server. */
const KEY = 'S3RVER'

/** An object store (S3 protocol) that checks signatures and keeps its objects in a temporary folder. */
export interface ObjectStore {
  /** Settings that name a folder of its bucket. */
  env(folder: string): {
    readonly FILES_URL: string
    readonly FILES_ACCESS_KEY: string
    readonly FILES_SECRET_KEY: string
  }
  bucket(folder: string): NonNullable<Config['bucket']>
  /** Ends it, open connections included; its objects stay. */
  stop(): Promise<void>
  /** Starts it anew at the same address. */
  start(): Promise<void>
  close(): Promise<void>
}

export async function startObjectStore(): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'objects-'))
  let server: S3rver | null = null
  let port = 0
  async function start(): Promise<void> {
    server = new S3rver({ address: HOST, port, directory, silent: true, configureBuckets: [{ name: BUCKET }] })
    port = (await server.run()).port
  }
  async function stop(): Promise<void> {
    const closed = server?.close()
    server?.httpServer.closeAllConnections()
    await closed
    server = null
  }
  const addressOf = (folder: string) => `s3://${BUCKET}/${folder}?endpoint=http://${HOST}:${port}&region=eu-north-1`
  await start()
  return {
    env: (folder) => ({ FILES_URL: addressOf(folder), FILES_ACCESS_KEY: KEY, FILES_SECRET_KEY: KEY }),
    bucket(folder) {
      const address = bucketAddress(addressOf(folder))
      if (!address) throw new Error('not an address of a bucket')
      return { ...address, accessKey: KEY, secretKey: KEY }
    },
    stop,
    start,
    async close() {
      if (server) await stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
