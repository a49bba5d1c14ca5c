import { randomUUID } from 'node:crypto'
import { bidOrCounteroffer, lotAdjust, voidBid } from '../../../src/contract/calls/index.ts'
import type { venueOf } from '../../support/world.ts'
import { expect } from '../fixtures.ts'
import { bidButton, DESK, press, test } from '../openSale.ts'
import { bidding } from '../parts/stages.ts'
import { rowsOf } from './rows.ts'
import { header, inBoth, lot, onLot, refusedIn, threeScreens } from './venue-screens.ts'
import { SAID } from './venue-words.ts'

// Bids in the room, and a seller's adjustments before them (spec §5, §6, §8), in both languages.

const phases = rowsOf('venuePhases')
const bids = rowsOf('venueBids')

test.use({ world: { bidders: 2, lots: 4, rule: { extensionSeconds: 5, negotiationMinutes: 30 } } })
test.describe.configure({ timeout: 180_000 })

test('a seller adjusts a lot before the bidding', { tag: '@desktop' }, async ({ sale }) => {
  const { session, enter } = sale
  const { buyers } = await threeScreens(sale)
  const { page: seller } = await enter(session.seller, undefined, DESK, 'en')
  await test.step(bids('delivery'), () =>
    inBoth(sale, seller, async (locale) => {
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
        sale,
        session.seller,
        (venue) => venue.answer(lotAdjust, { body: { ...onLot(sale, 4), startPrice, deliveryDate: '2031-01-31' } }),
        'band',
      )
  })
  await test.step(bids('adjusts'), async () => {
    await seller.getByLabel(SAID.zh.day).fill('2031-01-31')
    await seller.getByRole('slider').fill('105000')
    await seller.getByRole('button', { name: SAID.zh.adjust }).click()
    for (const [page, locale] of buyers) await expect(lot(page, locale, 4)).toContainText('¥1,050.00')
  })
})

test('a bid leads, and what it excludes is refused in words', { tag: '@desktop' }, async ({ sale }) => {
  const { session } = sale
  const { host, anna, ben, buyers, everywhere } = await threeScreens(sale)
  await bidding(sale)
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
  const bid = (venue: ReturnType<typeof venueOf>, no: number, price: string) =>
    venue.answer(bidOrCounteroffer, {
      body: {
        ...onLot(sale, no),
        type: '1',
        price,
        bidKey: randomUUID(),
        notAfter: new Date(Date.now() + 10_000).toISOString(),
      },
    })
  await test.step(bids('highest'), () =>
    refusedIn(sale, session.bidders[0]!, (venue) => bid(venue, 1, '1010.00'), 'highest'),
  )
  await test.step(bids('bidAlready'), () =>
    refusedIn(
      sale,
      session.seller,
      (venue) =>
        venue.answer(lotAdjust, { body: { ...onLot(sale, 1), startPrice: '1000.00', deliveryDate: '2031-01-31' } }),
      'alreadyBid',
    ),
  )
  await test.step(bids('noBids'), () =>
    refusedIn(
      sale,
      session.host,
      (venue) => venue.answer(voidBid, { body: { ...onLot(sale, 2), seq: 1, reason: '误' } }),
      'noBids',
    ),
  )
  await test.step(bids('count'), async () => {
    await expect(host.getByRole('button', { name: /^1 .*¥1,000\.00 #1.* 1 / })).toBeVisible()
  })
})
