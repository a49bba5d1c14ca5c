import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeDisk } from '../../../tests/support/device.ts'
import { plantOldDevice } from '../../../tests/support/old-device.ts'
import { stores } from './stores.ts'
import { SignedOut, storageTrouble } from './trouble.ts'

const DAY_MS = 24 * 3_600_000
let disk: FakeDisk
beforeEach(() => {
  disk = new FakeDisk()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('names each store once: two of one name would share their records', () => {
  const names = Object.values(stores).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe('a record', () => {
  it('is found by another tab, under its own account alone', async () => {
    await disk.openTab().open(stores.drafts, 'buyer1').set(['company'], 'typed')
    const tab = disk.openTab()
    expect(await tab.open(stores.drafts, 'buyer1').get(['company'])).toBe('typed')
    expect(await tab.open(stores.drafts, 'buyer2').get(['company'])).toBeUndefined()
    expect(await tab.open(stores.answers, 'buyer1').get(['company'])).toBeUndefined()
  })
  it('is listed below the beginning of its key', async () => {
    const bids = disk.openTab().open(stores.bids, 'buyer1')
    await bids.set(['sale1', 'a'], 1)
    await bids.set(['sale1', 'b'], 2)
    await bids.set(['sale10', 'c'], 3)
    expect(await bids.entries(['sale1'])).toEqual([
      { key: ['sale1', 'a'], data: 1 },
      { key: ['sale1', 'b'], data: 2 },
    ])
    await bids.remove(['sale1'])
    expect(await bids.entries([])).toEqual([{ key: ['sale10', 'c'], data: 3 }])
  })
  it('is changed by two tabs one after the other, and by a change that throws not at all', async () => {
    const [first, second] = [disk.openTab(), disk.openTab()].map((tab) => tab.open(stores.drafts, 'buyer1'))
    const more = (data: unknown): unknown => (data === undefined ? 'once' : 'twice')
    await Promise.all([first?.update(['company'], more), second?.update(['company'], more)])
    expect(await first?.get(['company'])).toBe('twice')
    const failing = first?.update(['company'], () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await second?.get(['company'])).toBe('twice')
    await second?.update(['company'], () => undefined)
    expect(await first?.get(['company'])).toBeUndefined()
  })
  it('ends after its days, and a sweep takes it off the disk', async () => {
    const tab = disk.openTab()
    const [rooms, drafts] = [tab.open(stores.rooms, 'buyer1'), tab.open(stores.drafts, 'buyer1')]
    for (let sale = 0; sale < 120; sale += 1) await rooms.set([`sale${sale}`], 'state')
    await drafts.set(['company'], 'typed')
    disk.now += 7 * DAY_MS
    expect(await rooms.get(['sale7'])).toBeUndefined()
    expect(await rooms.entries([])).toEqual([])
    await tab.sweep(disk.now)
    disk.now -= DAY_MS
    expect(await rooms.entries([])).toEqual([])
    expect(await drafts.get(['company'])).toBe('typed')
  })
})

describe('a sign-out', () => {
  it('erases the account in all stores, and no other', async () => {
    const tab = disk.openTab()
    for (const account of ['buyer1', 'buyer10'])
      for (const store of Object.values(stores)) await tab.open(store, account).set(['key'], account)
    await tab.wipe('buyer1')
    for (const store of Object.values(stores)) {
      expect(await tab.open(store, 'buyer1').get(['key'])).toBeUndefined()
      expect(await tab.open(store, 'buyer10').get(['key'])).toBe('buyer10')
    }
  })
  it('refuses what a tab writes later that slept through it, until the account is back', async () => {
    const asleep = disk.openTab().open(stores.drafts, 'buyer1')
    disk.now += 1
    disk.account = null
    await disk.openTab().wipe('buyer1')
    await expect(asleep.set(['company'], 'typed')).rejects.toThrow(SignedOut)
    expect(await asleep.get(['company'])).toBeUndefined()
    disk.account = 'buyer1'
    await asleep.set(['company'], 'typed')
    expect(await asleep.get(['company'])).toBe('typed')
  })
})

describe('a full disk', () => {
  const full = (): Error => new DOMException('full', 'QuotaExceededError')
  it('first gives up what has expired', async () => {
    const tab = disk.openTab()
    const [rooms, drafts] = [tab.open(stores.rooms, 'buyer1'), tab.open(stores.drafts, 'buyer1')]
    await rooms.set(['sale1'], 'state')
    disk.now += 8 * DAY_MS
    disk.failures = [full()]
    await drafts.set(['company'], 'typed')
    expect(await drafts.get(['company'])).toBe('typed')
    disk.now -= 8 * DAY_MS
    expect(await rooms.get(['sale1'])).toBeUndefined()
  })
  it('is told, and what is there stays', async () => {
    const drafts = disk.openTab().open(stores.drafts, 'buyer1')
    await drafts.set(['company'], 'before')
    const failure = full()
    disk.failures = [failure, full(), full()]
    // The first failure hits the write, the second the sweep that makes room, and so on.
    const outcome = await drafts.set(['company'], 'after').catch((error: unknown) => error)
    expect(storageTrouble(outcome)).toBe('full')
    disk.failures = []
    expect(await drafts.get(['company'])).toBe('before')
  })
})

describe('a browser', () => {
  it('without IndexedDB rejects, and does not throw', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const drafts = disk.openTab().open(stores.drafts, 'buyer1')
    await expect(drafts.get(['company'])).rejects.toThrow()
    const outcome = await drafts.set(['company'], 'typed').catch((error: unknown) => error)
    expect(storageTrouble(outcome)).toBe('off')
  })
  it('whose old database hangs reads the new one after a moment', async () => {
    await plantOldDevice([{ database: 'drafts', objects: 'forms', rows: [] }])
    // An open connection delays the deletion, and that delays any further opening.
    const holding = await openRaw('drafts')
    const deletion = indexedDB.deleteDatabase('drafts')
    const deleted = new Promise((resolve) => deletion.addEventListener('success', resolve))
    const drafts = disk.openTab().open(stores.drafts, 'buyer1')
    await drafts.set(['company'], 'typed')
    expect(await drafts.get(['company'])).toBe('typed')
    holding.close()
    await deleted
  })
})

const openRaw = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
  })
