import { expect } from '../fixtures.ts'
import { test } from './house.ts'
import { agree, bid, complete, expectWholeNumber, openLots, showReserved } from './steps/room.ts'
import { enter, recordDeposits, signUp } from './steps/signUp.ts'

// A sale from its sign-up to its seal; each test begins with a sale that is as far as it needs.

// The timeouts fit the slowest machine: an idle one needs a fifth of them.
test.describe.configure({ timeout: 400_000 })
test.use({ actionTimeout: 60_000 })

test('buyers sign up, and are admitted as their deposits are recorded @desktop', async ({ exchange }) => {
  const { page, people, sale } = await exchange('published', { lots: 6 })
  const [joiner, floors, desk] = [await page('joiner'), await page('floors'), await page('operator')]
  await Promise.all([joiner, floors].map((buyer) => signUp(buyer, sale.name)))
  await desk.goto(sale.path)
  await recordDeposits(desk, [people.joiner.company, people.floors.company])
})

test('the host opens 194 lots; two bid for one, one stays below the reserve of another @desktop', async ({
  exchange,
}) => {
  const startsInMs = 10_000
  const { page, sale } = await exchange('due', { startsInMs })
  const [joiner, floors, desk] = [await page('joiner'), await page('floors'), await page('operator')]
  await desk.goto(sale.path)
  await openLots(desk, {
    lots: sale.lots.length,
    // Nothing here waits for the round's end.
    seconds: 3_600,
    dueInMs: startsInMs,
    ready: () => Promise.all([joiner, floors].map((buyer) => enter(buyer, sale.name))),
  })
  await expectWholeNumber(desk, sale.lots.length)
  await bid(joiner, floors)
})

test('the round ends below a reserve, its seller agrees, and the host completes the sale @desktop', async ({
  exchange,
}) => {
  const { page, sale, bid: bidByCall } = await exchange('due', { lots: 6 })
  const [joiner, mill, desk] = [await page('joiner'), await page('mill'), await page('operator')]
  await Promise.all([joiner, mill].map((person) => enter(person, sale.name)))
  await showReserved(joiner)
  await desk.goto(sale.path)
  const seconds = 10
  await openLots(desk, { lots: sale.lots.length, seconds })
  // By call, since a slow browser may not bid before a round of seconds ends.
  expect(await bidByCall('joiner', 5, '1830.00')).toBe('accepted')
  await agree(mill, joiner, seconds * 1_000)
  await complete(desk)
})
