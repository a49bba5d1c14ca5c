import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { instant, later } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { startMail } from '../../src/server/mail/index.ts'
import {
  mailCounter,
  NOTICE_EXPIRES_MS,
  NotSentError,
  RETRY_AFTER_MS,
  startSender,
  type Deliver,
} from '../../src/server/mail/sender.ts'
import { mailHtml } from '../../src/server/mail/html.ts'
import { smtp } from '../../src/server/mail/smtp.ts'
import { exposition } from '../../src/server/room/metrics.ts'
import type { Store } from '../../src/server/store/open.ts'
import { keepFailed, keepSent, listMails, putMails, takeDue, waitingMails } from '../../src/server/store/outbox.ts'
import { startSmtpServer, type SmtpServer } from '../support/store/smtp-server.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { emptied } from '../support/store/emptied.ts'

/** 10,000 of them take minutes: `MESSAGES=all`. */
const FULL = process.env['MESSAGES'] === 'all'

let store: Store
let server: SmtpServer
let now = instant(1_790_000_000_000)
const clock = { now: () => now }
beforeAll(async () => {
  store = await temporaryStore()
  server = await startSmtpServer()
})
beforeEach(async () => {
  await emptied(store, 'outbox')
  reset()
})
function reset(): void {
  Object.assign(server, {
    greets: true,
    sender: () => '250 OK',
    recipient: () => '250 OK',
    text: () => '250 kept',
    slowness: 0,
  } satisfies Partial<SmtpServer>)
  ;(server.accepted as string[]).length = 0
}
afterAll(async () => {
  await server.close()
  await store.close()
})

const outboxOf = (channel: 'mail' | 'sms' = 'mail') => ({
  takeDue: takeDue.bind(null, store.db, channel),
  keepSent: keepSent.bind(null, store.db),
  keepFailed: keepFailed.bind(null, store.db),
})
/** A sender whose pauses end when they are told to. */
function sender(deliver: Deliver) {
  const pauses: { ms: number; run: () => void }[] = []
  const health: (string | null)[] = []
  const box = startSender({
    outbox: outboxOf(),
    deliver,
    clock,
    logger: quiet,
    sent: mailCounter(),
    onHealth: (failure) => health.push(failure),
    after(ms, run) {
      const pause = { ms, run }
      pauses.push(pause)
      return () => void pauses.splice(pauses.indexOf(pause), 1)
    },
  })
  /** Ends the pauses that the lanes make now. */
  const goOn = async (): Promise<readonly number[]> => {
    const ended = pauses.splice(0)
    for (const { run } of ended) run()
    await box.run()
    return ended.map(({ ms }) => ms)
  }
  return { ...box, goOn, health }
}
const mail = (recipient = 'li@example.cn') => ({
  id: randomUUID(),
  recipient,
  subject: '成交确认 · Deal',
  body: '木材 S1-3\n.\nQuercus',
})
const only = async () => (await listMails(store.db, { offset: 0, limit: 10 })).rows[0]!

test('a mail goes out once, in Chinese too, and is kept as sent', async () => {
  const post = smtp(server.url, '木材 <sale@example.cn>')
  const one = mail()
  await putMails(store.db, [one, one], now)
  await putMails(store.db, [one], now)
  const box = sender(post.deliver)
  await box.run()
  await box.run()
  await box.stop()
  post.close()

  const [text] = server.accepted
  expect(server.accepted).toHaveLength(1)
  expect(text).toContain(`Message-ID: <${one.id}@example.cn>`)
  expect(text).toContain('To: li@example.cn')
  expect(await only()).toMatchObject({ sentAt: now, error: null, attempts: 1, nextAttemptAt: null })
})

test('a mail has the same words in HTML, and headers that keep automatic answers away', async () => {
  const post = smtp(server.url, '"木材, Ltd." <sale@example.cn>')
  const one = { ...mail(), id: 'notices:ü/1', subject: 'a < b & c' }
  const text = '你好，\n\n打开 https://sale.example/lots?a=1&b=2。\n<b>\n\n———\n\n完'
  await putMails(
    store.db,
    [{ ...one, body: text, unsubscribe: 'https://sale.example/unsubscribe?account=a&key=b' }],
    now,
  )
  await putMails(store.db, [{ ...mail(), body: text }], now)
  const box = sender(post.deliver)
  await box.run()
  await box.stop()
  post.close()
  const [first = '', second = ''] = server.accepted.toSorted((a) => (a.includes('List-Unsubscribe') ? -1 : 1))
  expect(first).toContain('Message-ID: <notices___1@example.cn>')
  expect(first).toContain('Auto-Submitted: auto-generated')
  expect(first).toContain('X-Auto-Response-Suppress: All')
  expect(first.replaceAll('\r\n ', ' ')).toContain(
    'List-Unsubscribe: <https://sale.example/unsubscribe?account=a&key=b>',
  )
  expect(first).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(second).not.toContain('List-Unsubscribe')
  expect(first).toMatch(/Content-Type: multipart\/alternative/)
  const html = mailHtml(one.subject, text)
  expect(html).toContain('<html lang="zh-CN">')
  expect(html).toContain('a &lt; b &amp; c')
  expect(html).toContain('<a href="https://sale.example/lots?a=1&amp;b=2" style="')
  expect(html).toContain('</a>。<br>&lt;b&gt;</p>')
  expect(html).toContain('<hr ')
  expect(html.match(/<p /g)).toHaveLength(3)
})

const rows = async () => (await listMails(store.db, { offset: 0, limit: 100 })).rows
const of = async (id: string) => (await rows()).find((row) => row.id === id)

describe('a provider that takes nothing', () => {
  test('is asked again after longer and longer pauses, until the message expires; the answer is kept', async () => {
    const box = sender(() => Promise.reject(new Error('connect ECONNREFUSED')))
    await putMails(store.db, [mail(), mail()], now)
    await box.run()
    expect((await rows()).map(({ attempts }) => attempts).toSorted((a, b) => a - b)).toEqual([0, 1])
    const pauses: number[] = []
    for (let i = 0; i < 7; i++) pauses.push(...(await box.goOn()))
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
    expect((await rows()).every(({ nextAttemptAt }) => nextAttemptAt !== null)).toBe(true)
    expect(new Set(box.health)).toEqual(new Set(['connect ECONNREFUSED']))
    now = later(now, NOTICE_EXPIRES_MS)
    await box.goOn()
    await box.stop()
    for (const row of await rows()) expect(row).toMatchObject({ sentAt: null, nextAttemptAt: null })
    expect((await rows()).map(({ error }) => error)).toContain('connect ECONNREFUSED')
  })

  test.each([
    ['the sender is refused', () => (server.sender = () => '553 Mail from must equal authorized user'), 'provider'],
    ['the sender is none', () => (server.sender = () => '501 mail from address must be same'), 'provider'],
    ['the quota is used up', () => (server.sender = () => '550 5.4.5 Daily user sending limit exceeded'), 'provider'],
    ['the text is refused', () => (server.text = () => '554 DT:SPM'), 'message'],
    ['the relay is refused', () => (server.recipient = () => '550 5.7.1 relaying denied'), 'message'],
    ['the server is busy', () => (server.recipient = () => '421 closing'), 'provider'],
  ])('%s: nothing is given up, and all goes out after the repair', async (_, breaks, fault) => {
    breaks()
    const post = smtp(server.url, 'sale@example.cn')
    const mails = [mail('a@example.cn'), mail('b@example.cn')]
    await putMails(store.db, mails, now)
    const box = sender(post.deliver)
    await box.run()
    for (let i = 0; i < 4; i++) await box.goOn()
    expect(box.health.at(-1)).toBeTypeOf('string')
    expect((await rows()).filter(({ sentAt, nextAttemptAt }) => sentAt !== null || nextAttemptAt === null)).toEqual([])
    reset()
    if (fault === 'message') now = later(now, RETRY_AFTER_MS[0]!)
    await box.goOn()
    await box.stop()
    post.close()
    expect((await rows()).map(({ sentAt }) => sentAt)).toEqual([now, now])
    expect(box.health.at(-1)).toBeNull()
    expect(server.accepted).toHaveLength(2)
  })

  test('says nothing: a code goes out once it speaks again', async () => {
    server.greets = false
    const post = smtp(server.url, 'sale@example.cn')
    await putMails(store.db, [mail(), { ...mail('code@example.cn'), secretUntil: later(now, 600_000) }], now)
    const box = sender(post.deliver)
    await box.run()
    server.greets = true
    expect((await box.goOn()).toSorted((a, b) => a - b)).toEqual([500, 1_000])
    await box.stop()
    post.close()
    expect((await rows()).map(({ sentAt }) => sentAt)).toEqual([now, now])
  }, 60_000)

  test('and takes it again lets the other lane go on at once', async () => {
    let away = true
    const box = sender(() => (away ? Promise.reject(new Error('away')) : Promise.resolve()))
    await putMails(store.db, [mail(), mail()], now)
    await box.run()
    away = false
    await putMails(store.db, [{ ...mail(), secretUntil: later(now, 600_000) }], now)
    // Only the codes' lane is free to try.
    await box.run()
    await vi.waitUntil(async () => (await rows()).every(({ sentAt }) => sentAt !== null))
    await box.stop()
  })
})

test('an expired code is given up without a try, and does not end the pause of the notices', async () => {
  const box = sender(() => Promise.reject(new Error('away')))
  const [notice, code] = [mail(), { ...mail(), secretUntil: later(now, 1_000) }]
  await putMails(store.db, [notice], now)
  await box.run()
  now = later(now, 1_000)
  await putMails(store.db, [code], now)
  await box.run()
  await box.stop()
  expect(await of(code.id)).toMatchObject({ sentAt: null, nextAttemptAt: null })
  expect(await of(notice.id)).toMatchObject({ attempts: 1 })
})

test('a code waits for no code that a slow provider is still taking', async () => {
  const code = (to: string) => ({ ...mail(to), secretUntil: later(now, 600_000) })
  const slow: PromiseWithResolvers<void> = Promise.withResolvers()
  const begun: string[] = []
  const box = sender(({ recipient }) => {
    begun.push(recipient)
    return recipient === 'slow@example.cn' ? slow.promise : Promise.resolve()
  })
  await putMails(store.db, [code('slow@example.cn')], now)
  const all = box.run()
  await vi.waitUntil(() => begun.length === 1)
  await putMails(store.db, [code('next@example.cn')], now)
  void box.run()
  await vi.waitUntil(() => begun.length === 2)
  slow.resolve()
  await all
  await box.stop()
  expect((await rows()).map(({ sentAt }) => sentAt)).toEqual([now, now])
})

test('an empty outbox is read once for each lane', async () => {
  let reads = 0
  const outbox = outboxOf()
  const box = startSender({
    outbox: { ...outbox, takeDue: (...of) => ((reads += 1), outbox.takeDue(...of)) },
    deliver: () => Promise.resolve(),
    clock,
    logger: quiet,
    sent: mailCounter(),
    onHealth: () => undefined,
    after: () => () => undefined,
  })
  await box.run()
  await box.stop()
  expect(reads).toBe(2)
})

describe('an address that the provider does not know', () => {
  test.each(['550 no such user', '550 5.1.1 no such user', '553 5.1.3 bad address', '551 not here'])(
    'is final: %s',
    async (answer) => {
      server.recipient = (address) => (address.startsWith('gone') ? answer : '250 OK')
      const post = smtp(server.url, 'sale@example.cn')
      const [gone, good] = [mail('gone@example.cn'), mail('good@example.cn')]
      await putMails(store.db, [gone, good], now)
      const box = sender(post.deliver)
      await box.run()
      await box.stop()
      post.close()
      const error = expect.stringContaining(answer.slice(0, 3)) as string
      expect(await of(gone.id)).toMatchObject({ sentAt: null, nextAttemptAt: null, error })
      expect(await of(good.id)).toMatchObject({ sentAt: now })
      // It says nothing about the provider.
      expect(box.health).toEqual([null])
    },
  )

  test.each(['451 try later', '552 5.2.2 mailbox full', '450 4.1.1 greylisted', '550 5.7.1 blocked'])(
    'but not for now: %s',
    async (answer) => {
      server.recipient = () => answer
      const post = smtp(server.url, 'sale@example.cn')
      const full = mail()
      await putMails(store.db, [full], now)
      const box = sender(post.deliver)
      for (const pause of [...RETRY_AFTER_MS, RETRY_AFTER_MS.at(-1)!]) {
        await box.goOn()
        expect(await of(full.id)).toMatchObject({ sentAt: null, nextAttemptAt: later(now, pause) })
        now = later(now, pause)
      }
      await box.stop()
      post.close()
    },
  )

  test('is asked once more where the provider was at fault before: then it says so of any', async () => {
    const post = smtp(server.url, 'sale@example.cn')
    const [one, other] = [mail('one@example.cn'), mail('other@example.cn')]
    await putMails(store.db, [one], now)
    const box = sender(post.deliver)
    server.sender = () => '553 not yours'
    await box.goOn()
    reset()
    server.recipient = () => '550 5.1.1 no such user'
    await box.goOn()
    expect(await of(one.id)).toMatchObject({ nextAttemptAt: later(now, RETRY_AFTER_MS[0]!), refusals: 1 })
    await putMails(store.db, [other], now)
    await box.goOn()
    expect(await of(other.id)).toMatchObject({ nextAttemptAt: null, refusals: 1 })
    now = later(now, RETRY_AFTER_MS[0]!)
    await box.goOn()
    await box.stop()
    post.close()
    expect(await of(one.id)).toMatchObject({ nextAttemptAt: null, refusals: 2 })
  })
})

test('a code does not wait for the notices before it, and connections stay open', async () => {
  server.slowness = 50
  const post = smtp(server.url, 'sale@example.cn')
  const connections = server.connections
  await putMails(
    store.db,
    Array.from({ length: 40 }, (_, i) => mail(`notice${i}@example.cn`)),
    now,
  )
  const box = sender(post.deliver)
  const all = box.run()
  await vi.waitUntil(() => server.accepted.length > 1)
  await putMails(store.db, [{ ...mail('code@example.cn'), secretUntil: later(now, 600_000) }], now)
  const before = server.accepted.length
  await box.run()
  await vi.waitUntil(() => server.accepted.some((text) => text.includes('code@example.cn')))
  const place = server.accepted.findIndex((text) => text.includes('code@example.cn'))
  await all
  await box.run()
  await box.stop()
  post.close()
  expect(place).toBeLessThan(before + 20)
  expect(server.accepted).toHaveLength(41)
  expect(server.connections - connections).toBeLessThanOrEqual(4)
})

test(
  'many messages behind a provider that alternates silence, refusals and health: each arrives once',
  async () => {
    const count = FULL ? 10_000 : 300
    const arrived = new Map<string, number>()
    let calls = 0
    const moods = ['good', 'silent', 'busy', 'refusing', 'good'] as const
    const box = sender(({ id, recipient }) => {
      calls += 1
      const mood = moods[Math.floor(calls / 37) % moods.length]
      if (mood === 'silent') return Promise.reject(new Error('Greeting never received'))
      if (mood === 'busy') return Promise.reject(new NotSentError('message', '451 later'))
      if (mood === 'refusing') return Promise.reject(new NotSentError('provider', '553 not yours'))
      if (recipient.startsWith('gone')) return Promise.reject(new NotSentError('address', '550 5.1.1 none'))
      arrived.set(id, (arrived.get(id) ?? 0) + 1)
      return Promise.resolve()
    })
    const mails = Array.from({ length: count }, (_, i) =>
      mail(i % 50 === 0 ? `gone${i}@example.cn` : `good${i}@example.cn`),
    )
    for (let at = 0; at < count; at += 500) await putMails(store.db, mails.slice(at, at + 500), now)
    for (let turns = 0; turns < 100 * count && (await waitingMails(store.db)).waiting > 0; turns++) {
      await box.goOn()
      now = later(now, 15_000)
    }
    await box.stop()
    const good = mails.filter(({ recipient }) => recipient.startsWith('good'))
    expect(good.filter(({ id }) => arrived.get(id) !== 1)).toEqual([])
    expect(arrived.size).toBe(good.length)
  },
  FULL ? 3_600_000 : 60_000,
)

test('of several nodes each mail is with one; that of a node that died comes back after its lease', async () => {
  const sent: string[] = []
  const mails = Array.from({ length: 20 }, () => mail())
  await putMails(store.db, mails, now)
  const [dropped] = await takeDue(store.db, 'mail', 'notices', now, 1)
  const boxes = [1, 2, 3].map(() =>
    sender(({ id }) => {
      sent.push(id)
      return Promise.resolve()
    }),
  )
  await Promise.all(boxes.map((box) => box.run()))
  expect(sent.toSorted()).toEqual(
    mails
      .map(({ id }) => id)
      .filter((id) => id !== dropped!.id)
      .toSorted(),
  )

  now = later(now, 10 * 60_000)
  await boxes[0]!.run()
  await Promise.all(boxes.map((box) => box.stop()))
  expect(sent).toContain(dropped!.id)
})

test('a provider that takes nothing is said in /readyz and /metrics until it takes a message', async () => {
  server.sender = () => '553 Mail from must equal authorized user'
  await putMails(store.db, [mail()], now)
  const post = startMail(
    { smtpUrl: server.url, mailFrom: 'sale@example.cn', smsUrl: null, smsToken: null },
    store.db,
    clock,
    quiet,
  )
  const failing = () => /outbox_channel_failing\{channel="mail"\} (\d)/.exec(exposition(post.metrics))?.[1]
  expect([post.impaired(), failing()]).toEqual([[], '0'])
  post.wake()
  await vi.waitUntil(() => post.impaired().length > 0, { timeout: 15_000 })
  expect(post.impaired()).toMatchObject([{ lacks: 'messages' }])
  expect(post.impaired()[0]?.message).toMatch(/^mail: .*553/)
  expect(failing()).toBe('1')
  reset()
  // The lane pauses, and goes on by itself.
  await vi.waitUntil(() => post.impaired().length === 0, { timeout: 15_000 })
  expect(failing()).toBe('0')
  await post.stop()
  expect(server.accepted).toHaveLength(1)
})

test('without a mail server they stay to be seen', async () => {
  await putMails(store.db, [mail()], now)
  const post = startMail(
    { smtpUrl: null, mailFrom: 'sale@example.cn', smsUrl: null, smsToken: null },
    store.db,
    clock,
    quiet,
  )
  await post.stop()
  expect(await only()).toMatchObject({ sentAt: null, error: null, attempts: 0 })
})

test('a stopping sender finishes the mail under way and begins no other', async () => {
  await putMails(store.db, [mail(), mail()], now)
  let sent = 0
  const box = sender(async () => {
    sent++
    void box.stop()
    await Promise.resolve()
  })
  await box.run()
  await box.stop()
  expect(sent).toBe(1)
})
