import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { nodeClient } from '../../../../tests/support/client.tsx'
import { download, isKept } from './download.ts'

let link: 'up' | 'down'
let asked = 0
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  link = 'up'
  asked = 0
})
const clientOf = (account: string) =>
  nodeClient({
    jar: { 'Seller-Token': `seller-${account}` },
    device: {
      databases: () => globalThis.indexedDB,
      caches: () => {
        throw new Error('no cache')
      },
      channel: () => null,
    },
    fetch: () => {
      asked += 1
      return link === 'up'
        ? Promise.resolve(new Response(`file ${asked}`, { headers: { 'content-type': 'application/pdf' } }))
        : Promise.reject(new TypeError('no link'))
    },
  })
const PDF = { path: '/auction/contract/c/pdf', name: 'c.pdf' }

test('a file that was downloaded opens without a network, and the same one without asking again', async () => {
  const client = clientOf('a')
  expect(await isKept(client, { ...PDF, stamp: 'v1' })).toBe(false)
  await download(client, { ...PDF, stamp: 'v1' })
  link = 'down'
  const again = await download(client, { ...PDF, stamp: 'v1' })
  expect([await again.blob.text(), again.blob.type, again.from, asked]).toEqual(['file 1', 'application/pdf', null, 1])
  expect(await isKept(client, { ...PDF, stamp: 'v1' })).toBe(true)
})

test('another version is asked for; without a network the old one comes with its age', async () => {
  const client = clientOf('a')
  await download(client, { ...PDF, stamp: 'v1' })
  expect(await (await download(client, { ...PDF, stamp: 'v2' })).blob.text()).toBe('file 2')
  link = 'down'
  const old = await download(client, { ...PDF, stamp: 'v3' })
  expect(await old.blob.text()).toBe('file 2')
  expect(old.from).not.toBeNull()
})

test('what is not to be kept is not on the device, and without a network it does not come', async () => {
  const client = clientOf('a')
  await download(client, { ...PDF, keep: false })
  link = 'down'
  await expect(download(client, PDF)).rejects.toMatchObject({ name: 'NetworkError' })
})
