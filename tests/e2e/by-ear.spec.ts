import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { certificationApprove, certificationList, depositRecord } from '../../src/contract/calls/index.ts'
import type { Locale } from '../../src/contract/constants.ts'
import { LINK_DEAD_MS } from '../../src/contract/constants.ts'
import { SCREENS } from '../../src/contract/screens.ts'
import { dayOf } from '../../src/domain/trade/money.ts'
import { instant, minor } from '../../src/domain/units.ts'
import { account as accounts, schedule, timeline } from '../../src/server/store/schema.ts'
import type { Store } from '../../src/server/store/open.ts'
import { openLink, type Link } from '../link/link.ts'
import { Api } from '../support/client.ts'
import { creditCodeFor } from '../support/credit-code.ts'
import { addOperator, tokenOf } from '../support/exchange/people.ts'
import { REGISTRANT_PASSWORD as PASSWORD, someone } from '../support/person.ts'
import { photographOf } from '../support/photograph.ts'
import { until } from '../support/until.ts'
import { makeWorld, venueOf, type WorldSession } from '../support/world.ts'
import { OPERATOR, test } from './exchange/house.ts'
import { expect } from './fixtures.ts'
import { priceStands, type OpenSale } from './openSale.ts'
import { Ear } from './parts/byEar.ts'
import { bidding, bids } from './parts/stages.ts'
import { textsIn, type Texts } from './parts/texts.ts'

// "Heard, not only seen", 3: from registration to a won lot by keyboard and accessibility tree alone, in both languages,
// on a phone and at a desk. Operator, host and the rival act by calls. The transcript is attached to the result.

// An idle machine needs a fifth of it; the lot's clock is the longest wait.
test.setTimeout(480_000)
test.use({ actionTimeout: 60_000 })

const DEPOSIT = minor(2_000_000)
/** The lot's time after each bid: the next act has to come within it, which an idle machine needs a fifth of. */
const EXTENSION_SECONDS = 60
const STARTS_IN_MS = 60_000
/** Sign-up ends so long before the start, and the doors open. */
const DOORS_MS = 10_000
const LANGUAGE = { zh: 'zh-CN', en: 'en-US' } as const
const HOME = { zh: '木材竞价采购平台', en: 'Timber Sale Room' } as const
const COMPANY = { zh: '听涛木业', en: 'Listening Larch' } as const
const PERSON = { zh: '盛明', en: 'Anne Shirley' } as const
const SALE = { zh: '听声专场', en: 'Sale by ear' } as const

interface Walk {
  readonly ear: Ear
  readonly locale: Locale
  readonly text: Texts
  readonly who: ReturnType<typeof someone>
  readonly company: string
  readonly phone: boolean
}

for (const locale of ['zh', 'en'] as const)
  test.describe(locale, () => {
    test.use({ locale: LANGUAGE[locale] })

    test(
      `a sale from registration to a won lot, by keys and by what is said, ${locale}`,
      { tag: '@walk' },
      async ({ page, server, store, phones, isMobile }, info) => {
        const link = await openLink({ target: server.url })
        const who = someone()
        const walk: Walk = {
          ear: await Ear.of(page),
          locale,
          text: await textsIn(locale),
          who,
          company: `${COMPANY[locale]} ${who.account}`,
          phone: isMobile,
        }
        const operator = await operatorOf(server.url, store)
        const sms = () => phones.got.findLast(({ to }) => to === `+86${who.phone}`)?.text
        try {
          await test.step('registers', async () => {
            await walk.ear.open(`${link.url}/?lang=${locale}`)
            await register(walk, sms)
          })
          await test.step('has the company certified', () => certify(walk, operator))
          const sale = await test.step('signs up', async () => {
            const made = await saleIn(store, `${SALE[locale]} ${who.account}`)
            await signUp(walk, made.name, async () => recordDeposit(operator, store, made.session, who.account))
            return { ...made, server }
          })
          await test.step('bids, is outbid, and bids again', () => bidAndAnswer(walk, sale))
          await test.step('sets a ceiling', () => setCeiling(walk, sale))
          await test.step('loses the link', () => loseLink(walk, sale, link))
          await test.step('wins', () => win(walk))
          await test.step('reads what was won', () => readWon(walk))
          await test.step('forgets the password, and sets a new one', () => recover(walk, sms))
          expect(walk.ear.faults).toEqual([])
        } finally {
          await walk.ear.keep(info)
          await link.close()
        }
      },
    )
  })

async function operatorOf(url: string, store: Store): Promise<Api> {
  const id = `operator-${randomUUID()}`
  const now = instant(Date.now())
  await addOperator(store, id, OPERATOR, now)
  return new Api(url, await tokenOf(store, id, now))
}

async function register(
  { ear, text, who, company, locale, phone }: Walk,
  sms: () => string | undefined,
): Promise<void> {
  if (phone) {
    await ear.to('button', text('Menu'))
    await ear.press('Enter')
    await ear.to('link', text('Log in'))
  } else await ear.to('link', text('Please log in'))
  await ear.press('Enter')
  await ear.to('link', text('Register'))
  await ear.press('Enter')
  if (locale === 'en') {
    await ear.to('combobox', text('Country or region'))
    await ear.type('China')
    await ear.press('Enter')
  }
  await ear.to('checkbox', begins(text('Buyer')))
  await ear.press('Space')
  await ear.to('button', text('Next'))
  await ear.press('Enter')
  await ear.arrive(text('Who are you?'))

  await ear.to('radio', text('Mr.'))
  await ear.press('Space')
  await ear.fill(text('Name'), PERSON[locale])
  await ear.fill(text('Company name'), company)
  await ear.fill(text('Email address'), who.email)
  await ear.fill(text('Phone'), who.phone)
  await proveThePhone(ear, text, who.phone, sms)
  await ear.fill(text('Login account'), who.account)
  await ear.fill(text('Password'), PASSWORD)
  await ear.fill(text('Password again'), PASSWORD)
  await ear.to('checkbox', AGREED[locale])
  await ear.press('Space')
  await ear.to('button', text('Create my account'))
  await ear.press('Enter')
  await ear.arrive(text('Complete your profile'))
}

/** The picture's code is never looked at: a question is asked in words. */
async function proveThePhone(ear: Ear, text: Texts, phone: string, sms: () => string | undefined): Promise<void> {
  const before = sms()
  await ear.to('button', text('Answer a question instead'))
  await ear.press('Enter')
  const question = text('Which of these numbers is the largest: {a}, {b}, {c}?')
  const { name } = await ear.focusOn('textbox', question)
  await ear.type(String(Math.max(...(name.match(/\d+/g) ?? []).map(Number))))
  await ear.press('Enter')
  await ear.hear(phone)
  await until(() => sms() !== before)
  await ear.focusOn('textbox', text('SMS code'))
  await ear.type(/(?<!\d)\d{6}(?!\d)/.exec(sms() ?? '')?.[0] ?? '')
}

/** On another device: the password is forgotten, a new one is set, and it opens the account. */
async function recover({ ear, text, who, locale }: Walk, sms: () => string | undefined): Promise<void> {
  ear.note('another device')
  await ear.page.context().clearCookies()
  await ear.open(`/login?lang=${locale}`)
  await ear.to('link', text('Forgotten your password?'))
  await ear.press('Enter')
  await ear.arrive(text('Forgotten your password?'))
  await ear.fill(text('Phone'), who.phone)
  await proveThePhone(ear, text, who.phone, sms)
  await ear.to('button', text('Next'))
  await ear.press('Enter')
  await ear.arrive(text('A new password'))
  await ear.fill(text('New password'), NEW_PASSWORD)
  await ear.fill(text('New password again'), NEW_PASSWORD)
  await ear.to('button', text('Change password'))
  await ear.press('Enter')
  await ear.arrive(text('Your password is changed'))
  await ear.to('link', text('Log in'))
  await ear.press('Enter')
  await ear.fill(text('Login account'), who.account)
  await ear.fill(text('Password'), NEW_PASSWORD)
  await ear.to('button', text('Log in'))
  await ear.press('Enter')
  await ear.arrive(text('Timber sales'))
}
const NEW_PASSWORD = 'Quay9Birch3Tide'
const AGREED = { zh: /隐私/, en: /privacy policy/ } as const

async function certify({ ear, text, who, company, locale }: Walk, operator: Api): Promise<void> {
  await ear.to('link', text('Later: take me to my account'))
  await ear.press('Enter')
  await ear.arrive(SCREENS.UserAccount.title[locale])
  await ear.to('link', text('Certify the company'))
  await ear.press('Enter')
  await ear.arrive(SCREENS.UserCompany.title[locale])
  const number = Number(who.account.slice(-5))
  const details = [
    ['Unified social credit code', creditCodeFor(number)],
    ['Address', '江苏省太仓市'],
    ['Detailed address', '港区木材路 8 号'],
    ['Zip code', '215400'],
    ['Company phone', '0512-53180000'],
    ['Legal person', PERSON[locale]],
    ['Phone of the legal person', who.phone],
    ['Bank', '中国工商银行太仓支行'],
    ['Bank account', `1205 2200 09${who.account.slice(-8)}`],
  ] as const
  for (const [label, value] of details) await ear.fill(text(label), value)
  // The dialog of the operating system is not the product's.
  const choosing = ear.page.waitForEvent('filechooser')
  await ear.to('button', text('Choose a picture'))
  await ear.page.keyboard.press('Enter')
  const picture = await photographOf([company, creditCodeFor(number)])
  await (await choosing).setFiles({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer: picture })
  await ear.hear(part(text('Uploaded')), 60_000)
  await ear.to('button', text('Submit for certification'))
  await ear.press('Enter')
  await ear.read('heading', text('The operator is reviewing your application'))

  const { rows } = await operator.call(certificationList, { query: { keyword: company } })
  await operator.call(certificationApprove, { body: { certificationId: rows[0]?.certificationId ?? '' } })
  ear.note('the operator approves')
  await ear.focusOn('region', begins(text('Certified')))
  await ear.to('link', text('Sign the service agreement'))
  await ear.press('Enter')
  await ear.arrive(SCREENS.UserAgreement.title[locale])
  await ear.to('checkbox', /./)
  await ear.press('Space')
  await ear.fill(text('Your password'), PASSWORD)
  await ear.to('button', text('Sign the service agreement'))
  await ear.press('Enter')
  await ear.focusOn('article', /./)
  await ear.read('heading', text('Signed electronically'))
}

interface Made {
  readonly name: string
  readonly session: WorldSession
}
type Sale = Made & Pick<OpenSale, 'server'>

/** A sale of one lot with a deposit, and with a rival who is admitted. */
async function saleIn(store: Store, name: string): Promise<Made> {
  const rule = { biddingSeconds: EXTENSION_SECONDS, extensionSeconds: EXTENSION_SECONDS }
  const world = {
    prefix: `${randomUUID()}-`,
    bidders: 1,
    lots: 1,
    deposit: DEPOSIT,
    startsInMs: STARTS_IN_MS,
    signUpEndsMs: DOORS_MS,
    rule,
  }
  const [session] = await makeWorld(store, world)
  if (!session) throw new Error('a world has a session')
  const [made] = await store.db.select().from(timeline).where(eq(timeline.id, session.id))
  await store.db
    .update(schedule)
    .set({ nameZh: name, nameEn: name })
    .where(eq(schedule.id, made?.scheduleId ?? ''))
  return { name, session }
}

async function recordDeposit(operator: Api, { db }: Store, { id }: WorldSession, login: string): Promise<void> {
  const [buyer] = await db.select().from(accounts).where(eq(accounts.login, login))
  const { data } = await operator.call(depositRecord, {
    body: {
      scheduleTimelineId: id,
      companyId: buyer?.companyId ?? '',
      after: 0,
      kind: 'received',
      currency: 'CNY',
      amount: '20000.00',
      day: dayOf(instant(Date.now())),
      reference: `ICBC-${login}`,
    },
  })
  expect(data).toMatchObject({ covered: true, biddingNumber: 2 })
}

async function signUp({ ear, text, locale }: Walk, sale: string, admit: () => Promise<void>): Promise<void> {
  await ear.to('link', HOME[locale])
  await ear.press('Enter')
  await ear.read('heading', sale)
  await ear.to('button', text('Sign up'), { within: sale })
  await ear.press('Enter')
  await ear.to('button', text('Sign up'), { within: text('Sign up for this sale?') })
  await ear.press('Enter')
  await ear.hear(part(text('Signed up. Now pay the deposit of {amounts}.')))
  await admit()
  ear.note('the operator records the deposit')
}

/** The bid that the button names; a press that is answered by the newest price is made again. */
async function bid({ ear, text }: Walk, price: string): Promise<void> {
  for (;;) {
    await priceStands(ear.page, 'heard')
    await ear.press('Enter')
    const said = await ear.hear(either(begins(text('Accepted: {amount}.')), text('Now {now}. Press again to bid.')))
    if (!begins(text('Accepted: {amount}.')).test(said)) continue
    expect(said).toContain(price)
    return
  }
}

/** The rival bids, and what is said of the lot after it has these figures. */
async function rivalBids({ ear }: Walk, sale: Sale, price: string): Promise<void> {
  await bids(sale, 1, 1, price)
  ear.note(`the rival bids ${price}`)
}

/** The newest figure that was said is the one of the server. */
async function saidIsTrue({ ear }: Walk, { server, session }: Sale): Promise<void> {
  const rival = venueOf(server.url, session, session.bidders[0]!)
  const { price, nextPrice } = await rival.biddingInfo(session.lots[0]!.id)
  const [now, next] = [price ?? nextPrice, nextPrice].map(grouped)
  const last = ear.lastSaid(/¥/) ?? ''
  expect(last).toContain(now)
  expect([now, next]).toContain(last.match(/\d+,\d{3}\.\d\d/g)?.at(-1))
}
const grouped = (price: string): string => Number(price).toLocaleString('en-US', { minimumFractionDigits: 2 })

async function bidAndAnswer(walk: Walk, sale: Sale): Promise<void> {
  const { ear, text, locale } = walk
  await ear.read('button', text('Enter venue'), 2 * STARTS_IN_MS)
  await ear.to('button', text('Enter venue'), { within: sale.name })
  await ear.press('Enter')
  await ear.read('button', text('Leave'))
  ear.check(((await ear.stop())?.name ?? '') !== '', 'the room takes the focus with its name')
  // The host may start at the sale's time, not before.
  await expect(() => bidding(sale, EXTENSION_SECONDS)).toPass({ timeout: 2 * STARTS_IN_MS })
  ear.note('the host opens the lot')
  const lot = await ear.hearOrAsk('1,000.00', 'F2')
  ear.check(lot.includes(LOT[locale]), 'the lot is said with its name')
  await saidIsTrue(walk, sale)

  await ear.to('button', begins(text('Bid <0/>')))
  await bid(walk, '1,000.00')
  await rivalBids(walk, sale, '1010.00')
  await ear.hear(part(text('Outbid: {price} by number {0}. Next {1}')))
  await saidIsTrue(walk, sale)
  expect(await ear.stop()).toMatchObject({ role: 'button', name: expect.stringContaining('1,020.00') })
  await bid(walk, '1,020.00')
  await saidIsTrue(walk, sale)
}

async function setCeiling(walk: Walk, sale: Sale): Promise<void> {
  const { ear, text } = walk
  const title = text('My ceiling on lot {0}')
  const inside = async () => {
    const stop = await ear.stop()
    return stop !== null && [stop.name, ...stop.within].some((name) => title.test(name))
  }
  await ear.to('button', text('My ceiling'))
  await ear.press('Enter')
  ear.check(await inside(), 'the focus is in the panel')
  await ear.press('Escape')
  await ear.to('button', text('My ceiling'))
  await ear.press('Enter')
  ear.check(await inside(), 'the focus is in the panel')
  await ear.fill(begins(text('No higher than')), '1100')
  await ear.to('button', text('Set the ceiling'))
  await ear.press('Enter')
  const set = await ear.hear('1,100.00').catch(() => null)
  ear.check(set !== null, 'the verdict on the ceiling is heard')
  ear.check(await inside(), 'the focus stays in the panel')
  await ear.press('Escape')
  ear.check(!(await inside()), 'Escape closes the panel')
  await ear.to('button', begins(text('Ceiling <0/>')))
  await rivalBids(walk, sale, '1050.00')
  expect(await ear.hear(part(text('{amount}: you lead.')))).toContain('1,060.00')
  await saidIsTrue(walk, sale)
}

async function loseLink(walk: Walk, sale: Sale, link: Link): Promise<void> {
  const { ear, text } = walk
  link.blackhole()
  ear.note('the link falls silent')
  await ear.hear(part(text('The connection is lost. Nothing is sent or queued.')), 4 * LINK_DEAD_MS)
  await rivalBids(walk, sale, '1070.00')
  link.restore()
  ear.note('the link is back')
  const back = await ear.hear(begins(text('Connected again.')), 60_000)
  expect(back).toContain('1,080.00')
  await saidIsTrue(walk, sale)
}

async function win({ ear, text, locale }: Walk): Promise<void> {
  // An outage of the machine gives the lot more time.
  const won = await ear.hear(part(text('You bought lot {no} at {price}, {amount} in all.')), 150_000)
  expect(won).toContain('1,080.00')
  expect(won).toContain(AMOUNT)
  await ear.press('F2')
  const again = await ear.hear(LOT[locale])
  expect(again).toContain('1,080.00')
}

async function readWon({ ear, text, phone, locale }: Walk): Promise<void> {
  await ear.to('button', text('Leave'))
  await ear.press('Enter')
  await ear.to('button', text('Leave'), { within: text('Leave the room?') })
  await ear.press('Enter')
  const wonLots = SCREENS.UserOrder.title[locale]
  if (phone) {
    await ear.to('button', text('Menu'))
    await ear.press('Enter')
  } else {
    await ear.to('link', text('User center'))
    await ear.press('Enter')
  }
  await ear.to('link', wonLots)
  await ear.press('Enter')
  await ear.arrive(wonLots)
  await ear.read('heading', new RegExp(LOT[locale]))
  const read = await ear.readThrough()
  for (const figure of ['1,080.00', AMOUNT]) expect(read).toContain(figure)
  ear.note(`reads ${AMOUNT}`)
}

const LOT = { zh: '方材', en: 'Square timber' } as const
/** 32.45 m³ at 1,080.00. */
const AMOUNT = '35,046.00'

const part = ({ source }: RegExp): RegExp => new RegExp(source.replaceAll(/^\^|\$$/g, ''))
const begins = ({ source }: RegExp): RegExp => new RegExp(source.replace(/\$$/, ''))
const either = (...all: readonly RegExp[]): RegExp => new RegExp(all.map(({ source }) => source).join('|'))
