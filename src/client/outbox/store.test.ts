import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeDisk } from '../../../tests/support/device.ts'
import { fileItem, formItem } from '../../../tests/support/outbox.ts'
import { stores } from '../device/stores.ts'
import { openOutboxStore, type OutboxStore } from './store.ts'

const DAY_MS = 24 * 3_600_000
const NOW = 100 * DAY_MS
const bytes = new Uint8Array([1, 2, 3]).buffer
let disk: FakeDisk
let store: OutboxStore
beforeEach(() => {
  disk = new FakeDisk()
  disk.account = 'newbie'
  store = openOutboxStore(disk.openTab(), 'newbie')
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const idsAfterSweep = async (): Promise<string[]> => {
  await store.sweep(NOW)
  return (await store.all()).map(({ id }) => id).toSorted()
}

describe('a sweep of the device', () => {
  it('removes bytes whose item is gone, and leaves those of every other', async () => {
    await store.addFile(fileItem({ id: 'kept' }), bytes)
    const records = disk.openTab().open(stores.outbox, 'newbie')
    await records.set(['bytes', 'orphan'], bytes)
    expect(await idsAfterSweep()).toEqual(['kept'])
    expect(await records.keys(['bytes'])).toEqual([['bytes', 'kept']])
  })
  it('removes a file that went up 30 days ago and that no form took', async () => {
    await store.add(fileItem({ id: 'old', state: 'up', upAt: NOW - 31 * DAY_MS }))
    await store.add(fileItem({ id: 'young', state: 'up', upAt: NOW - 29 * DAY_MS }))
    expect(await idsAfterSweep()).toEqual(['young'])
  })
  it('leaves what waits, however old, and files of a form that waits', async () => {
    await store.add(fileItem({ id: 'waiting', at: 0 }))
    await store.add(fileItem({ id: 'named', state: 'up', upAt: 0 }))
    await store.add(formItem({ id: 'form', state: 'held', files: [{ field: 'businessLicense', id: 'named' }] }))
    expect(await idsAfterSweep()).toEqual(['form', 'named', 'waiting'])
  })
})

it('a file that another tab cancels while its bytes are written leaves none behind', async () => {
  const records = disk.openTab().open(stores.outbox, 'newbie')
  const adding = store.addFile(fileItem({ id: 'cancelled' }), bytes)
  await vi.waitUntil(async () => (await records.keys(['item'])).length === 1)
  await records.remove(['item', 'cancelled'])
  await adding
  expect(await records.keys(['bytes'])).toEqual([])
})
