import type { Page } from '@playwright/test'
import { logout } from '../../src/contract/calls/auth.ts'
import { Api } from '../support/client.ts'
import type { Deployments } from '../support/deployments.ts'
import type { TestServer } from '../support/server.ts'
import { codeKept, kept, test } from './deployed.ts'
import { expect, signInByForm } from './fixtures.ts'
import { steer } from './parts/access.ts'
import { answersKept, keptHere } from './parts/stored.ts'

// Public answers are cached once for the device: read by a visitor or an account, they are available offline to the
// next account, and no account sees another's data.

/** The page, its visible text, and the cache name of its answer. */
const PUBLIC = [
  ['/index', '西非热带材专场竞价会', '["schedules"]'],
  ['/rules', '最高限价与断线委托', '["document","rules"]'],
  ['/rules/list', '怎样出价', '["documents","help"]'],
  ['/news?type=0', '看懂含水率：验货前的三个问题', '["news",0,1,20]'],
  ['/news/detail?id=moisture', '测的是哪里？', '["news","moisture"]'],
  ['/home/list', '西非热带材专场竞价会', '["schedules","page",1,20]'],
  ['/home/list?list=pending', '西非热带材专场竞价会', '["board","pending",1,20]'],
] as const
const PRIVATE = '/user/sign'
const ACCOUNTS = {
  one: { login: 'buyer1', name: '沈国强' },
  other: { login: 'buyer2', name: '梁志恒' },
} as const
type Who = keyof typeof ACCOUNTS

type Step = 'visitAsVisitor' | 'visit' | 'signOut' | 'signInOne' | 'signInOther'
const STEPS: readonly Step[] = ['visitAsVisitor', 'signInOne', 'visit', 'signOut', 'signInOther']

/** The reader after a step; undefined where the step is impossible. */
function after(who: Who | null, step: Step): Who | null | undefined {
  switch (step) {
    case 'visitAsVisitor':
      return who === null ? null : undefined
    case 'visit':
      return who ?? undefined
    case 'signOut':
      return who === null ? undefined : null
    case 'signInOne':
      return who === null ? 'one' : undefined
    case 'signInOther':
      return who === null ? 'other' : undefined
  }
}

/** Every possible order of all steps. */
function orders(left: readonly Step[] = STEPS, who: Who | null = null): Step[][] {
  if (left.length === 0) return [[]]
  return left.flatMap((step) => {
    const next = after(who, step)
    if (next === undefined) return []
    return orders(
      left.filter((one) => one !== step),
      next,
    ).map((rest) => [step, ...rest])
  })
}

/** Each pair of steps that follow one another, at once or later. */
const pairs = (order: readonly Step[]): string[] =>
  order.flatMap((step, index) => order.slice(index + 1).map((next) => `${step}, ${next}`))

/** The fewest orders, chosen greedily, that contain every pair of steps that occurs in any order. */
function coveringOrders(): Step[][] {
  const left = new Set(orders().flatMap(pairs))
  const taken: Step[][] = []
  while (left.size > 0) {
    const news = (order: readonly Step[]): number => pairs(order).filter((pair) => left.has(pair)).length
    const best = orders().reduce((one, other) => (news(other) > news(one) ? other : one))
    for (const pair of pairs(best)) left.delete(pair)
    taken.push(best)
  }
  return taken
}

/** The first of them runs in `npm test`, the others in `npm run prove -- walks`. */
const ORDERS = coveringOrders()

const main = (page: Page) => page.getByRole('main')

/** Turns prefetching off: only pages that were read are available offline. */
const savingData = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('layout-setting', JSON.stringify({ saveData: true })))

test.describe.configure({ timeout: 480_000 })
test.skip(({ isMobile }) => isMobile, 'what is kept is the same on a phone')

test('there are eight orders', () => expect(orders()).toHaveLength(8))

class Visit {
  readonly page: Page
  readonly house: Deployments
  readonly server: TestServer
  who: Who | null = null
  constructor(page: Page, house: Deployments, server: TestServer) {
    this.page = page
    this.house = house
    this.server = server
  }

  /** Opens the first pages by loading them, the others by the app's own links. */
  async open(path: string): Promise<void> {
    const { page, house } = this
    await (path === '/index' || path === '/rules' ? page.goto(house.url + path) : steer(page, path))
  }

  async read(): Promise<void> {
    const { page } = this
    for (const [path, seen] of PUBLIC) {
      await this.open(path)
      await expect(main(page).getByText(seen).first(), path).toBeVisible()
      if (path === '/index') await kept(page)
    }
    const names = PUBLIC.map(([, , name]) => name)
    await expect
      .poll(async () => (await answersKept(page)).map(({ name }) => name), { timeout: 60_000 })
      .toEqual(expect.arrayContaining(names))
    if (this.who === null) return
    await this.open(PRIVATE)
    await expect(
      main(page)
        .getByText(/您的竞买号是/)
        .first(),
    ).toBeVisible()
    await expect
      .poll(async () => (await answersKept(page)).map(({ name }) => name))
      .toContain('["schedules","signUps",1,20]')
    await kept(page)
  }

  async signIn(who: Who): Promise<void> {
    await this.page.goto(`${this.house.url}/login?redirect=%2Fprivacy`)
    await signInByForm(this.page, ACCOUNTS[who].login)
    await expect(this.page).toHaveURL(/\/privacy$/)
    this.who = who
  }

  async signOut(): Promise<void> {
    const { page } = this
    // A page that has just been reached closes the dialogs opened on the way.
    await expect(async () => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: ACCOUNTS[this.who ?? 'one'].name })
        .click({ timeout: 2_000 })
      await page.getByRole('button', { name: '退出', exact: true }).click({ timeout: 2_000 })
    }).toPass()
    await expect(page).toHaveURL(/\/login$/)
    this.who = null
  }

  /** The server ends the session without a sign-out, and another account signs in on this device. */
  async beEnded(): Promise<void> {
    const { page, server, house } = this
    const token = (await page.context().cookies()).find(({ name }) => name === 'Seller-Token')?.value ?? ''
    await new Api(server.url, token).call(logout, {})
    await page.goto(house.url + PRIVATE)
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    this.who = null
  }

  /** Offline: every page read shows its age, and no data of another account. */
  async expectReadable(): Promise<void> {
    const { page, house } = this
    await house.away()
    for (const [path, seen] of PUBLIC) {
      await this.open(path)
      await expect(main(page).getByText(seen).first(), path).toBeVisible()
      await expect(
        main(page)
          .getByText(/数据截至/)
          .first(),
        path,
      ).toBeVisible()
      this.expectNothingOfOthers(await page.locator('body').innerText())
    }
    await this.expectNothingOnDevice()
    await house.back()
  }

  expectNothingOfOthers(text: string): void {
    for (const [who, { login, name }] of Object.entries(ACCOUNTS)) {
      if (who === this.who) continue
      expect(text).not.toContain(login)
      expect(text).not.toContain(name)
    }
  }

  /** A participation in a sale is cached for its account alone. */
  async expectNothingOnDevice(): Promise<void> {
    for (const { owner, value } of await answersKept(this.page))
      if (owner === '') expect(value).not.toMatch(/"mine"|biddingNumber|"watched"/)
  }

  async take(step: Step): Promise<void> {
    switch (step) {
      case 'visitAsVisitor':
      case 'visit':
        return this.read()
      case 'signOut':
        await this.signOut()
        // Neither on the screen nor anywhere on the device.
        this.expectNothingOfOthers(await keptHere(this.page))
        return this.expectNothingOnDevice()
      case 'signInOne':
        return this.signIn('one')
      case 'signInOther':
        return this.signIn('other')
    }
  }
}

for (const [nth, order] of ORDERS.entries()) {
  test(
    `${order.join(', ')}: without a network all that was read is there`,
    { tag: nth === 0 ? [] : '@walk' },
    async ({ page, house, server }) => {
      await savingData(page)
      const visit = new Visit(page, house, server)
      let read = false
      for (const step of order) {
        await test.step(step, () => visit.take(step))
        read ||= step.startsWith('visit')
        if (read && (!step.startsWith('visit') || step === order.at(-1)))
          await test.step(`no network after ${step}`, () => visit.expectReadable())
      }
    },
  )
}

test('a session that the server ended leaves what everyone may read, and shows nothing of its account to the next', async ({
  page,
  house,
  server,
}) => {
  await savingData(page)
  const visit = new Visit(page, house, server)
  await visit.signIn('one')
  await visit.read()
  await visit.beEnded()
  await visit.expectReadable()
  await visit.signIn('other')
  await visit.expectReadable()
  await house.away()
  await page.goto(house.url + PRIVATE)
  await expect(main(page).getByText(/还没有读取过/)).toBeVisible({ timeout: 20_000 })
  await expect(main(page)).not.toContainText('您的竞买号是')
})

test(
  'after the first visit to the home page rules, help, news and lists come by themselves; for who saves data they do not',
  { tag: '@walk' },
  async ({ page, house, browser }) => {
    await page.goto(`${house.url}/index`)
    const names = async () => (await answersKept(page)).map(({ name }) => name)
    await expect
      .poll(names, { timeout: 60_000 })
      .toEqual(
        expect.arrayContaining([
          ...PUBLIC.map(([, , name]) => name).filter((name) => name !== '["news","moisture"]'),
          '["document","help-bidding"]',
        ]),
      )
    await kept(page)
    await codeKept(page)
    await house.away()
    for (const [path, seen] of PUBLIC.filter(([path]) => !path.startsWith('/news/detail'))) {
      await page.goto(house.url + path)
      await expect(main(page).getByText(seen).first(), path).toBeVisible()
      await expect(
        main(page)
          .getByText(/数据截至/)
          .first(),
        path,
      ).toBeVisible()
    }
    await page.goto(`${house.url}/rules?name=help-bidding`)
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('怎样出价')
    await page.goto(`${house.url}/news?type=0`)
    await main(page).getByRole('listitem').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/news\/detail/)
    await expect(
      main(page)
        .getByText(/数据截至/)
        .first(),
    ).toBeVisible()
    await expect(main(page).getByRole('alert')).toHaveCount(0)
    await house.back()

    const saver = await browser.newContext({ serviceWorkers: 'allow', locale: 'zh-CN' })
    const other = await saver.newPage()
    await savingData(other)
    const asked: string[] = []
    other.on('request', (request) => {
      if (/auction\/document/.test(request.url())) asked.push(request.url())
    })
    await other.clock.install()
    await other.goto(`${house.url}/index`)
    await kept(other)
    await other.clock.fastForward(60_000)
    await expect(main(other).getByText('西非热带材专场竞价会').first()).toBeVisible()
    expect(asked).toEqual([])
    await saver.close()
  },
)
