import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeDisk } from '../../../../tests/support/device.ts'
import { plantOldDevice, type OldDatabaseContent } from '../../../../tests/support/old-device.ts'
import { versionsOf, withVersion, type DraftVersion } from '../../drafts/versions.ts'
import type { Device } from '../device.ts'
import { stores } from '../stores.ts'
import { mergePreviousDrafts } from './drafts.ts'

const DAY_MS = 24 * 3_600_000
const OLD_NAMES = ['drafts', 'remembered', 'taken', 'venue-pending', 'venue-receipts', 'venue-states']

let disk: FakeDisk
beforeEach(() => {
  disk = new FakeDisk()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const typed = (tab: string, n: number, name: string, seen = {}): DraftVersion => ({
  revision: { tab, n },
  seen: { ...seen, [tab]: n },
  version: 1,
  at: disk.now,
  value: { name },
})
const drafts = (...rows: OldDatabaseContent['rows']): OldDatabaseContent => ({
  database: 'drafts',
  objects: 'forms',
  rows: [['ended', 1], ...rows],
})
const oldDevice = (): OldDatabaseContent[] => [
  drafts(['buyer1\ncompany', [typed('a', 3, 'Moelven')]], ['\nregister', [typed('b', 1, 'Derome')]]),
  { database: 'venue-pending', objects: 'keys', rows: [[['buyer1', 'sale1', 'key1'], { bidKey: 'key1' }]] },
  { database: 'venue-receipts', objects: 'receipts', rows: [[['buyer1', 'sale1', 17], { keyId: 'k' }]] },
  { database: 'venue-states', objects: 'states', rows: [[['buyer1', 'sale1'], { view: '1 17', at: disk.now }]] },
  {
    database: 'taken',
    objects: 'catalogues',
    rows: [
      ['buyer1\nzh_CN\nsale1\nhead', { at: disk.now, pages: 1 }],
      ['buyer1\nzh_CN\nsale1\nlots 1', [{ contractObjectId: 'lot1' }]],
    ],
  },
  {
    database: 'remembered',
    objects: 'answers',
    rows: Array.from({ length: 120 }, (_, index) => [`buyer1\nzh_CN\n["q",${index}]`, { at: disk.now, data: index }]),
  },
]

async function foundBy(tab: Device): Promise<unknown> {
  const of = (store: (typeof stores)[keyof typeof stores]) => tab.open(store, 'buyer1')
  return {
    draft: await of(stores.drafts).get(['company']),
    visitor: await tab.open(stores.drafts, '').get(['register']),
    bids: await of(stores.bids).entries(['sale1']),
    receipts: await of(stores.receipts).entries(['sale1']),
    room: await of(stores.rooms).get(['sale1']),
    head: await of(stores.downloads).get(['zh_CN', 'sale1', 'head']),
    lots: await of(stores.downloads).get(['zh_CN', 'sale1', 'lots 1']),
    answers: await Promise.all([0, 60, 119].map((index) => of(stores.answers).get(['zh_CN', `["q",${index}]`]))),
  }
}
const everything = () => ({
  draft: [typed('a', 3, 'Moelven')],
  visitor: [typed('b', 1, 'Derome')],
  bids: [{ key: ['sale1', 'key1'], data: { bidKey: 'key1' } }],
  receipts: [{ key: ['sale1', 17], data: { keyId: 'k' } }],
  room: { view: '1 17', at: disk.now },
  head: { at: disk.now, pages: 1 },
  lots: [{ contractObjectId: 'lot1' }],
  answers: [0, 60, 119].map((data) => ({ at: disk.now, data })),
})

describe('a device of the previous version', () => {
  it('is read in full before anything is imported in the background', async () => {
    await plantOldDevice(oldDevice())
    expect(await foundBy(disk.openTab())).toEqual(everything())
  })
  it('is read in full without its old databases, once imported', async () => {
    await plantOldDevice(oldDevice())
    await disk.openTab().sweep(disk.now)
    for (const name of OLD_NAMES) indexedDB.deleteDatabase(name)
    expect(await foundBy(disk.openTab())).toEqual(everything())
  })
  it('that is killed at any step of the import has everything when it is opened again', async () => {
    let transactions = 0
    do {
      transactions += 1
      disk = new FakeDisk()
      await plantOldDevice(oldDevice())
      const killed = disk.openTab({ transactions })
      await foundBy(killed).catch(() => null)
      await killed.sweep(disk.now).catch(() => null)
      expect(await foundBy(disk.openTab()), `killed after ${transactions} steps`).toEqual(everything())
      await disk.openTab().sweep(disk.now)
      for (const name of OLD_NAMES) indexedDB.deleteDatabase(name)
      expect(await foundBy(disk.openTab()), `imported after ${transactions} steps`).toEqual(everything())
    } while (disk.killed)
    expect(transactions).toBeGreaterThan(20)
  })
  it('is imported by several tabs at once, each record once', async () => {
    await plantOldDevice(oldDevice())
    const tabs = [disk.openTab(), disk.openTab(), disk.openTab()]
    await Promise.all(tabs.map((tab) => tab.sweep(disk.now)))
    for (const tab of tabs) expect(await foundBy(tab)).toEqual(everything())
  })
  it('whose disk is full is read where it is, and imported when there is room', async () => {
    await plantOldDevice(oldDevice())
    const tab = disk.openTab()
    disk.failures = Array.from({ length: 60 }, () => new DOMException('full', 'QuotaExceededError'))
    expect(await foundBy(tab)).toEqual(everything())
    disk.failures = []
    await tab.sweep(disk.now)
    for (const name of OLD_NAMES) indexedDB.deleteDatabase(name)
    expect(await foundBy(disk.openTab())).toEqual(everything())
  })
  it('does not create an old database where there was none', async () => {
    const tab = disk.openTab()
    await foundBy(tab)
    await tab.sweep(disk.now)
    expect(await disk.names()).toEqual(['timber-sale-room'])
  })
  it('does not import what had expired', async () => {
    await plantOldDevice(oldDevice())
    const planted = everything()
    disk.now += 31 * DAY_MS
    const tab = disk.openTab()
    await tab.sweep(disk.now)
    const { bids, receipts } = planted
    const nothing = { draft: undefined, visitor: undefined, room: undefined, head: undefined }
    expect(await foundBy(tab)).toMatchObject({ ...nothing, bids, receipts, answers: [undefined, undefined, undefined] })
  })
})

describe('what this version takes off the device', () => {
  it('does not come back from the old databases', async () => {
    await plantOldDevice(oldDevice())
    const tab = disk.openTab()
    await tab.open(stores.bids, 'buyer1').remove(['sale1', 'key1'])
    await tab.open(stores.downloads, 'buyer1').remove(['zh_CN', 'sale1'])
    await tab.open(stores.drafts, 'buyer1').get(['company'])
    await tab.open(stores.drafts, 'buyer1').update(['company'], () => undefined)
    const next = disk.openTab()
    await next.sweep(disk.now)
    expect(await foundBy(next)).toMatchObject({ draft: undefined, bids: [], head: undefined, lots: undefined })
  })
  it('at a sign-out goes from the old databases too, which tell a tab of the previous version', async () => {
    await plantOldDevice(oldDevice())
    await disk.openTab().wipe('buyer1')
    const next = disk.openTab()
    await next.sweep(disk.now)
    expect(await foundBy(next)).toEqual({
      draft: undefined,
      bids: [],
      receipts: [],
      room: undefined,
      head: undefined,
      lots: undefined,
      visitor: [typed('b', 1, 'Derome')],
      answers: [undefined, undefined, undefined],
    })
    expect(await oldRecord('drafts', 'forms', 'ended')).toBe(disk.now)
  })
})

describe('a tab of the previous version that is still open', () => {
  it('adds a draft: the next page of this version has it, beside what was typed here', async () => {
    await plantOldDevice(oldDevice())
    const company = disk.openTab().open(stores.drafts, 'buyer1')
    await company.get(['company'])
    await company.update(['company'], (data) => withVersion(versionsOf(data), typed('new', 1, 'Setra', { a: 3 })))
    await plantOldDevice([drafts(['buyer1\ncompany', [typed('a', 4, 'Moelven AB')]])])
    expect(await disk.openTab().open(stores.drafts, 'buyer1').get(['company'])).toEqual([
      typed('new', 1, 'Setra', { a: 3 }),
      typed('a', 4, 'Moelven AB'),
    ])
  })
  it('leaves an open bid: the next page of this version asks after it', async () => {
    await disk.openTab().sweep(disk.now)
    await plantOldDevice(oldDevice())
    expect(await disk.openTab().open(stores.bids, 'buyer1').entries(['sale1'])).toHaveLength(1)
  })
  it('sends a form: its draft goes here too', async () => {
    await plantOldDevice(oldDevice())
    await disk.openTab().open(stores.drafts, 'buyer1').get(['company'])
    await deleteOld('drafts', 'forms', 'buyer1\ncompany')
    expect(await disk.openTab().open(stores.drafts, 'buyer1').get(['company'])).toBeUndefined()
  })
  it('signs out: the account’s records go here too, and no other account’s', async () => {
    await plantOldDevice([...oldDevice(), drafts(['buyer2\ncompany', [typed('c', 1, 'Setra')]])])
    await disk.openTab().sweep(disk.now)
    disk.now += 1
    for (const { database, objects, rows } of oldDevice())
      for (const [key] of rows)
        if (key[0] === 'buyer1' || String(key).startsWith('buyer1\n')) await deleteOld(database, objects, key)
    await plantOldDevice([{ database: 'drafts', objects: 'forms', rows: [['ended', disk.now]] }])
    const tab = disk.openTab()
    await tab.sweep(disk.now)
    expect(await foundBy(tab)).toMatchObject({ draft: undefined, bids: [], receipts: [], room: undefined })
    expect(await tab.open(stores.drafts, 'buyer2').get(['company'])).toHaveLength(1)
  })
})

describe('the old databases', () => {
  it('go two releases later, once nothing new has come from them for 30 days', async () => {
    await plantOldDevice(oldDevice())
    await disk.openTab({ build: 'build 1' }).sweep(disk.now)
    await disk.openTab({ build: 'build 2' }).sweep(disk.now)
    disk.now += 31 * DAY_MS
    await disk.openTab({ build: 'build 2' }).sweep(disk.now)
    expect(await disk.names()).toEqual([...OLD_NAMES, 'timber-sale-room'].toSorted())
    await disk.openTab({ build: 'build 3' }).sweep(disk.now)
    await vi.waitFor(async () => expect(await disk.names()).toEqual(['timber-sale-room']))
  })
  it('stay while a tab of the previous version still brings drafts', async () => {
    await plantOldDevice(oldDevice())
    for (const build of ['build 1', 'build 2', 'build 3']) await disk.openTab({ build }).sweep(disk.now)
    disk.now += 29 * DAY_MS
    await plantOldDevice([drafts(['buyer1\ncompany', [typed('a', 4, 'Moelven AB')]])])
    await disk.openTab({ build: 'build 3' }).sweep(disk.now)
    disk.now += 2 * DAY_MS
    await disk.openTab({ build: 'build 3' }).sweep(disk.now)
    expect(await disk.names()).toContain('drafts')
  })
})

it('merging drafts of both versions, in whatever order they are typed, imported and sent, loses none and brings none back', () => {
  const step = fc.constantFrom('oldA', 'oldB', 'newA', 'import', 'sendNew', 'sendOld')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let [old, ours]: [readonly DraftVersion[], readonly DraftVersion[]] = [[], []]
      let imported: unknown = {}
      const [expectedOld, expectedOurs, sent] = [
        new Map<string, string>(),
        new Map<string, string>(),
        new Set<string>(),
      ]
      let n = 0
      const bring = (): void => {
        const merged = mergePreviousDrafts(old, ours, imported)
        if (merged) [ours, imported] = [versionsOf(merged.data), merged.imported]
      }
      for (const one of steps) {
        n += 1
        const word = `word${n}`
        switch (one) {
          case 'oldA':
          case 'oldB':
            old = withVersion(old, typed(one, n, word))
            expectedOld.set(one, word)
            break
          case 'newA':
            ours = withVersion(ours, typed(one, n, word))
            expectedOurs.set(one, word)
            break
          case 'import':
            bring()
            break
          case 'sendNew':
            for (const { value } of ours) sent.add(JSON.stringify(value))
            for (const { value } of ours)
              for (const [tab, text] of expectedOld)
                if (JSON.stringify(value) === JSON.stringify({ name: text })) expectedOld.delete(tab)
            expectedOurs.clear()
            ours = []
            break
          case 'sendOld':
            expectedOld.clear()
            old = []
            break
        }
      }
      bring()
      const left = ours.map(({ value }) => JSON.stringify(value))
      for (const text of [...expectedOld.values(), ...expectedOurs.values()])
        expect(left).toContain(JSON.stringify({ name: text }))
      for (const text of left) expect(sent).not.toContain(text)
    }),
    { numRuns: 2000 },
  )
})

const openRaw = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('success', () => resolve(opening.result))
  })

async function deleteOld(database: string, objects: string, key: string | readonly (string | number)[]): Promise<void> {
  const opened = await openRaw(database)
  const transaction = opened.transaction(objects, 'readwrite')
  transaction.objectStore(objects).delete(typeof key === 'string' ? key : [...key])
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  opened.close()
}

async function oldRecord(database: string, objects: string, key: string): Promise<unknown> {
  const opened = await openRaw(database)
  const asked = opened.transaction(objects).objectStore(objects).get(key)
  await new Promise((resolve) => asked.addEventListener('success', resolve))
  opened.close()
  return asked.result
}
