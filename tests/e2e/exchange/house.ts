import type { Page } from '@playwright/test'
import { instant } from '../../../src/domain/units.ts'
import { Person } from '../../support/client.ts'
import { GOOD, lotsOfSheet } from '../../support/exchange/lots.ts'
import { addCertified, addOperator, idOf, peopleOf, tokenOf } from '../../support/exchange/people.ts'
import type { Part, People } from '../../support/exchange/people.ts'
import { addExchangeSale } from '../../support/exchange/sale.ts'
import type { ExchangeSale, Stage } from '../../support/exchange/sale.ts'
import { startSmsServer, type SmsServer } from '../../support/http/sms-server.ts'
import { startServer } from '../../support/server.ts'
import { DESK } from '../openSale.ts'
import { test as base } from '../fixtures.ts'

/** Name of the operator, who hosts the sales. */
export const OPERATOR = '王主管'
export { GOOD }

/** People and a sale of a test's own, beside those of other tests on the same server. */
export interface Exchange {
  readonly people: People
  readonly sale: ExchangeSale
  /** A page of a person who is signed in. */
  readonly page: (who: Part | 'operator') => Promise<Page>
  /** A buyer's bid for a lot without a browser; the verdict. */
  readonly bid: (who: Part, position: number, price: string) => Promise<string>
}

interface Server {
  /** Takes the short messages. */
  readonly phones: SmsServer
  /** Another number at each call, for people whom this server does not know yet. */
  readonly nextGroup: () => number
}

interface Options {
  readonly lots?: number
  readonly startsInMs?: number
}

interface Fixtures {
  /** A page in a browser context of its own, of a visitor who is not signed in. */
  readonly newPage: () => Promise<Page>
  readonly exchange: (stage: Stage, options?: Options) => Promise<Exchange>
}

/** A server without the demo world, at a host name: passkeys do not work with IP addresses. */
export const test = base.extend<Fixtures, Server>({
  phones: [
    async ({}, use) => {
      const phones = await startSmsServer()
      await use(phones)
      await phones.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ phones }, use) => {
      const server = await startServer({ env: { DEMO: '0', SMS_URL: phones.url } })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  nextGroup: [
    async ({}, use) => {
      let group = 0
      await use(() => (group += 1))
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url.replace('127.0.0.1', 'localhost')),
  newPage: async ({ browser }, use) => {
    const pages: Page[] = []
    await use(async () => {
      const context = await browser.newContext(DESK)
      const page = await context.newPage()
      pages.push(page)
      return page
    })
    for (const page of pages) await page.context().close()
  },
  exchange: async ({ store, server, baseURL, newPage, nextGroup }, use) => {
    await use(async (stage, { lots = GOOD + 1, startsInMs } = {}) => {
      const group = nextGroup()
      const now = instant(Date.now())
      const people = peopleOf(group)
      const operator = `operator${group}`
      await addCertified(store, people, now)
      await addOperator(store, operator, OPERATOR, now)
      const sheet = await lotsOfSheet(store)
      const content = Array.from({ length: lots }, (_, place) => sheet[place] ?? sheet[0]!)
      const name = `第 ${group} 场春季木材竞价会`
      const sale = await addExchangeSale(store, { name, stage, people, operator, lots: content, now, startsInMs })
      return {
        people,
        sale,
        page: async (who) => {
          const account = who === 'operator' ? operator : idOf(people[who])
          return signedIn(await newPage(), baseURL ?? '', account, await tokenOf(store, account, now))
        },
        bid: async (who, position, price) => {
          const person = new Person(server.url, await tokenOf(store, idOf(people[who]), now))
          const room = await person.enter(sale.id)
          return (await room.bid(sale.lots[position - 1] ?? '', price)).verdict
        },
      }
    })
  },
})

async function signedIn(page: Page, url: string, account: string, token: string): Promise<Page> {
  const context = page.context()
  await context.addCookies([{ name: 'Seller-Token', value: token, url }])
  const record = JSON.stringify({ account, endsAt: Date.now() + 3_600_000 })
  await context.addInitScript((value) => {
    if (localStorage.getItem('session') === null) localStorage.setItem('session', value)
  }, record)
  return page
}
