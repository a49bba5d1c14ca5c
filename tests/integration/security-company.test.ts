import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_PAYMENT_TERMS } from '../../src/domain/trade/money.ts'
import { DEFAULT_RULE } from '../../src/domain/rule.ts'
import { listCalls } from '../../src/contract/openapi.ts'
import { agreementText } from '../../src/server/company/agreement.ts'
import { later } from '../../src/domain/units.ts'
import * as schema from '../../src/server/store/schema.ts'
import { agreementOf, apply, approve, formWith, infoOf, submitForm } from '../support/http/company.ts'
import type { Form } from '../support/http/company.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { licenseOf, upload } from '../support/http/upload.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'

let house: House
let admin: string
let newbie: string
const token = (who: Login) => sellerToken(house, who)

beforeAll(async () => {
  house = await openHouse({ limits: { upload: { most: 1_000, oneEveryMs: 1 } } })
  await addPeople(house)
  ;[admin, newbie] = [await token('admin'), await token('newbie')]
})
afterAll(() => house.close())

const operatorCalls = listCalls().filter(([, { path }]) => path.startsWith('/operator/'))
const both = { zh: '', en: '' }
const SETTINGS = {
  help: both,
  payment: both,
  question: both,
  about: both,
  companyAddress: both,
  copyright: { zh: '', en: '' },
  licences: [],
  phone: '',
  appAddress: '',
  shop: '',
  backOffice: '',
  paymentTerms: DEFAULT_PAYMENT_TERMS,
  workingDays: { off: [], working: [] },
  frames: [],
}
const WRITTEN = { titleZh: '一', titleEn: 'a', summaryZh: '一', summaryEn: 'a', bodyZh: '一', bodyEn: 'a' }
const OF_SALE = { scheduleTimelineId: 'x' }
/** Bodies that would succeed with permission. */
const BODY: Readonly<Record<string, unknown>> = {
  certificationApprove: { certificationId: 'x' },
  certificationRefuse: { certificationId: 'x', reason: 'x' },
  roleSave: { code: 'clerk', version: 0, nameZh: '文员', nameEn: 'Clerk', permissions: [] },
  roleDelete: { code: 'none', version: 1 },
  userRolesSave: { userId: 'x', roles: [], was: [] },
  userErase: { userId: 'x', reason: 'x' },
  userSignOut: { userId: 'x' },
  userSuspend: { userId: 'admin', reason: 'x' },
  userReinstate: { userId: 'suspended' },
  settingsChange: SETTINGS,
  salePublish: OF_SALE,
  saleBidderAdmit: { ...OF_SALE, companyId: 'x' },
  saleBidderDecline: { ...OF_SALE, companyId: 'x', reason: 'x' },
  saleBidderDismiss: { ...OF_SALE, biddingNumber: 1, reason: 'x' },
  saleLimitSet: { ...OF_SALE, biddingNumber: 1, currency: 'CNY', most: null },
  depositSet: { companyId: 'x', currency: 'CNY', amount: null },
  saleDealHold: { ...OF_SALE, contractObjectId: 'x', reason: 'x' },
  saleDealRelease: { ...OF_SALE, contractObjectId: 'x', reason: 'x' },
  saleDealCancel: { ...OF_SALE, contractObjectId: 'x', reason: 'x' },
  contractVerify: { contractId: 'x', hash: 'a'.repeat(64) },
  outboxSend: { id: 'x' },
  paymentRecord: {
    contractId: 'x',
    claim: 'deposit',
    kind: 'received',
    amount: '1.00',
    day: '2026-11-20',
    reference: '',
    corrects: null,
    over: false,
  },
  saleDealOffer: { ...OF_SALE, contractObjectId: 'x', minutes: 5 },
  termSave: { kind: 'species', code: 'x', zh: '试验木', en: 'Test wood', was: null },
  scheduleSave: { scheduleId: 'x', version: 1, nameZh: '专场', nameEn: 'Sale', venueZh: '太仓', venueEn: 'Taicang' },
  scheduleDelete: { scheduleId: 'x', version: 1 },
  newsSave: { newsId: null, version: 0, content: { ...WRITTEN, type: 1, publishedTime: '2026-11-20T02:00:00.000Z' } },
  newsDelete: { newsId: 'x', version: 1 },
  documentSave: { name: 'x', version: 1, content: WRITTEN },
  bannerSave: {
    bannerId: null,
    version: 0,
    content: {
      titleZh: '横幅',
      titleEn: 'Banner',
      textZh: '',
      textEn: '',
      href: '',
      picture: null,
      position: 1,
      shownFrom: '2026-11-20T02:00:00.000Z',
      shownUntil: null,
    },
  },
  bannerDelete: { bannerId: 'x', version: 1 },
  contentPicture: { fileName: 'x' },
  sessionSave: {
    scheduleTimelineId: 'x',
    scheduleId: 'x',
    version: 1,
    content: {
      startTime: '2031-01-02T02:00:00.000Z',
      signUpDeadline: '2031-01-01T02:00:00.000Z',
      hostAccountId: null,
      rule: DEFAULT_RULE,
      reservePolicy: 'allowed',
      deposits: [],
      depositFactor: 1,
    },
  },
  sessionDelete: { ...OF_SALE, version: 1 },
  sessionCopy: { ...OF_SALE, startTime: '2031-01-02T02:00:00.000Z' },
  lotAccept: { ...OF_SALE, lots: [{ lotDraftId: 'x', version: 1 }] },
  lotReturn: { ...OF_SALE, lots: [{ lotDraftId: 'x', version: 1 }], remark: 'x' },
  lotOrder: { ...OF_SALE, lotDraftIds: ['x'] },
  salePostpone: { ...OF_SALE, startTime: '2031-01-02T02:00:00.000Z', reason: 'x' },
  saleCancel: { ...OF_SALE, reason: 'x' },
  depositRecord: {
    ...OF_SALE,
    companyId: 'x',
    after: 0,
    kind: 'received',
    currency: 'CNY',
    amount: '1.00',
    day: '2026-11-20',
    reference: 'x',
  },
  depositObjectionAnswer: { ...OF_SALE, companyId: 'x', after: 0, hold: 1, answer: 'upheld', reason: 'x' },
  bankFileRead: { name: 'camt.xml', gzip: false, bytes: 'eA==' },
  bankEntryRecord: { id: 'x', reference: 'x', claim: null, over: false, another: '', rate: null },
  bankEntryTakeBack: { id: 'x', of: { kind: 'contract', contractId: 'x', seq: 1 } },
  bankEntryLeave: { id: 'x', why: 'x' },
}
const QUERY: Readonly<Record<string, Record<string, string>>> = {
  saleBidderList: OF_SALE,
  saleDealList: OF_SALE,
  sessionLotList: OF_SALE,
  depositList: { ...OF_SALE, companyId: 'x' },
  depositRefundList: OF_SALE,
}
const grant = (who: Login, ...permissions: string[]) =>
  house.store.db.update(schema.account).set({ permissions }).where(eq(schema.account.id, who))

describe('the operator’s calls', () => {
  const STRANGERS = ['newbie', 'pending', 'buyer1', 'seller1', 'host', 'audience1', 'suspended'] as const
  let strangers: readonly (readonly [Login, string])[]
  let suspended: string
  let venue: string
  beforeAll(async () => {
    strangers = await Promise.all(STRANGERS.map(async (who) => [who, await token(who)] as const))
    suspended = await token('suspended')
    venue = await venueToken(house, 'host', await addSale(house, { stand: 'published' }))
  })

  test.each(operatorCalls)('%s is the operator’s alone', async (name, call) => {
    const ask = (bearer: string | undefined) =>
      house.ask(call.method, call.path.replace(/\{\w+\}/, 'x'), {
        token: bearer,
        ...(name in BODY && { body: BODY[name] }),
        ...(name in QUERY && { query: QUERY[name] ?? {} }),
      })
    expect([name, name in BODY]).toEqual([name, call.body !== undefined])
    for (const [who, bearer] of strangers)
      expect([who, (await ask(bearer)).reason]).toEqual([who, 'auth.not_permitted'])
    expect((await ask(undefined)).code).toBe(401)
    expect((await ask(venue)).reason).toBe('auth.wrong_token_kind')
    expect([200, 404, 601]).toContain((await ask(admin)).code)
    expect((await infoOf(house, suspended)).status).toBe(name === 'userReinstate' ? 2 : 0)
    await house.store.db.update(schema.account).set({ status: 0 }).where(eq(schema.account.id, 'suspended'))
  })

  test('each asks for its own permission, and takes no part of one', async () => {
    const clerk = await token('host')
    const list = async () => (await house.ask('GET', '/operator/user/list', { token: clerk })).code
    for (const [permissions, code] of [
      [['user:account:list'], 200],
      [['user:certification:review', 'system:outbox:list'], 403],
      [['user:account'], 403],
      [['user:*:*'], 403],
      [['*'], 403],
      [['USER:ACCOUNT:LIST'], 403],
      [['*:*:*'], 200],
      [[], 403],
    ] as const) {
      await grant('host', ...permissions)
      expect([permissions, await list()]).toEqual([permissions, code])
    }
  })

  test('what was permitted when a person signed in counts for nothing', async () => {
    await grant('host', 'user:account:list')
    const clerk = await token('host')
    expect((await house.ask('GET', '/operator/user/list', { token: clerk })).code).toBe(200)
    await grant('host')
    expect((await house.ask('GET', '/operator/user/list', { token: clerk })).code).toBe(403)
  })
})

describe('a form', () => {
  test('sets nothing but its own fields', async () => {
    const form = formWith(await licenseOf(house, newbie))
    for (const extra of [
      { status: 4 },
      { state: 'approved' },
      { companyId: 'c1' },
      { agreementStatus: 1 },
      { roles: ['admin'] },
      { permissions: ['*:*:*'] },
      { accountId: 'buyer1' },
      { id: 'x' },
      { reviewedBy: 'admin' },
    ]) {
      expect(await submitForm(house, newbie, { ...form, ...extra })).toMatchObject({
        code: 400,
        errors: [{ path: `body.${Object.keys(extra)[0]}`, code: 'unrecognized_keys' }],
      })
    }
    expect((await submitForm(house, newbie, JSON.parse('{"__proto__":{"status":4}}'))).code).toBe(400)
    expect(await infoOf(house, newbie)).toMatchObject({ status: 2, company: null, roles: [], permissions: [] })
    for (const [path, body] of [
      ['/operator/certification/approve', { certificationId: 'x', status: 4 }],
      ['/operator/user/suspend', { userId: 'x', reason: 'x', status: 4 }],
      ['/user/serviceAgreement/sign', { hash: 'a'.repeat(64), password: 'x', agreed: true, version: 1 }],
    ] as const)
      expect((await house.ask('POST', path, { token: admin, body })).code).toBe(400)
  })

  test('takes no document but the applicant’s own picture', async () => {
    const theirs = await licenseOf(house, await token('buyer1'))
    expect(await submitForm(house, newbie, formWith(theirs))).toMatchObject({
      code: 601,
      reason: 'certification.not_yours',
    })
    expect(await submitForm(house, newbie, formWith(`/common/files/${'A'.repeat(32)}`))).toMatchObject({
      code: 601,
      reason: 'certification.not_yours',
    })
    const { fileName } = await upload(house, newbie, [{ name: 'a.txt', bytes: 'no picture' }])
    expect(await submitForm(house, newbie, formWith(fileName ?? ''))).toMatchObject({
      code: 601,
      reason: 'file.picture_type',
    })
    for (const path of [
      '',
      'https://evil.example/a.jpg',
      '//evil.example/x',
      '/common/files/../../etc/passwd',
      'javascript:alert(1)',
      '/common/pictures/x',
    ]) {
      expect(await submitForm(house, newbie, formWith(path))).toMatchObject({
        code: 400,
        errors: [{ path: 'body.businessLicense' }],
      })
    }
  })

  test('keeps to what a register would take', async () => {
    const license = await licenseOf(house, newbie)
    const wrong: readonly [string, string][] = [
      ['creditCode', '91310000MA1K'],
      ['country', 'China'],
      ['bankAccount', "1' OR '1'='1"],
      ['zipCode', '<b>'],
      ['phone', 'javascript:'],
      ['name', 'a\nb'],
      ['name', '  '],
      ['name', 'x'.repeat(121)],
      ['name', 'abc\u202Efdp.exe'],
      ['legalPerson', 'a\u0007'],
      ['address', 'a\u2066b'],
    ]
    for (const [field, value] of wrong) {
      expect([
        field,
        value,
        (await submitForm(house, newbie, formWith(license, { [field]: value }))).errors?.[0]?.path,
      ]).toEqual([field, value, `body.${field}`])
    }
    const large = await submitForm(house, newbie, formWith(license, { name: 'x'.repeat(10 * 1024 * 1024) }))
    expect(large).toMatchObject({ code: 413, reason: 'input.too_large' })
  })

  test('may hold HTML: it stays text, in the list, in the mail and in the agreement', async () => {
    const html = '<img src=x onerror=alert(1)>[a](javascript:b)`c`&lt;'
    const id = await apply(house, 'newbie', {
      name: html,
      address: html,
      detailedAddress: html,
      legalPerson: html,
      bank: html,
    })
    const info = await house.ask('GET', `/operator/certification/${id}`, { token: admin })
    expect(info.data).toMatchObject({ form: { name: html, address: html, legalPerson: html, bank: html } })
    expect(info.http.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    await approve(house, admin, id)
    const { text } = await agreementOf(house, newbie)
    // Markdown is escaped: a company's name can make no element and no link.
    expect(text).toContain('\\<img src=x onerror=alert\\(1\\)\\>\\[a\\]\\(javascript:b\\)\\`c\\`\\&lt;')
    expect(text?.replaceAll(/\\./g, '')).not.toMatch(/[<>[\]`&]/)
    const mails = await house.store.db
      .select()
      .from(schema.outbox)
      .where(eq(schema.outbox.recipient, 'newbie@example.com'))
    expect(mails.every(({ subject }) => !/[\r\n]/.test(subject))).toBe(true)
  })
})

const textOf = (form: Form) => agreementText(form, { zh: form.name, en: form.name })

describe('another’s company', () => {
  test('is not read or signed for by who is not certified for it', async () => {
    await house.store.db
      .update(schema.account)
      .set({ status: 3, companyId: 'c1' })
      .where(eq(schema.account.id, 'pending'))
    const waiting = await token('pending')
    const form = formWith('/common/files/x')
    const { zh, en, hash } = textOf(form)
    await house.store.db
      .insert(schema.serviceAgreement)
      .values({ companyId: 'c1', version: 1, textZh: zh, textEn: en, hash, generatedAt: house.clock.now() })
    const sign = (bearer: string, of: Record<string, unknown> = {}) =>
      house.ask('POST', '/user/serviceAgreement/sign', {
        token: bearer,
        body: { hash, password: PASSWORD, agreed: true, ...of },
      })
    expect(await sign(waiting)).toMatchObject({ code: 601, reason: 'agreement.none' })
    expect(await sign(await token('buyer2'))).toMatchObject({ code: 601, reason: 'agreement.none' })
    expect(await sign(await token('suspended'))).toMatchObject({ code: 403, reason: 'auth.account_suspended' })
    expect((await agreementOf(house, await token('buyer2'))).text).toBeNull()
    expect(await sign(await token('buyer1'))).toMatchObject({ code: 200 })
  })

  test('a hash of an older version signs nothing', async () => {
    const form = formWith('/common/files/x', { name: '新名称有限公司' })
    const [old, next] = [textOf(formWith('/common/files/x')), textOf(form)]
    await house.store.db.insert(schema.serviceAgreement).values({
      companyId: 'c1',
      version: 2,
      textZh: next.zh,
      textEn: next.en,
      hash: next.hash,
      generatedAt: house.clock.now(),
    })
    const buyer = await token('buyer1')
    const sign = (hash: string) =>
      house.ask('POST', '/user/serviceAgreement/sign', {
        token: buyer,
        body: { hash, password: PASSWORD, agreed: true },
      })
    expect(await sign(old.hash)).toMatchObject({ code: 601, reason: 'agreement.changed' })
    expect(await sign(next.hash.toUpperCase())).toMatchObject({ code: 400 })
    expect(await sign(next.hash)).toMatchObject({ code: 200 })
    const rows = await house.store.db
      .select()
      .from(schema.serviceAgreement)
      .where(eq(schema.serviceAgreement.companyId, 'c1'))
    expect(rows.map(({ version, signedBy }) => [version, signedBy])).toEqual(
      expect.arrayContaining([
        [1, 'buyer1'],
        [2, 'buyer1'],
      ]),
    )
  })

  test('guessing the password at the signature is slowed down like at the door', async () => {
    const { hash } = textOf(formWith('/common/files/y', { name: '第三版' }))
    await house.store.db
      .insert(schema.serviceAgreement)
      .values({ companyId: 'c3', version: 1, textZh: 'x', textEn: 'x', hash, generatedAt: house.clock.now() })
    const thief = await token('buyer3')
    const reasons: (string | undefined)[] = []
    for (let i = 0; i < 11; i++) {
      reasons.push(
        (
          await house.ask('POST', '/user/serviceAgreement/sign', {
            token: thief,
            body: { hash, password: `Guess${i}00`, agreed: true },
          })
        ).reason,
      )
    }
    expect(reasons.slice(0, 10)).toEqual(Array(10).fill('account.wrong_password'))
    expect(reasons[10]).toBe('auth.too_many_attempts')
  })
})

describe('the outbox', () => {
  test('shows a secret only where nothing else carries it, and while it is good', async () => {
    const now = house.clock.now()
    const put = (id: string, of: Partial<typeof schema.outbox.$inferInsert>) =>
      house.store.db.insert(schema.outbox).values({
        id,
        recipient: 'a@example.com',
        subject: id,
        body: '493817',
        createdAt: now,
        secretUntil: later(now, 60_000),
        ...of,
      })
    await put('fresh', {})
    await put('stale', { secretUntil: later(now, -1) })
    await put('sent', { sentAt: now })
    await put('wiped', { body: '' })
    await put('plain', { secretUntil: null, body: 'news' })
    await put('short', { channel: 'sms', recipient: '+8613800000000' })
    const bodies = async (of: House) => {
      const { rows } = await of.ask('GET', '/operator/outbox/list', { token: admin, query: { pageSize: '100' } })
      const all = Object.fromEntries(
        (rows as { subject: string; body: string | null }[]).map(({ subject, body }) => [subject, body]),
      )
      return ['fresh', 'stale', 'sent', 'wiped', 'plain', 'short'].map((subject) => all[subject])
    }
    expect(await bodies(house)).toEqual(['493817', null, null, null, 'news', '493817'])
  })
})
