import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Notice } from '../../src/domain/notify/notice.ts'
import { contractTold } from '../../src/domain/notify/told.ts'
import { instant, later, milli, minor } from '../../src/domain/units.ts'
import type { Instant } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { mailCounter, startSender } from '../../src/server/mail/sender.ts'
import { smtp } from '../../src/server/mail/smtp.ts'
import { openUnsubscribe } from '../../src/server/notify/unsubscribe.ts'
import { startNotifier } from '../../src/server/notify/index.ts'
import type { Notifier } from '../../src/server/notify/index.ts'
import { PUSH_RETRY_AFTER_MS, vapidKeys } from '../../src/server/notify/push.ts'
import type { VapidKeys } from '../../src/server/notify/push.ts'
import { tellOfSales } from '../../src/server/notify/sales.ts'
import { tell } from '../../src/server/notify/tell.ts'
import { addKey, openKeyring } from '../../src/server/secrets/keyring.ts'
import { sealAll } from '../../src/server/secrets/sealed-rows.ts'
import { pushKeyOf, settingsOf } from '../../src/server/store/notifications.ts'
import { keepOrder } from '../../src/server/store/orders.ts'
import { account } from '../../src/server/store/schema.ts'
import { keepFailed, keepSent, listMails, takeDue } from '../../src/server/store/outbox.ts'
import { findSession } from '../../src/server/store/schedules.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { claimsIn, pushBrowser, startPushService } from '../support/http/push-service.ts'
import type { PushService } from '../support/http/push-service.ts'
import { castOf } from '../support/http/sales.ts'
import { until } from '../support/http/until.ts'
import { addPeople, addSale, mailOf, PASSWORD, phone } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'
import { emptied } from '../support/store/emptied.ts'
import { mailText, startSmtpServer } from '../support/store/smtp-server.ts'

const PUBLIC_URL = 'https://sale.example'
const DAY_MS = 86_400_000
let house: House
let service: PushService
let keys: VapidKeys
let nodes: readonly Notifier[] = []
/** Noon in Beijing, later than everything before in this file. */
let now: Instant

beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  keys = await vapidKeys(house.store.db, openKeyring({ dataDir: house.store.dataDir, secretKey: null }), instant(0))
})
afterAll(() => house.close())

beforeEach(async () => {
  // Watched lots are deleted too, since the notifier tells of their sales by its own clock.
  for (const table of [
    'notification',
    'notification_setting',
    'push_subscription',
    'push_delivery',
    'outbox',
    'attention',
  ])
    await emptied(house.store, table)
  now = later(noonAfter(house.clock.now()), 0)
  service = await startPushService()
  nodes = [1, 2].map(() =>
    startNotifier({
      db: house.store.db,
      rooms: house.rooms,
      clock: { now: () => now },
      logger: quiet,
      keys,
      post: service.post,
      publicUrl: PUBLIC_URL,
      unsubscribe: openUnsubscribe(house.keyring, PUBLIC_URL),
      outboxFilled: () => undefined,
    }),
  )
  return async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await service.close()
  }
})

/** 04:00 UTC is noon in Beijing. */
const noonAfter = (at: Instant): Instant => instant((Math.floor(at / DAY_MS) + 1) * DAY_MS + 4 * 3_600_000)
const allRun = () => Promise.all(nodes.map((node) => node.run()))

const tokens = new Map<Login, Promise<string>>()
function tokenOf(who: Login): Promise<string> {
  const known = tokens.get(who) ?? sellerToken(house, who)
  tokens.set(who, known)
  return known
}
const get = async (who: Login, path: string, language = 'zh_CN') =>
  house.ask('GET', path, { token: await tokenOf(who), headers: { 'accept-language': language } })
const post = async (who: Login, path: string, body: object, token?: string) =>
  house.ask('POST', path, { token: token ?? (await tokenOf(who)), body })
const Row = z.object({
  notificationId: z.string(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  createdAt: z.string(),
  readAt: z.string().nullable(),
})
const listOf = async (who: Login, language?: string) =>
  z.array(Row).parse((await get(who, '/user/notification/list', language)).rows)
const kindsOf = async (who: Login) => (await listOf(who)).map(({ kind }) => kind)
const unread = async (who: Login, language?: string) =>
  z.object({ unread: z.number() }).parse((await get(who, '/user/notification/unread', language)).data).unread
const mails = async () => (await listMails(house.store.db, { offset: 0, limit: 50 })).rows
const settings = (who: Login, off: readonly object[], quietHours: object | null = null, sms?: readonly string[]) =>
  post(who, '/user/notification/settings/change', { off, quiet: quietHours, ...(sms && { sms }) })

/** Tells the seller's company something. */
const toSeller = (seq: number, at: Instant = house.clock.now()) =>
  tell(
    house.store.db,
    contractTold(
      { id: 'contract-9', contractNo: 'TC-2026-000009', buyer: 'c1', seller: 'sellerco' },
      { type: 'signed', by: 'buyer', version: 1 },
      seq,
      'buyer1',
    ),
    at,
  )
async function subscribe(who: Login, name: string, token?: string) {
  const browser = pushBrowser(name)
  const answer = await post(who, '/user/notification/push/subscribe', browser.subscription, token)
  return { ...browser, id: textIn(answer, 'subscriptionId') }
}
const receivedAt = (path: string) => service.received.filter((one) => one.path === path)

describe('a notification', () => {
  test('is written with its cause: a signature tells the other party, and neither the signer nor another company', async () => {
    const sale = await addSale(house, { stand: 'published', lots: 1 })
    await keepOrder(house.store.db, {
      lotId: sale.lots[0]!,
      timelineId: sale.id,
      seq: 10,
      biddingNumber: 1,
      companyId: 'c1',
      sellerCompanyId: 'sellerco',
      currency: 'USD',
      price: minor(50_000),
      quantity: milli(32_450),
      amount: minor(1_622_500),
      logSeq: 10,
      at: house.clock.now(),
    })
    const particulars = {
      funder: '木业',
      companyName: '太仓木业',
      address: '太仓市港口路 8 号',
      creditCode: '91320585MADEMA012X',
      contacts: '陆建华',
      phone: '0512-5300 1000',
      email: 'trade@example.com',
      bankName: '中国银行',
      bankAddress: '',
      accountCNY: '6222000011112222',
      accountUSD: '',
      swift: 'BKCHCNBJ950',
    }
    const made = await post('buyer1', '/auction/contract/make', {
      contractObjectIds: sale.lots,
      particulars,
      targetPort: '太仓',
      note: '',
    })
    const contractId = textIn(made, 'contractId')
    const hash = textIn(await get('buyer1', `/auction/contract/${contractId}`), 'hash')
    const signed = await post('buyer1', '/auction/contract/sign', {
      contractId,
      hash,
      password: PASSWORD,
      agreed: true,
      mark: { kind: 'typed', name: '陆建华' },
    })
    expect(signed).toMatchObject({ code: 200 })
    expect(await listOf('seller1')).toMatchObject([
      {
        kind: 'contractWaiting',
        title: expect.stringMatching(/^合同 TC-\d{4}-\d{6} 待您签署$/) as string,
        path: `/order/sign/detail?contractId=${contractId}`,
        readAt: null,
      },
    ])
    expect((await listOf('seller1', 'en_US'))[0]?.title).toMatch(/^Contract TC-\S+ waits for your signature$/)
    for (const other of ['buyer1', 'colleague1', 'buyer2', 'seller2', 'admin'] as const)
      expect(await kindsOf(other)).toEqual([])
  })

  test('of another person is not there: neither in the list nor by its id', async () => {
    await toSeller(1)
    const [one] = await listOf('seller1')
    const body = { notificationId: one!.notificationId }
    for (const other of ['seller2', 'buyer1', 'admin'] as const)
      expect(await post(other, '/user/notification/read', body)).toMatchObject({
        code: 404,
        reason: 'resource.not_found',
      })
    expect(await unread('seller1')).toBe(1)
    expect(await post('seller1', '/user/notification/read', body)).toMatchObject({ code: 200 })
    expect(await unread('seller1')).toBe(0)
  })

  test('that came after the list was read stays unread when all are marked', async () => {
    await toSeller(1)
    const [seen] = await listOf('seller1')
    await toSeller(2, later(instant(Date.parse(seen!.createdAt)), 5))
    await post('seller1', '/user/notification/readAll', { upTo: seen!.createdAt })
    expect(await unread('seller1')).toBe(1)
  })

  test('of being outbid goes to the one outbid alone, without a rival’s name or number', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'] })
    const act = castOf(house)(sale)
    expect(await act.bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
    expect(await act.bid('buyer2', 1, '1010.00')).toMatchObject({ code: 200 })
    await until(async () => (await kindsOf('buyer1')).includes('outbid'))
    const [told] = await listOf('buyer1', 'en_US')
    expect(told).toMatchObject({ kind: 'outbid', path: `/target/detail/${sale.lots[0]}/${sale.id}` })
    expect(told?.body).toContain('¥1,010.00')
    expect(`${told?.title} ${told?.body}`).not.toMatch(/c2|buyer2|bidder/)
    for (const other of ['buyer2', 'colleague1', 'buyer3', 'seller1', 'host'] as const)
      expect(await kindsOf(other)).toEqual([])
  })

  test('found again after all have left, as after a restart, is not sent to those who were in the room', async () => {
    const held: Notice = {
      facts: { kind: 'saleHeld', sale: 's', message: '停电' },
      cause: 's:1',
      to: [{ account: 'buyer1' }, { account: 'buyer2' }],
      awayOnly: true,
      foundAgain: true,
    }
    const [present, away] = [await subscribe('buyer1', 'present'), await subscribe('buyer2', 'away')]
    await tell(house.store.db, [held], house.clock.now(), new Set(['buyer1']))
    await tell(house.store.db, [held], house.clock.now())
    now = later(now, DAY_MS)
    await allRun()
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([mailOf('buyer2')])
    expect([present, away].map(({ path }) => receivedAt(path).length)).toEqual([0, 1])
    expect([await unread('buyer1'), await unread('buyer2')]).toEqual([0, 1])
  })

  test('of watched lots comes within the hour before their sale, once for all of them', async () => {
    const sale = await addSale(house, { stand: 'published', lots: 3 })
    for (const lot of sale.lots.slice(0, 2))
      await post('buyer1', '/auction/biddingAttentionInfo/add', { contractObjectId: lot })
    const start = (await findSession(house.store.db, sale.id))!.timeline.startTime
    await tellOfSales(house.store.db, house.rooms, later(start, -61 * 60_000))
    expect(await kindsOf('buyer1')).toEqual([])
    for (const minutes of [59, 58]) await tellOfSales(house.store.db, house.rooms, later(start, -minutes * 60_000))
    const told = await listOf('buyer1', 'en_US')
    expect(told).toMatchObject([{ kind: 'lotOpens', path: `/target/list?scheduleTimelineId=${sale.id}` }])
    expect(told[0]?.body).toContain('Lots you watch: 2')
  })
})

describe('mail', () => {
  test('of two nodes and any number of turns each is sent once, all of a person’s in one mail, in the person’s language', async () => {
    const server = await startSmtpServer()
    const carrier = smtp(server.url, 'sale@example.cn')
    await unread('seller1', 'en_US')
    for (const seq of [1, 2, 1, 3]) await toSeller(seq)
    for (let turn = 0; turn < 3; turn++) await allRun()
    expect(await mails()).toMatchObject([{ recipient: mailOf('seller1'), sentAt: null }])
    const senders = [1, 2].map(() => senderOf(carrier.deliver))
    await Promise.all(senders.map((sender) => sender.run()))
    await Promise.all(senders.map((sender) => sender.stop()))
    carrier.close()
    await server.close()
    expect(server.accepted).toHaveLength(1)
    const text = mailText(server.accepted[0]!)
    expect(text.split('Contract TC-2026-000009 waits for your signature')).toHaveLength(4)
    expect(text).toContain(`${PUBLIC_URL}/order/sign/detail?contractId=contract-9`)
    expect(text).toContain(`${PUBLIC_URL}/user/notifications?view=settings`)
  })

  test('can be declined in one step by its own address, but not by a look, nor with another’s', async () => {
    await toSeller(1)
    await allRun()
    const [one] = await mails()
    expect(one?.unsubscribe).toMatch(/^https:\/\/sale\.example\/unsubscribe\?account=seller1&key=/)
    const { pathname, search } = new URL(one?.unsubscribe ?? '')
    const ask = (method: 'GET' | 'POST', url: string) =>
      house.app.inject({
        method,
        url,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'List-Unsubscribe=One-Click',
        }),
      })
    const off = async () => (await settingsOf(house.store.db, ['seller1', 'seller2']))('seller1').off
    expect((await ask('GET', pathname + search)).headers.location).toBe('/user/notifications?view=settings')
    expect((await ask('POST', (pathname + search).replace('seller1', 'seller2'))).statusCode).toBe(404)
    expect((await ask('POST', pathname)).statusCode).toBe(404)
    expect(await off()).toEqual([])
    await post('seller1', '/user/notification/settings/change', {
      off: [{ channel: 'push', kind: 'outbid' }],
      quiet: null,
    })
    for (let times = 0; times < 2; times++) expect((await ask('POST', pathname + search)).statusCode).toBe(200)
    expect(await off()).toContain('push:outbid')
    expect(await off()).toContain('mail:contractWaiting')
    expect(await off()).not.toContain('mail:lotWon')
    await toSeller(2)
    await allRun()
    expect(await mails()).toHaveLength(1)
  })

  test('waits for others to share it with, unless it binds', async () => {
    await tell(
      house.store.db,
      [
        {
          facts: { kind: 'lotOpens', sale: 's', lots: 1, at: later(now, DAY_MS) },
          cause: 's',
          to: [{ account: 'buyer2' }],
          until: later(now, DAY_MS),
        },
      ],
      now,
    )
    await allRun()
    expect(await mails()).toEqual([])
    now = later(now, 10 * 60_000)
    await allRun()
    expect(await mails()).toMatchObject([{ recipient: mailOf('buyer2') }])
  })

  test('does not go at night by the person’s own clock, nor of what was read or is over', async () => {
    now = later(now, 12 * 3_600_000)
    await toSeller(1)
    await tell(
      house.store.db,
      [
        {
          facts: { kind: 'lotCloses', sale: 's', lot: 'l', at: later(now, 60_000) },
          cause: 'l',
          to: [{ account: 'seller1' }],
          until: later(now, 60_000),
        },
      ],
      later(now, -11 * 60_000),
    )
    await allRun()
    expect(await mails()).toEqual([])
    // 07:00 in Beijing.
    now = later(now, 7 * 3_600_000)
    await allRun()
    const [mail] = await mails()
    expect(mail?.subject).toBe('合同 TC-2026-000009 待您签署')

    await toSeller(2, now)
    const [newest] = await listOf('seller1')
    await post('seller1', '/user/notification/read', { notificationId: newest!.notificationId })
    await allRun()
    expect(await mails()).toHaveLength(1)
  })

  test.each([
    ['an address that was never proven', { emailProvenAt: null }],
    ['a suspended account', { status: 0 }],
  ])('does not go to %s', async (_name, change) => {
    const { db } = house.store
    const own = eq(account.login, 'seller1')
    const [before] = await db.select().from(account).where(own)
    await db.update(account).set(change).where(own)
    await toSeller(1)
    await allRun()
    const { emailProvenAt, status } = before!
    await db.update(account).set({ emailProvenAt, status }).where(own)
    expect(await mails()).toEqual([])
    await toSeller(2)
    await allRun()
    expect(await mails()).toMatchObject([{ recipient: mailOf('seller1') }])
  })

  test('a person who has no quiet hours gets it at night; one who switched it off gets none', async () => {
    await settings('seller1', [])
    await settings('buyer2', [{ channel: 'mail', kind: 'contractWaiting' }])
    now = later(now, 12 * 3_600_000)
    await toSeller(1)
    await tell(
      house.store.db,
      contractTold(
        { id: 'k', contractNo: 'TC-1', buyer: 'c1', seller: 'c2' },
        { type: 'signed', by: 'buyer', version: 1 },
        1,
        null,
      ),
      now,
    )
    await allRun()
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([mailOf('seller1')])
    expect(await kindsOf('buyer2')).toEqual(['contractWaiting'])
  })

  test('a dead mail server delays no push message, and the mail goes out once it is back', async () => {
    const browser = await subscribe('seller1', 'tablet')
    await toSeller(1)
    const dead = smtp('smtp://127.0.0.1:1', 'sale@example.cn')
    const failing = senderOf(dead.deliver)
    await allRun()
    await Promise.all([failing.run(), ...nodes.map((node) => node.run())])
    expect(receivedAt(browser.path)).toHaveLength(1)
    expect(await mails()).toMatchObject([{ sentAt: null, nextAttemptAt: now }])
    await failing.stop()
    dead.close()
    const server = await startSmtpServer()
    const carrier = smtp(server.url, 'sale@example.cn')
    const sender = senderOf(carrier.deliver)
    await sender.run()
    await sender.stop()
    carrier.close()
    await server.close()
    expect(server.accepted).toHaveLength(1)
  })
})

const senderOf = (deliver: Parameters<typeof startSender>[0]['deliver']) =>
  startSender({
    outbox: {
      takeDue: takeDue.bind(null, house.store.db, 'mail'),
      keepSent: keepSent.bind(null, house.store.db),
      keepFailed: keepFailed.bind(null, house.store.db),
    },
    deliver,
    clock: { now: () => now },
    logger: quiet,
    sent: mailCounter(),
    onHealth: () => undefined,
    after: () => () => undefined,
  })

describe('a short message', () => {
  const sale = { sale: 's', lot: 'l', price: minor(100_000), currency: 'CNY', unit: 'm3' } as const
  const told = (kind: 'outbid' | 'lotWon' | 'lotSold', to: string, cause: string): Notice => ({
    facts: { kind, ...sale },
    cause,
    to: [{ account: to }],
  })
  const texts = async () => (await mails()).filter(({ channel }) => channel === 'sms')

  test('goes for each kind that a person chose, once, and always for a lot that was won', async () => {
    await settings('buyer1', [], null, ['lotSold'])
    await settings('buyer2', [])
    const { data } = await get('buyer1', '/user/notification/settings')
    expect(data).toMatchObject({ sms: ['lotWon', 'lotSold', 'depositHeld'], phone: phone('buyer1') })
    await tell(
      house.store.db,
      [
        told('outbid', 'buyer1', '1'),
        told('lotWon', 'buyer1', '2'),
        told('lotSold', 'buyer1', '3'),
        told('lotSold', 'buyer2', '3'),
        told('lotWon', 'buyer2', '4'),
      ],
      now,
    )
    await allRun()
    const sent = await texts()
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([phone('buyer1'), phone('buyer2')])
    // What waits for others goes along with what binds.
    expect(sent.find(({ recipient }) => recipient === phone('buyer1'))?.body).toContain(
      `${PUBLIC_URL}/user/notifications`,
    )
    now = later(now, 20 * 60_000)
    await allRun()
    expect(await texts()).toHaveLength(2)
  })

  test('does not go at night, nor to a telephone that is not proven, nor when it was switched off since', async () => {
    await settings('buyer1', [], { from: 0, to: 1_439, zone: 'Asia/Shanghai' })
    await settings('buyer2', [], null, ['lotSold'])
    await tell(house.store.db, [told('lotWon', 'buyer1', '1'), told('lotSold', 'buyer2', '2')], now)
    await settings('buyer2', [], null, [])
    now = later(now, 20 * 60_000)
    await allRun()
    expect(await texts()).toEqual([])
    now = later(now, DAY_MS / 2)
    await settings('buyer1', [])
    await house.store.db.update(account).set({ phoneProvenAt: null }).where(eq(account.id, 'buyer1'))
    await allRun()
    expect(await texts()).toEqual([])
    await house.store.db
      .update(account)
      .set({ phoneProvenAt: instant(0) })
      .where(eq(account.id, 'buyer1'))
  })

  test('a change by an older page leaves the choice as it was', async () => {
    await settings('buyer1', [], null, ['outbid'])
    await settings('buyer1', [{ channel: 'mail', kind: 'outbid' }])
    expect((await get('buyer1', '/user/notification/settings')).data).toMatchObject({
      sms: ['outbid', 'lotWon', 'depositHeld'],
    })
  })
})

describe('push', () => {
  test('reaches each browser of the person once, sealed for it alone, signed by this installation', async () => {
    const [phone, desk] = [await subscribe('seller1', 'phone'), await subscribe('seller1', 'desk')]
    const rival = await subscribe('buyer2', 'rival')
    await toSeller(1)
    for (let turn = 0; turn < 3; turn++) await allRun()
    expect(service.received).toHaveLength(2)
    const [got] = receivedAt(phone.path)
    const [told] = await listOf('seller1')
    expect(phone.read(got!.body)).toEqual({
      s: phone.id,
      id: told!.notificationId,
      title: '合同 TC-2026-000009 待您签署',
      body: expect.stringMatching(/\S/) as string,
      path: '/order/sign/detail?contractId=contract-9',
      lang: 'zh',
    })
    expect(() => desk.read(got!.body)).toThrow()
    expect(() => rival.read(got!.body)).toThrow()
    expect(got!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' })
    expect(got!.body.length).toBeLessThan(4_096)
    expect(claimsIn(String(got!.headers['authorization']), keys.publicKey)).toMatchObject({
      aud: 'https://push.example',
      sub: PUBLIC_URL,
    })
  })

  test('a browser that ended its subscription is forgotten; another of the person still gets its own', async () => {
    const [gone, kept] = [await subscribe('seller1', 'gone'), await subscribe('seller1', 'kept')]
    service.answer = (path) => (path === gone.path ? 410 : 201)
    await toSeller(1)
    await allRun()
    service.answer = () => 201
    await toSeller(2)
    await allRun()
    expect(receivedAt(gone.path)).toHaveLength(0)
    expect(receivedAt(kept.path)).toHaveLength(2)
  })

  test('a push service that refuses one message still gets the next', async () => {
    const { path } = await subscribe('seller1', 'refusing')
    service.answer = () => 403
    await toSeller(1)
    await allRun()
    service.answer = () => 201
    await toSeller(2)
    await allRun()
    expect(receivedAt(path)).toHaveLength(1)
  })

  test('44.5 five refusals in a row drop a browser, and the settings no longer name it; fewer do not', async () => {
    const { id } = await subscribe('seller1', 'refused')
    const pushIds = async () =>
      z
        .object({ pushIds: z.array(z.string()) })
        .parse(
          (await house.ask('GET', '/user/notification/settings', { token: await sellerToken(house, 'seller1') })).data,
        ).pushIds
    const round = async (seq: number, status: number) => {
      service.answer = () => status
      now = later(now, 1_000)
      await toSeller(seq, now)
      await allRun()
    }
    for (const [seq, status] of [403, 401, 400, 413, 201, 403, 403, 403, 403].entries()) await round(seq, status)
    expect(await pushIds()).toContain(id)
    await round(9, 400)
    expect(await pushIds()).not.toContain(id)
  })

  test('a push service that fails is asked again after a pause, and has the message once', async () => {
    const { path } = await subscribe('seller1', 'flaky')
    service.answer = () => 503
    await toSeller(1)
    await allRun()
    service.answer = () => 201
    await allRun()
    expect(receivedAt(path)).toHaveLength(0)
    now = later(now, PUSH_RETRY_AFTER_MS[0]!)
    await allRun()
    await allRun()
    expect(receivedAt(path)).toHaveLength(1)
  })

  test('ends when its sign-in does, when the person says so, and by kind', async () => {
    const token = await sellerToken(house, 'seller1')
    const signedOut = await subscribe('seller1', 'signed-out', token)
    const dropped = await subscribe('seller1', 'dropped')
    const kept = await subscribe('seller1', 'kept')
    await house.ask('DELETE', '/auth/logout', { token })
    const { endpoint } = dropped.subscription
    expect(await post('buyer2', '/user/notification/push/unsubscribe', { endpoint })).toMatchObject({ code: 200 })
    await toSeller(1)
    await allRun()
    expect([signedOut, dropped, kept].map(({ path }) => receivedAt(path).length)).toEqual([0, 1, 1])
    await post('seller1', '/user/notification/push/unsubscribe', { endpoint })
    await toSeller(2)
    await allRun()
    expect([dropped, kept].map(({ path }) => receivedAt(path).length)).toEqual([1, 2])
    await settings('seller1', [{ channel: 'push', kind: 'contractWaiting' }])
    await toSeller(3)
    await allRun()
    expect(receivedAt(kept.path)).toHaveLength(2)
    expect(await kindsOf('seller1')).toHaveLength(3)
  })

  test.each([
    ['the other devices are signed out', '/user/device/endOthers', { password: PASSWORD }],
    [
      'the password is changed',
      '/user/sysUser/changePassword',
      { oldPassword: PASSWORD, password: 'fjord7reh', confirmPassword: 'fjord7reh' },
    ],
  ])('ends on other browsers when %s, for what waits to be tried again too', async (_name, path, body) => {
    const [mine, other] = [await sellerToken(house, 'seller2'), await sellerToken(house, 'seller2')]
    const [kept, lost] = [await subscribe('seller2', 'kept', mine), await subscribe('seller2', 'lost', other)]
    const toPerson = (seq: number) =>
      tell(
        house.store.db,
        [
          {
            facts: { kind: 'contractComplete', contract: 'k', contractNo: 'TC-1' },
            cause: `k:${seq}`,
            to: [{ account: 'seller2' }],
          },
        ],
        house.clock.now(),
      )
    service.answer = () => 503
    await toPerson(1)
    await allRun()
    expect(await post('seller2', path, body, mine)).toMatchObject({ code: 200 })
    service.answer = () => 201
    await toPerson(2)
    now = later(now, PUSH_RETRY_AFTER_MS[0]!)
    await allRun()
    expect([kept, lost].map((browser) => receivedAt(browser.path).length)).toEqual([2, 0])
  })

  test('ends with a sign-in that has expired', async () => {
    const browser = await subscribe('seller1', 'expired', await sellerToken(house, 'seller1'))
    now = later(now, 8 * DAY_MS)
    await toSeller(1, now)
    await allRun()
    expect(receivedAt(browser.path)).toEqual([])
    expect(await kindsOf('seller1')).toEqual(['contractWaiting'])
  })

  test('a browser on which another person signs in is that person’s from then on', async () => {
    const browser = await subscribe('seller1', 'shared')
    const answer = await post('buyer2', '/user/notification/push/subscribe', browser.subscription)
    expect(textIn(answer, 'subscriptionId')).not.toBe(browser.id)
    await toSeller(1)
    await allRun()
    expect(service.received).toEqual([])
  })

  test('no other host than a push service’s is taken for one, and the person reads why', async () => {
    const { subscription } = pushBrowser('inner')
    for (const endpoint of ['https://10.0.0.1/x', 'https://evil.example/send/x'])
      expect(await post('buyer1', '/user/notification/push/subscribe', { ...subscription, endpoint })).toMatchObject({
        code: 601,
        reason: 'push.service_refused',
        msg: expect.stringContaining('推送服务') as string,
      })
  })

  test('its keys are made once; the private one is sealed in the database, and anew when the secret key changes', async () => {
    const keyring = openKeyring({ dataDir: house.store.dataDir, secretKey: null })
    const both = await Promise.all([1, 2].map(() => vapidKeys(house.store.db, keyring, now)))
    expect(both).toEqual([keys, keys])
    const sealed = (await pushKeyOf(house.store.db))?.privateKey
    expect(sealed).toMatch(/^v1\./)
    addKey(house.store.dataDir)
    const rotated = openKeyring({ dataDir: house.store.dataDir, secretKey: null })
    await sealAll(house.store.db, rotated, 'open and old')
    expect(rotated.isCurrent((await pushKeyOf(house.store.db))?.privateKey ?? '')).toBe(true)
    expect(await vapidKeys(house.store.db, rotated, now)).toEqual(keys)
  })
})

test('settings are the person’s own and come back as they were set; a time zone that is none is refused', async () => {
  const off = [
    { channel: 'mail', kind: 'lotOpens' },
    { channel: 'push', kind: 'outbid' },
  ]
  const hours = { from: 1_380, to: 360, zone: 'Europe/Berlin' }
  expect(await settings('buyer1', off, hours)).toMatchObject({ code: 200 })
  const { data } = await get('buyer1', '/user/notification/settings')
  expect(data).toMatchObject({ quiet: hours, email: mailOf('buyer1'), pushKey: 'BPush' })
  expect(z.object({ off: z.array(z.unknown()) }).parse(data).off).toEqual(expect.arrayContaining(off))
  expect((await get('buyer2', '/user/notification/settings')).data).toMatchObject({
    off: [],
    quiet: { from: 1_320, to: 420, zone: 'Asia/Shanghai' },
  })
  expect(await settings('buyer1', [], { ...hours, zone: 'Mars/Olympus' })).toMatchObject({ code: 400 })
})
