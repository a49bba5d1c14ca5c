import { test } from './house.ts'
import { concludeContract, makeContract } from './steps/contracts.ts'
import { offerOn } from './steps/deals.ts'
import { expectResults } from './steps/results.ts'

// After the seal of a sale.

// The timeouts fit the slowest machine: an idle one needs a fifth of them.
test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 60_000 })

test('a deal is cancelled, and the next bidder takes the lot @desktop', async ({ exchange }) => {
  const { page, people, sale } = await exchange('sealed', { lots: 6 })
  const [desk, floors] = [await page('operator'), await page('floors')]
  await floors.goto('/user/order')
  await offerOn(desk, floors, { company: people.floors.company, sale: sale.path })
})

test('contracts are made, signed and verified, and the results open in a spreadsheet with the same figures @desktop', async ({
  exchange,
}) => {
  const { page, people, sale } = await exchange('resold', { lots: 6 })
  const [desk, mill] = [await page('operator'), await page('mill')]
  const numbers: string[] = []
  for (const who of ['joiner', 'floors'] as const) numbers.push(await makeContract(await page(who), people[who].name))
  for (const number of numbers) await concludeContract(mill, desk, number, people.mill.name)
  await expectResults(desk, sale.path, {
    lots: sale.lots.length,
    sold: [
      { position: 2, amount: 36_375.94, company: people.floors.company },
      { position: 5, amount: 37_515, company: people.joiner.company },
    ],
  })
})
