import { peopleOf } from '../../support/exchange/people.ts'
import { GOOD, OPERATOR, test } from './house.ts'
import { setUpAdministrator } from './steps/administrator.ts'
import { importLots, submitAll, writeLot } from './steps/lots.ts'
import { join } from './steps/newcomers.ts'
import { acceptAll, makeSession, publish } from './steps/preparation.ts'

// From an empty server to a published sale, step by step; `walk.spec.ts` goes the whole way by screens alone.

const DAY_MS = 86_400_000

// The timeouts fit the slowest machine: an idle one needs a fifth of them.
test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 60_000 })

test('the first administrator signs in with a second factor @desktop', async ({ newPage, server }) => {
  await setUpAdministrator(await newPage(), { dataDir: server.dataDir, login: 'desk', name: OPERATOR })
})

test('a seller and a buyer register, are certified, and sign @desktop', async ({
  exchange,
  newPage,
  nextGroup,
  store,
  phones,
}) => {
  const desk = await (await exchange('preparing')).page('operator')
  const { mill, joiner } = peopleOf(nextGroup())
  const newcomers = [
    { page: await newPage(), who: mill },
    { page: await newPage(), who: joiner },
  ]
  await join(desk, newcomers, { store, phones })
})

test('the operator makes a schedule and its session @desktop', async ({ exchange }) => {
  const desk = await (await exchange('preparing')).page('operator')
  await makeSession(desk, '春季木材竞价会')
})

test('a seller reads in 200 lots of LibreOffice, adds a photograph, and submits them @desktop', async ({
  exchange,
}) => {
  const { page, sale } = await exchange('preparing')
  const mill = await page('mill')
  await importLots(mill)
  await submitAll(mill, sale.name, GOOD)
})

test('a seller writes one lot by hand, with its photograph, and submits it @desktop', async ({ exchange }) => {
  const { page, sale } = await exchange('preparing')
  const yard = await page('yard')
  await writeLot(yard)
  await submitAll(yard, sale.name, 1)
})

test('the operator accepts all lots of two sellers, sets times and rules, and publishes @desktop', async ({
  exchange,
}) => {
  const { page, sale } = await exchange('submitted')
  const desk = await page('operator')
  await desk.goto(sale.path)
  await acceptAll(desk, sale.lots.length)
  await publish(desk, { host: OPERATOR, startsInMs: DAY_MS, signUpEndsMs: 5_000 })
})
