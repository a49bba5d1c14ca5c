import { expect, type Page } from '@playwright/test'
import { closeTemporarily, reopen } from '../../src/contract/calls/index.ts'
import { venueOf } from '../support/world.ts'
import { IN_MOTION } from './fixtures.ts'
import { bidButton, press, test } from './openSale.ts'
import { bidding, bids, round, SHORT_SECONDS } from './parts/stages.ts'

// The buyer's cockpit: nothing moves under the thumb, and the price ladder chooses but never bids.

test.describe.configure({ timeout: 180_000 })
test.use({ ...IN_MOTION, world: { bidders: 2, lots: 2, rule: { extensionSeconds: 10 } } })

const LOW = { viewport: { width: 360, height: 640 } }
const is = (page: Page, kind: string, timeout = 30_000) =>
  expect(bidButton(page)).toHaveAttribute('data-kind', kind, { timeout })
const says = (page: Page, text: string | RegExp) => expect(page.locator('[data-status]')).toHaveText(text)

/** Positions of the deck's rows and of the texts above them, and words that overflow their box. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const boxes: Record<string, string> = {}
    const place = (name: string, element: Element | null | undefined): void => {
      const box = element?.getBoundingClientRect()
      boxes[name] = box ? [box.x, box.y, box.width, box.height].map((n) => n.toFixed(1)).join(' ') : 'gone'
    }
    const deck = document.querySelector('[data-deck]')
    place('header', document.querySelector('header'))
    place('lots', document.querySelector('nav'))
    place('price', document.querySelector('[data-price]'))
    place('clock', document.querySelector('[data-clock]'))
    place('deck', deck)
    for (const [nth, row] of [...(deck?.children ?? [])].entries()) place(`deck row ${nth + 1}`, row)
    const bottom = deck?.querySelector('button[data-kind]')?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
    const cut = [...document.querySelectorAll('[data-deck] *, [data-price] *, header *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && one.children.length === 0)
      .filter((one) => getComputedStyle(one).display !== 'inline' && !one.classList.contains('visually-hidden'))
      .filter((one) => one.clientWidth > 1)
      .map((one) => one.textContent)
    const tall = [...document.querySelectorAll('[data-status] p')]
      .filter((one) => one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent)
    return {
      boxes,
      cut: [...cut, ...tall],
      inSight: bottom <= innerHeight,
      sideways: document.documentElement.scrollWidth > innerWidth,
    }
  })

/** From now on every state has its boxes at the same places, whole and in sight. */
async function stillness(page: Page): Promise<(state: string) => Promise<void>> {
  const { boxes } = await measure(page)
  expect(Object.values(boxes)).not.toContain('gone')
  return (state) =>
    expect.soft(measure(page), state).resolves.toEqual({ boxes, cut: [], inSight: true, sideways: false })
}

test(
  'from the first bid to a lost answer, nothing of the deck moves by a pixel',
  { tag: '@phone' },
  async ({ sale }) => {
    const link = await sale.badLink()
    const { page } = await sale.enter(sale.session.bidders[0]!, link, LOW)
    await bidding(sale)
    await is(page, 'canBid')
    const still = await stillness(page)
    await still('can bid')

    await press(page)
    await is(page, 'leading')
    await says(page, /会场已受理/)
    await still('accepted')
    await bids(sale, 2, 1, '1010.00')
    await is(page, 'outbid')
    await says(page, '您的 ¥1,000.00 已被 2 号的 ¥1,010.00 超过。')
    await still('outbid')
    // The answer is lost: the bid is sent, then its verdict is asked for, then known.
    link.blackhole('down')
    await press(page)
    await is(page, 'sending')
    await still('sending')
    link.restore()
    await is(page, 'leading', 60_000)
    await still('leading')
  },
)

test(
  'while the sale is paused and reopens, and the link fails meanwhile, nothing of the deck moves by a pixel',
  { tag: ['@phone', '@walk'] },
  async ({ sale }) => {
    const { server, session, enter, badLink } = sale
    const host = venueOf(server.url, session, session.host)
    const link = await badLink()
    const { page } = await enter(session.bidders[0]!, link, LOW)
    await bidding(sale)
    await is(page, 'canBid')
    const still = await stillness(page)
    await bids(sale, 1, 1, '1000.00')
    await is(page, 'leading')

    await host.accepted(closeTemporarily, { message: '码头停电' })
    await is(page, 'roomClosed')
    await says(page, /码头停电/)
    await still('paused')
    await host.accepted(reopen, {})
    await expect(bidButton(page)).toContainText('重新开放')
    await still('reopening')

    // During the announcement the link falls silent, fails, and comes back.
    link.blackhole()
    await is(page, 'linkLost')
    await still('reconnecting')
    await expect(page.getByText('连接失败,请联系客服')).toBeVisible({ timeout: 40_000 })
    await still('failed')
    link.restore()
    await is(page, 'leading', 60_000)
    await still('back')
  },
)

test(
  'from a lot that was bought to the next one, nothing of the deck moves by a pixel',
  { tag: ['@phone', '@walk'] },
  async ({ sale }) => {
    const { page } = await sale.enter(sale.session.bidders[0]!, undefined, LOW)
    await expect(page.getByText('您的竞买号是 1')).toBeVisible()
    await bidding(sale, SHORT_SECONDS, [1])
    await bids(sale, 1, 1, '1000.00')
    await is(page, 'leading')
    const still = await stillness(page)
    await still('leading')
    await is(page, 'notOpen')
    await expect(async () => round(sale, [2])).toPass()

    await is(page, 'next')
    await says(page, /您已购得/)
    await still('bought')
    await bidButton(page).click()
    await is(page, 'canBid')
    await expect(page.getByRole('article', { name: /2/ })).toBeVisible()
    await still('the next lot')
  },
)

test('the ladder chooses by thumb, mouse and keys, and only the button bids', { tag: '@phone' }, async ({ sale }) => {
  const { page, context } = await sale.enter(sale.session.bidders[0]!)
  await bidding(sale)
  await is(page, 'canBid')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('bidOrCounteroffer')) sent.push(request.url())
  })
  const ladder = page.getByRole('slider', { name: '价格标尺：您要出的价格' })
  const box = (await ladder.boundingBox())!
  const [y, at] = [box.y + box.height / 2, (share: number) => box.x + box.width * share]
  const label = (price: string) => expect(bidButton(page)).toHaveText(`出价 ¥${price}.00/m³`)
  await label('1,000')

  // Dragging from the ladder onto the button and letting go there chooses a price but sends none.
  const thumb = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, height: number) =>
    thumb.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: height }] })
  await touch('touchStart', at(0.1), y)
  for (const share of [0.2, 0.3, 0.4, 0.5]) await touch('touchMove', at(share), y)
  await label('1,100')
  const button = (await bidButton(page).boundingBox())!
  await touch('touchMove', at(0.5), button.y + button.height / 2)
  await touch('touchEnd', at(0.5), button.y + button.height / 2)
  await label('1,100')
  expect(sent).toEqual([])
  await page.touchscreen.tap(at(0.25), y)
  await label('1,050')

  await page.mouse.move(at(0.25), y)
  await page.mouse.down()
  await page.mouse.move(at(0.75), y, { steps: 5 })
  await label('1,150')
  await page.mouse.move(at(0.6), button.y + button.height / 2, { steps: 5 })
  await page.mouse.up()
  await label('1,120')

  await ladder.focus()
  for (const key of ['ArrowLeft', 'PageUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await label('1,220')
  await page.keyboard.press('Home')
  await label('1,000')
  // The ladder as screen readers see it: a slider with bounds, a value in words, and the leader.
  await expect(ladder).toHaveAttribute('aria-valuemin', '1000')
  await expect(ladder).toHaveAttribute('aria-valuenow', '1000')
  await expect(ladder).toHaveAttribute('aria-valuetext', /^¥1,000.00，总额 ¥[\d,.]+，当前最低价$/)

  // A rival's bid raises the lowest price during a drag; the chosen price stays as long as it is valid.
  await page.keyboard.press('PageUp')
  await bids(sale, 2, 1, '1010.00')
  await label('1,100')
  await expect(ladder).toHaveAccessibleDescription('2 号以 ¥1,010.00 领先。')
  expect(sent).toEqual([])
  await press(page)
  await is(page, 'leading')
  expect(sent).toHaveLength(1)
  await expect(ladder).toHaveAttribute('aria-disabled', 'true')
})
