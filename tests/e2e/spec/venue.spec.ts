import { randomUUID } from 'node:crypto'
import { offerAccept } from '../../../src/contract/calls/index.ts'
import { expect } from '../fixtures.ts'
import { bidButton, DESK, test } from '../openSale.ts'
import { bidding, bids as placeBid, dealByOffer, LONG_SECONDS, negotiation, SHORT_SECONDS } from '../parts/stages.ts'
import { rowsOf } from './rows.ts'
import { cookieOf, dialog, header, inBoth, lot, refusedIn, threeScreens } from './venue-screens.ts'
import { SAID } from './venue-words.ts'

// A sale in its room from preparation to its end (spec §4 to §6, §8): one buyer reads Chinese, the other English; host
// and seller read both. Bids and a seller's adjustments: venue-bids.spec.ts.

const phases = rowsOf('venuePhases')
const bids = rowsOf('venueBids')
const calls = rowsOf('calls')

test.use({ world: { bidders: 2, lots: 4, rule: { extensionSeconds: 5, negotiationMinutes: 30 } } })
test.describe.configure({ timeout: 180_000 })

test('in preparation all are in the room, and the host sees and mutes them', { tag: '@desktop' }, async ({ sale }) => {
  const { host, anna, ben, buyers, everywhere } = await threeScreens(sale)
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
      await expect(page.locator('[id$=-missing]').filter({ hasText: SAID[locale].empty })).toBeVisible()
    }
  })
  await test.step(bids('box'), async () => {
    await anna.getByRole('textbox', { name: SAID.zh.box }).fill('大家好')
    await anna.getByRole('button', { name: SAID.zh.send, exact: true }).click()
    await expect(ben.getByText('大家好')).toBeVisible()
    await expect(anna.getByRole('textbox', { name: SAID.zh.box })).toHaveValue('')
  })
  await test.step(bids('people'), () =>
    inBoth(sale, host, async (locale) => {
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
})

test('the host starts the bidding', { tag: '@desktop' }, async ({ sale }) => {
  const { host, buyers } = await threeScreens(sale)
  await test.step(phases('startTime'), () =>
    inBoth(sale, host, async (locale) => {
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
    inBoth(sale, host, async (locale) => {
      await host.getByRole('button', { name: SAID[locale].start }).click()
      await dialog(host).getByRole('button', { name: SAID[locale].none }).click()
      await dialog(host)
        .getByRole('button', { name: SAID[locale].openLots(0) })
        .click()
      await expect(dialog(host).getByText(SAID[locale].chosen).first()).toBeVisible()
    }),
  )
  await test.step(phases('start'), async () => {
    await dialog(host).getByRole('button', { name: SAID.zh.every }).click()
    await dialog(host).getByLabel(SAID.zh.seconds).fill(String(LONG_SECONDS))
    await dialog(host)
      .getByRole('button', { name: SAID.zh.openLots(4) })
      .click()
    await expect(dialog(host)).toBeHidden()
    for (const [page] of buyers) await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')
  })
})

test('a lot is sold, a round is added, and the negotiation begins', { tag: '@desktop' }, async ({ sale }) => {
  const { host, anna, ben, buyers, everywhere } = await threeScreens(sale)
  await expect(lot(anna, 'zh', 1)).toBeVisible()
  await bidding(sale, SHORT_SECONDS)
  await placeBid(sale, 1, 1, '1000.00')
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
    await inBoth(sale, host, (locale) => expect(header(host)).toContainText(SAID[locale].round))
  })
  await test.step(phases('negotiation'), async () => {
    await host.getByRole('button', { name: SAID.zh.adjustStage }).click()
    const on = dialog(host).getByRole('button', { name: '进入洽谈' })
    await expect(on).not.toHaveAttribute('aria-disabled', 'true', { timeout: 30_000 })
    await on.click()
    await host.getByRole('dialog', { name: '进入洽谈阶段？' }).getByRole('button', { name: '进入洽谈' }).click()
    await everywhere('negotiation')
  })
})

test('the negotiation is given time, ends, and the sale is completed', { tag: '@desktop' }, async ({ sale }) => {
  const { session, enter } = sale
  await negotiation(sale)
  const { host, hostContext, anna, ben, buyers, everywhere } = await threeScreens(sale)
  const { page: seller } = await enter(session.seller, undefined, DESK)
  await test.step(bids('noOffers'), () =>
    refusedIn(
      sale,
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
  await dealByOffer(sale, 1, 1, '1000.00')
  await test.step(phases('adjustTime'), () =>
    inBoth(sale, host, async (locale) => {
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
