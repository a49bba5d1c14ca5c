import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { start } from '../../src/contract/calls/venue.ts'
import { plantOldDevice, type OldDatabaseContent } from '../support/old-device.ts'
import type { TestServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import { makeWorld, venueOf, type WorldSession } from '../support/world.ts'
import { cutLink, expect, test as base } from './fixtures.ts'

interface House {
  readonly server: TestServer
  readonly session: WorldSession
}
const test = base.extend<{ house: House }>({
  house: async ({ bare: { server, store } }, use) => {
    const [session] = await makeWorld(store, { prefix: `${randomUUID()}-`, bidders: 2, lots: 2 })
    await use({ server, session: session! })
  },
})
test.describe.configure({ timeout: 180_000 })
test.skip(({ isMobile }) => !isMobile, 'what is kept is the same at a desk')

/** Every record of the registry's database, by raw IndexedDB code. */
const recordsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ readonly key: (string | number)[]; readonly data: unknown }[]>((resolve, reject) => {
        const opening = indexedDB.open('timber-sale-room')
        opening.onerror = () => reject(new Error('no database'))
        opening.onsuccess = () => {
          const store = opening.result.transaction('kept').objectStore('kept')
          const [keys, values] = [store.getAllKeys(), store.getAll()]
          store.transaction.oncomplete = () => {
            opening.result.close()
            resolve(
              keys.result.flatMap((key, index) => {
                const value: unknown = values.result[index]
                const data: unknown = typeof value === 'object' && value !== null && 'data' in value ? value.data : null
                return Array.isArray(key)
                  ? [{ key: key.filter((part) => typeof part === 'string' || typeof part === 'number'), data }]
                  : []
              }),
            )
          }
        }
      }),
  )

/** Name and place of each store in the previous version. */
const OLD = {
  drafts: { database: 'drafts', objects: 'forms', joined: true },
  bids: { database: 'venue-pending', objects: 'keys', joined: false },
  receipts: { database: 'venue-receipts', objects: 'receipts', joined: false },
  rooms: { database: 'venue-states', objects: 'states', joined: false },
  downloads: { database: 'taken', objects: 'catalogues', joined: true },
  answers: { database: 'remembered', objects: 'answers', joined: true },
} as const

const asOld = (records: Awaited<ReturnType<typeof recordsOf>>): OldDatabaseContent[] =>
  Object.entries(OLD).map(([name, { database, objects, joined }]) => ({
    database,
    objects,
    rows: records
      .filter(({ key }) => key[1] === name)
      .map(({ key: [account = '', , ...rest], data }) => [
        joined ? [account, ...rest].join('\n') : [account, ...rest],
        data,
      ]),
  }))

/**
 * A bidder's phone with data of the previous version: a half-typed form, a receipt, a bid without an answer, the last
 * state of the room, a downloaded catalogue, cached rules.
 */
async function oldPhone({ server, session }: House, context: BrowserContext, page: Page): Promise<void> {
  // Written at sign-in: it makes the seat in the room the account's.
  const record = JSON.stringify({ account: session.bidders[0]!.account, endsAt: Date.now() + 3_600_000 })
  await context.addInitScript((value) => localStorage.setItem('session', value), record)
  await page.reload()
  await page.locator('[data-kind=canBid]:not([data-fresh=unseen])').click()
  await expect(page.locator('[data-kind=leading]')).toBeVisible()
  const missing = async (...stores: readonly string[]) => {
    const names = (await recordsOf(page)).map(({ key }) => key[1])
    return stores.filter((name) => !names.includes(name))
  }
  await expect.poll(() => missing('receipts', 'rooms')).toEqual([])
  await page.goto(`${server.url}/target/list?scheduleTimelineId=${session.id}`)
  const panel = page.getByRole('region', { name: '随身带走这份目录' })
  await panel.getByRole('button', { name: '随身带走' }).click()
  await expect(panel.getByText(/已存到本设备/)).toBeVisible({ timeout: 60_000 })
  await page.goto(`${server.url}/rules`)
  await expect(page.getByRole('heading', { name: '最高限价与断线委托' })).toBeVisible()
  await page.goto(`${server.url}/complete`)
  await page.getByLabel(/职务/).fill('采购经理甲')
  await expect.poll(() => missing('drafts', 'downloads', 'answers')).toEqual([])
  const records = await recordsOf(page)
  await page.close()

  const planter = await context.newPage()
  await planter.goto(`${server.url}/healthz`)
  await planter.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('timber-sale-room')
        deleting.onsuccess = () => resolve()
        deleting.onblocked = () => reject(new Error('a page still has it open'))
      }),
  )
  const account = String(records.find(({ key }) => key[1] === 'receipts')?.key[0])
  const sentAt = Date.now() - 60_000
  const bid = {
    bidKey: randomUUID(),
    kind: 'bid',
    lot: session.lots[1]!.id,
    price: 100_000,
    sentAt,
    notAfter: sentAt + 10_000,
  }
  await planter.evaluate(
    plantOldDevice,
    asOld([...records, { key: [account, 'bids', session.id, bid.bidKey], data: bid }]),
  )
  const names = (await planter.evaluate(() => indexedDB.databases())).map(({ name }) => name)
  expect(new Set(names)).toEqual(new Set(Object.values(OLD).map(({ database }) => database)))
  await planter.close()
}

async function begin({ server, session }: House): Promise<void> {
  const host = venueOf(server.url, session, session.host)
  await host.accepted(start, { biddingSeconds: 1800 })
}

/** In the order in which a person needs the data. */
async function expectEverything({ server, session }: House, page: Page): Promise<void> {
  await page.goto(`${server.url}/complete`)
  await expect(page.getByLabel(/职务/)).toHaveValue('采购经理甲')
  await expect(page.getByText(/已恢复您/)).toBeVisible()

  await page.goto(`${server.url}/venue/detail?scheduleTimelineId=${session.id}`)
  await page
    .getByRole('navigation', { name: '标的' })
    .getByRole('button', { name: /^(标的\s*)?2\b/ })
    .click()
  await expect(page.locator('[data-deck]').getByText(/未到达会场，不计入/)).toBeVisible()
  await page.getByRole('button', { name: /回执/ }).click()
  await expect(page.getByText('签名有效')).toHaveCount(1)

  await cutLink(page)
  await page.goto(`${server.url}/target/list?scheduleTimelineId=${session.id}`)
  await expect(page.getByText('共 2 条')).toBeVisible()
  await page.goto(`${server.url}/rules`)
  await expect(page.getByRole('heading', { name: '最高限价与断线委托' })).toBeVisible()
}

test('a device of the version before opens this one and has all of it', async ({ house, browser, contextOptions }) => {
  await begin(house)
  const { server, session } = house
  const { page: before, context } = await visit(browser, {
    url: server.url,
    session,
    member: session.bidders[0]!,
    options: contextOptions,
  })
  await oldPhone(house, context, before)

  // The last state of the room, before any other page can have imported it.
  const away = await context.newPage()
  await cutLink(away)
  await away.routeWebSocket(/\/live/, (socket) => socket.close())
  await away.goto(`${server.url}/venue/detail?scheduleTimelineId=${session.id}`)
  await expect(away.getByText(/价格截至 \d\d:\d\d:\d\d，非实时/)).toBeVisible()
  await away.close()

  await expectEverything(house, await context.newPage())
  await context.close()
})

test(
  'a device that is killed at each step of the move has all of it the next time',
  { tag: '@walk' },
  async ({ house, browser, contextOptions }) => {
    await begin(house)
    const { server, session } = house
    const { page: before, context } = await visit(browser, {
      url: server.url,
      session,
      member: session.bidders[0]!,
      options: contextOptions,
    })
    await oldPhone(house, context, before)

    for (const path of ['/complete', `/venue/detail?scheduleTimelineId=${session.id}`])
      for (let steps = 0; steps < 6; steps += 1) {
        const page = await context.newPage()
        // For the disk this equals a killed process: the running transaction is not committed, and no further one begins.
        await page.addInitScript((last) => {
          let left = last
          // Called with its own database below.
          // oxlint-disable-next-line typescript/unbound-method
          const { transaction } = IDBDatabase.prototype
          IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
            if (left < 0) throw new DOMException('killed', 'InvalidStateError')
            const begun = transaction.apply(this, given)
            if (given[1] === 'readwrite') left -= 1
            if (left < 0) queueMicrotask(() => begun.abort())
            return begun
          }
        }, steps)
        await page.goto(server.url + path)
        await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
        await page.close()
      }
    await expectEverything(house, await context.newPage())
    await context.close()
  },
)
