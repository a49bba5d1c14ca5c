import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { bidOrCounteroffer, lotAdjust, offerAccept, voidBid } from '../../../src/contract/calls/index.ts'
import type { Locale } from '../../../src/contract/constants.ts'
import { venueOf } from '../../support/world.ts'
import { expect } from '../fixtures.ts'
import { bidButton, DESK, press, test } from '../openSale.ts'
import { rowsOf } from './rows.ts'

// A sale in its room from preparation to its end (spec §4 to §6, §8): one buyer reads Chinese, the other English; host
// and seller read both.

const phases = rowsOf('venuePhases')
const bids = rowsOf('venueBids')
const calls = rowsOf('calls')

test.use({ world: { bidders: 2, lots: 4, rule: { extensionSeconds: 5, negotiationMinutes: 30 } } })
test.describe.configure({ timeout: 300_000 })

const SAID = {
  zh: {
    time: '北京时间',
    stages: { preparation: '准备', bidding: '竞价', negotiation: '洽谈', finish: '结束' },
    lots: '标的',
    all: '全部标的',
    open: '竞价中',
    start: '开始竞价',
    seconds: '竞价时长（秒）',
    openLots: (many: number) => `开放 ${many} 个标的`,
    none: '全不选',
    every: '全选',
    chosen: '请先选择标的',
    cancel: '取消',
    people: '人员',
    person: {
      number: '1 号',
      name: '李雷女士',
      type: '账号类型买方',
      source: '来源电脑',
      online: '在线时长',
      login: '登录时间',
    },
    adjustStage: '调整阶段',
    minutes: '从现在起（分钟）',
    setTime: '确定时间',
    between: /1.*99/,
    adjust: '提交调整',
    day: '交货日期',
    dayNeeded: '请选择交货日期',
    box: '向会场发言',
    send: '发送',
    empty: '请先输入发言内容',
    muted: '您已被主持人禁言',
    leader: '1 号领先',
    round: '第 2 轮',
    bought: '您购得',
    sold: '已成交',
    highest: '您的出价已是最高价',
    alreadyBid: '该标的已有出价',
    noBids: '该标的暂无出价',
    noOffers: '暂无还价',
    band: /价格须在 .*900\.00 至 .*1,100\.00 之间/,
  },
  en: {
    time: 'Beijing time',
    stages: { preparation: 'Preparation', bidding: 'Bidding', negotiation: 'Negotiation', finish: 'Finish' },
    lots: 'Lots',
    all: 'All lots',
    open: 'Open',
    start: 'Start the bidding',
    seconds: 'Bidding time in seconds',
    openLots: (many: number) => `Open ${many} lots`,
    none: 'Choose none',
    every: 'Choose all',
    chosen: 'A lot must be chosen first',
    cancel: 'Cancel',
    people: 'People',
    person: {
      number: 'Number 1',
      name: 'Mrs.',
      type: 'Account typeBuyer',
      source: 'SourceComputer',
      online: 'Online time',
      login: 'Login time',
    },
    adjustStage: 'Adjust the stage',
    minutes: 'Minutes from now',
    setTime: 'Set the time',
    between: /1.*99/,
    adjust: 'Adjust the lot',
    day: 'Delivery date',
    dayNeeded: 'Please choose a delivery date',
    box: 'Message to the room',
    send: 'Send',
    empty: 'Please type a message first',
    muted: 'The host has muted you',
    leader: 'Number 1 leads',
    round: 'Round 2',
    bought: 'You bought',
    sold: 'Sold',
    highest: 'Your bid is the highest already',
    alreadyBid: 'The lot has a bid already',
    noBids: 'There are no bids on this lot',
    noOffers: 'There are no counter-offers',
    band: /The price must lie between .*900\.00 and .*1,100\.00/,
  },
} as const
const LOCALES = ['en', 'zh'] as const

const dialog = (page: Page): Locator => page.getByRole('dialog')
const header = (page: Page): Locator => page.locator('header').first()
const lot = (page: Page, locale: Locale, no: number): Locator =>
  page
    .getByRole('navigation', { name: SAID[locale].lots })
    .getByRole('button', { name: new RegExp(`^((标的|Lot)\\s*)?${no}(?![-\\d])`) })
const cookieOf = async (page: Page, name: string): Promise<string | undefined> =>
  (await page.context().cookies()).find((one) => one.name === name)?.value

test('a sale from preparation to its end', { tag: '@desktop' }, async ({ sale }) => {
  const { server, session, enter } = sale
  const { page: host, context: hostContext } = await enter(session.host, undefined, DESK)
  const { page: anna } = await enter(session.bidders[0]!, undefined, DESK, 'zh')
  const { page: ben } = await enter(session.bidders[1]!, undefined, DESK, 'en')
  const { page: seller } = await enter(session.seller, undefined, DESK, 'en')
  const buyers = [
    [anna, 'zh'],
    [ben, 'en'],
  ] as const
  /** Loads the room anew in each language; the last one is Chinese. */
  const inBoth = async (page: Page, check: (locale: Locale) => Promise<void>): Promise<void> => {
    for (const locale of LOCALES) {
      await page.goto(`${server.url}/venue/detail?scheduleTimelineId=${session.id}&lang=${locale}`)
      await expect(header(page)).toContainText(SAID[locale].time)
      await check(locale)
    }
  }
  const everywhere = async (stage: keyof (typeof SAID)['zh']['stages']): Promise<void> => {
    for (const [page, locale] of buyers) await expect(header(page)).toContainText(SAID[locale].stages[stage])
    await expect(header(host)).toContainText(SAID.zh.stages[stage])
    await expect.poll(() => cookieOf(anna, 'stageType')).toBe(stage)
  }
  const of = (at: number) => ({ scheduleTimelineId: session.id, contractObjectId: session.lots[at]!.id })
  /** The room's words for a refused act, in both languages. */
  const refusedIn = async (
    member: Parameters<typeof venueOf>[2],
    ask: (venue: ReturnType<typeof venueOf>) => Promise<{ readonly msg: string }>,
    key: 'highest' | 'alreadyBid' | 'noBids' | 'noOffers' | 'band',
  ): Promise<void> => {
    for (const locale of LOCALES) {
      const venue = venueOf(server.url, session, member, locale)
      expect((await ask(venue)).msg).toEqual(
        typeof SAID[locale][key] === 'string'
          ? expect.stringContaining(SAID[locale][key])
          : expect.stringMatching(SAID[locale][key]),
      )
    }
  }

  await test.step(phases('preparation'), async () => {
    await everywhere('preparation')
    expect(await cookieOf(anna, 'venueStatus')).toBe('3')
  })
  await test.step(phases('lotInfo'), async () => {
    for (const [page, locale] of buyers) {
      for (const name of [SAID[locale].all, SAID[locale].open])
        await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
      await expect(lot(page, locale, 1)).toContainText('¥1,000.00')
    }
  })
  await test.step(bids('message'), async () => {
    for (const [page, locale] of buyers) {
      await page.getByRole('button', { name: SAID[locale].send, exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: SAID[locale].empty })).toBeVisible()
    }
  })
  await test.step(bids('box'), async () => {
    await anna.getByRole('textbox', { name: SAID.zh.box }).fill('大家好')
    await anna.getByRole('button', { name: SAID.zh.send, exact: true }).click()
    await expect(ben.getByText('大家好')).toBeVisible()
    await expect(anna.getByRole('textbox', { name: SAID.zh.box })).toHaveValue('')
  })

  await test.step(bids('delivery'), () =>
    inBoth(seller, async (locale) => {
      await lot(seller, locale, 4).click()
      await seller.getByLabel(SAID[locale].day).fill('')
      await seller.getByRole('button', { name: SAID[locale].adjust }).click()
      await expect(seller.getByText(SAID[locale].dayNeeded)).toBeVisible()
    }),
  )
  await test.step(bids('tenPercent'), async () => {
    const slider = seller.getByRole('slider')
    await expect(slider).toHaveAttribute('min', '90000')
    await expect(slider).toHaveAttribute('max', '110000')
    for (const startPrice of ['1100.01', '899.99'])
      await refusedIn(
        session.seller,
        (venue) => venue.answer(lotAdjust, { body: { ...of(3), startPrice, deliveryDate: '2031-01-31' } }),
        'band',
      )
  })
  await test.step(bids('adjusts'), async () => {
    await seller.getByLabel(SAID.zh.day).fill('2031-01-31')
    await seller.getByRole('slider').fill('105000')
    await seller.getByRole('button', { name: SAID.zh.adjust }).click()
    for (const [page, locale] of buyers) await expect(lot(page, locale, 4)).toContainText('¥1,050.00')
  })

  await test.step(bids('people'), () =>
    inBoth(host, async (locale) => {
      const { number, ...facts } = SAID[locale].person
      await host.getByRole('tab', { name: SAID[locale].people }).click()
      const person = host.getByRole('listitem').filter({ hasText: new RegExp(`^\\s*${number}`) })
      // Company, phone and link beside the facts that carry words.
      for (const fact of [...Object.values(facts), '+8613800000000', /江南木业|Jiangnan/, /毫秒|ms|在线|Online/])
        await expect(person.first()).toContainText(fact)
    }),
  )
  await test.step(bids('management'), async () => {
    await expect(host.getByRole('button', { name: SAID.zh.start })).toBeVisible()
    for (const [page, locale] of buyers) {
      await expect(page.getByRole('button', { name: SAID[locale].start })).toHaveCount(0)
      await expect(page.getByRole('tab', { name: SAID[locale].people })).toHaveCount(0)
    }
  })
  await test.step(bids('gag'), async () => {
    const person = host
      .getByRole('listitem')
      .filter({ hasText: /^\s*1 号/ })
      .first()
    await person.getByRole('button', { name: /禁言/ }).click()
    await expect(anna.getByText(SAID.zh.muted)).toBeVisible()
    await expect(ben.getByRole('textbox', { name: SAID.en.box })).toBeVisible()
    await person.getByRole('button', { name: /允许发言/ }).click()
    await expect(anna.getByRole('textbox', { name: SAID.zh.box })).toBeVisible()
  })

  await test.step(phases('startTime'), () =>
    inBoth(host, async (locale) => {
      await host.getByRole('button', { name: SAID[locale].start }).click()
      const seconds = dialog(host).getByLabel(SAID[locale].seconds)
      for (const wrong of ['', '0']) {
        await seconds.fill(wrong)
        await dialog(host)
          .getByRole('button', { name: SAID[locale].openLots(4) })
          .click()
        await expect(seconds).toHaveAttribute('aria-invalid', 'true')
        await expect(seconds).toHaveAccessibleDescription(/\S/)
      }
      await expect(dialog(host)).toBeVisible()
    }),
  )
  await test.step(phases('chosen'), () =>
    inBoth(host, async (locale) => {
      await host.getByRole('button', { name: SAID[locale].start }).click()
      await dialog(host).getByRole('button', { name: SAID[locale].none }).click()
      await dialog(host)
        .getByRole('button', { name: SAID[locale].openLots(0) })
        .click()
      await expect(dialog(host).getByRole('alert').filter({ hasText: SAID[locale].chosen })).toBeVisible()
    }),
  )
  await test.step(phases('start'), async () => {
    await dialog(host).getByRole('button', { name: SAID.zh.every }).click()
    await dialog(host).getByLabel(SAID.zh.seconds).fill('40')
    await dialog(host)
      .getByRole('button', { name: SAID.zh.openLots(4) })
      .click()
    await expect(dialog(host)).toBeHidden()
    for (const [page] of buyers) await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')
  })
  await test.step(bids('bid'), async () => {
    await press(anna)
    await expect(bidButton(anna)).toHaveAttribute('data-kind', 'leading')
  })
  await test.step(bids('leading'), async () => {
    await expect(ben.getByText(SAID.en.leader).first()).toBeVisible()
    await expect(lot(ben, 'en', 1)).toContainText('¥1,000.00')
  })
  await test.step(phases('bidding'), () => everywhere('bidding'))
  await test.step(phases('header'), async () => {
    for (const [page, locale] of buyers) {
      await expect(header(page)).toContainText(new RegExp(`\\d\\d:\\d\\d:\\d\\d\\s*${SAID[locale].time}`))
      await expect(header(page)).toContainText(SAID[locale].stages.bidding)
      await expect(header(page)).toContainText(/\d\d:\d\d(?!:)/)
    }
  })
  const bid = (venue: ReturnType<typeof venueOf>, at: number, price: string) =>
    venue.answer(bidOrCounteroffer, {
      body: {
        ...of(at),
        type: '1',
        price,
        bidKey: randomUUID(),
        notAfter: new Date(Date.now() + 10_000).toISOString(),
      },
    })
  await test.step(bids('highest'), () => refusedIn(session.bidders[0]!, (venue) => bid(venue, 0, '1010.00'), 'highest'))
  await test.step(bids('bidAlready'), () =>
    refusedIn(
      session.seller,
      (venue) => venue.answer(lotAdjust, { body: { ...of(0), startPrice: '1000.00', deliveryDate: '2031-01-31' } }),
      'alreadyBid',
    ),
  )
  await test.step(bids('noBids'), () =>
    refusedIn(session.host, (venue) => venue.answer(voidBid, { body: { ...of(1), seq: 1, reason: '误' } }), 'noBids'),
  )
  await test.step(bids('count'), async () => {
    await expect(host.getByRole('button', { name: /^1 .*¥1,000\.00 #1.* 1 / })).toBeVisible()
  })

  await test.step(phases('deals'), async () => {
    await expect(lot(anna, 'zh', 1)).toContainText('已购得', { timeout: 90_000 })
    await expect(lot(ben, 'en', 1)).toContainText(SAID.en.sold)
    await expect(bidButton(anna)).toContainText('您已购得')
  })
  await test.step(phases('round'), async () => {
    await host.getByRole('button', { name: '追加轮次' }).click()
    await dialog(host).getByLabel(SAID.zh.seconds).fill('1')
    await dialog(host)
      .getByRole('button', { name: SAID.zh.openLots(3) })
      .click()
    for (const [page, locale] of buyers) await expect(header(page)).toContainText(SAID[locale].round)
  })
  await test.step(phases('negotiation'), async () => {
    await host.getByRole('button', { name: SAID.zh.adjustStage }).click()
    const on = dialog(host).getByRole('button', { name: '进入洽谈' })
    await expect(on).not.toHaveAttribute('aria-disabled', 'true', { timeout: 30_000 })
    await on.click()
    await host.getByRole('dialog', { name: '进入洽谈阶段？' }).getByRole('button', { name: '进入洽谈' }).click()
    await everywhere('negotiation')
  })
  await test.step(bids('noOffers'), () =>
    refusedIn(
      session.seller,
      (venue) =>
        venue.answer(offerAccept, {
          body: { scheduleTimelineId: session.id, offerId: 'none', revision: 1, bidKey: randomUUID() },
        }),
      'noOffers',
    ),
  )
  await test.step(bids('counter'), async () => {
    await lot(ben, 'en', 2).click()
    await ben.getByRole('button', { name: 'Make an offer' }).click()
    await dialog(ben).getByLabel('Price per unit').fill('900')
    await dialog(ben).getByRole('button', { name: 'Send the offer' }).click()
    await expect(ben.getByRole('region', { name: /Offers on lot 2/ })).toContainText('¥900.00')
    await lot(seller, 'zh', 2).click()
    await expect(seller.getByText('¥900.00').first()).toBeVisible()
  })
  await test.step(phases('adjustTime'), () =>
    inBoth(host, async (locale) => {
      await host.getByRole('button', { name: SAID[locale].adjustStage }).click()
      const minutes = dialog(host).getByLabel(SAID[locale].minutes)
      for (const wrong of ['0', '100', '']) {
        await minutes.fill(wrong)
        await dialog(host).getByRole('button', { name: SAID[locale].setTime }).click()
        await expect(minutes).toHaveAttribute('aria-invalid', 'true')
        if (wrong !== '') await expect(dialog(host).getByText(SAID[locale].between).first()).toBeVisible()
      }
    }),
  )
  await test.step(phases('adjust'), async () => {
    await dialog(host).getByLabel(SAID.zh.minutes).fill('99')
    await dialog(host).getByRole('button', { name: SAID.zh.setTime }).click()
    await expect(dialog(host)).toBeHidden()
    for (const [page] of buyers) await expect(header(page)).toContainText(/1:3\d:|98:|99:/)
  })
  await test.step(phases('completed'), async () => {
    await host.getByRole('button', { name: SAID.zh.adjustStage }).click()
    await dialog(host).getByRole('button', { name: '结束洽谈' }).click()
    await host.getByRole('dialog', { name: '结束洽谈阶段？' }).getByRole('button', { name: '结束洽谈' }).click()
    await host.getByRole('button', { name: '完成本场' }).click()
    const asked = host.waitForRequest('**/prod-api/auction/biddingVenueContractInfo/accomplish')
    await dialog(host).getByRole('button', { name: '完成本场' }).click()
    await test.step(calls('accomplish'), async () => {
      const request = await asked
      expect(request.method()).toBe('POST')
      expect(await (await request.response())?.json()).toMatchObject({ code: 200, data: { verdict: 'accepted' } })
    })
    await expect(host.getByText('本场已完成').first()).toBeVisible()
    await expect(anna.getByRole('heading', { name: SAID.zh.bought })).toBeVisible()
  })
  await test.step(phases('finish'), () => everywhere('finish'))
  await test.step(phases('cookies'), async () => {
    for (const { name, value } of await hostContext.cookies()) if (name === 'identity') expect(value).toBe('3')
    await expect.poll(() => cookieOf(anna, 'venueStatus')).toBe('5')
  })
})
