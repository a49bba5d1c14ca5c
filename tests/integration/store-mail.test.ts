import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { instant, later } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { startMail } from '../../src/server/mail/index.ts'
import { mailCounter, RETRY_AFTER_MS, startSender, type Deliver } from '../../src/server/mail/sender.ts'
import { smtp } from '../../src/server/mail/smtp.ts'
import type { Store } from '../../src/server/store/open.ts'
import { keepFailed, keepSent, listMails, putMails, takeDue } from '../../src/server/store/outbox.ts'
import { startSmtpServer, type SmtpServer } from '../support/store/smtp-server.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { emptied } from '../support/store/emptied.ts'

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
  server.recipient = () => '250 OK'
})
afterAll(async () => {
  await server.close()
  await store.close()
})

const outbox = () => ({
  takeDue: takeDue.bind(null, store.db),
  keepSent: keepSent.bind(null, store.db),
  keepFailed: keepFailed.bind(null, store.db),
})
const sender = (deliver: Deliver) =>
  startSender({ outbox: outbox(), deliver, clock, logger: quiet, sent: mailCounter() })
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

test('when the server is away it is tried again, later and later, and at last given up with what was said', async () => {
  const box = sender(() => Promise.reject(new Error('connect ECONNREFUSED')))
  await putMails(store.db, [mail()], now)
  for (const pause of RETRY_AFTER_MS) {
    await box.run()
    expect(await only()).toMatchObject({
      sentAt: null,
      error: 'connect ECONNREFUSED',
      nextAttemptAt: later(now, pause),
    })
    now = later(now, pause - 1)
    await box.run()
    now = later(now, 1)
  }
  await box.run()
  await box.stop()
  expect(await only()).toMatchObject({ sentAt: null, nextAttemptAt: null, attempts: RETRY_AFTER_MS.length + 1 })
})

test('a recipient that the mail server refuses for good is given up at once, one refused for now is not', async () => {
  server.recipient = (address) =>
    address.startsWith('gone') ? '550 no such user' : address.startsWith('full') ? '451 try later' : '250 OK'
  const post = smtp(server.url, 'sale@example.cn')
  const [gone, full, good] = [mail('gone@example.cn'), mail('full@example.cn'), mail('good@example.cn')]
  await putMails(store.db, [gone, full, good], now)
  const box = sender(post.deliver)
  await box.run()
  await box.stop()
  post.close()

  const { rows } = await listMails(store.db, { offset: 0, limit: 10 })
  const of = (id: string) => rows.find((row) => row.id === id)
  expect(of(gone.id)).toMatchObject({
    sentAt: null,
    nextAttemptAt: null,
    error: expect.stringContaining('550') as string,
  })
  expect(of(full.id)).toMatchObject({
    sentAt: null,
    nextAttemptAt: later(now, RETRY_AFTER_MS[0]!),
    error: expect.stringContaining('451') as string,
  })
  expect(of(good.id)).toMatchObject({ sentAt: now })
})

test('of several nodes each mail is with one; that of a node that died comes back after its lease', async () => {
  const sent: string[] = []
  const mails = Array.from({ length: 20 }, () => mail())
  await putMails(store.db, mails, now)
  const [dropped] = await takeDue(store.db, now, 1)
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
