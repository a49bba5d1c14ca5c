import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { hasWrongCheckDigit, isCreditCode } from '../../src/contract/creditCode.ts'
import { seedDocuments } from '../../src/server/content/seed.ts'
import * as schema from '../../src/server/store/schema.ts'
import {
  agreementOf,
  apply,
  approve,
  creditCodeFor,
  formWith,
  infoOf,
  refuse,
  submitForm,
} from '../support/http/company.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, textIn } from '../support/http/people.ts'
import { download, licenseOf } from '../support/http/upload.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

let house: House
let published: Sale
let admin: string
const token = (who: Login) => sellerToken(house, who)

beforeAll(async () => {
  house = await openHouse({ limits: { upload: { most: 1_000, oneEveryMs: 1 } } })
  await addPeople(house)
  published = await addSale(house, { stand: 'published' })
  admin = await token('admin')
})
afterAll(() => house.close())

const mailsTo = async (login: string) =>
  (
    await house.store.db
      .select()
      .from(schema.outbox)
      .where(eq(schema.outbox.recipient, `${login}@example.com`))
  ).map(({ subject, body }) => ({ subject, body }))
const catalogueOf = async (bearer: string) =>
  (
    await house.ask('GET', '/auction/contractObject/list', {
      token: bearer,
      query: { scheduleTimelineId: published.id },
    })
  ).code

describe('a new user becomes a certified company', () => {
  let newbie: string
  let first: string

  test('the applicant submits the form, is to be certified (3), and sees the submitted form; one application at a time', async () => {
    newbie = await token('newbie')
    expect((await house.ask('GET', '/user/company/getInfo', { token: newbie })).data).toEqual({
      status: 2,
      agreementStatus: 0,
      form: null,
      certification: null,
      bank: null,
    })
    expect(await catalogueOf(newbie)).toBe(403)
    first = await apply(house, 'newbie')
    const info = await house.ask('GET', '/user/company/getInfo', { token: newbie })
    // Written as a register would: no spaces in the account, capitals in the code.
    expect(info.data).toMatchObject({
      status: 3,
      agreementStatus: 0,
      form: { name: '苏州清木有限公司', bankAccount: '4563510000000001' },
      certification: { certificationId: first, state: 'pending' },
    })
    const again = await Promise.all(
      [1, 2].map(async () => submitForm(house, newbie, formWith(await licenseOf(house, newbie)))),
    )
    expect(again.map(({ reason }) => reason)).toEqual(['certification.pending', 'certification.pending'])
  })

  test('the operator finds it first in the list, looks at the license, and sends it back with a reason', async () => {
    const list = await house.ask('GET', '/operator/certification/list', { token: admin })
    expect(list.rows?.[0]).toMatchObject({
      certificationId: first,
      state: 'pending',
      companyName: '苏州清木有限公司',
      country: 'CN',
      applicant: { userId: 'newbie', account: 'newbie' },
    })
    const info = await house.ask('GET', `/operator/certification/${first}`, { token: admin })
    expect(info.data).toMatchObject({ form: { legalPerson: '清木子' }, shares: [] })
    const { form } = info.data as { form: { businessLicense: string } }
    const license = await download(house, admin, form.businessLicense)
    expect(license.headers['content-type']).toBe('image/jpeg')

    expect(await refuse(house, admin, first, '执照照片模糊')).toMatchObject({ code: 200 })
    expect((await house.ask('GET', '/user/company/getInfo', { token: newbie })).data).toMatchObject({
      status: 2,
      form: { name: '苏州清木有限公司' },
      certification: { state: 'refused', reason: '执照照片模糊' },
    })
    const [mail] = await mailsTo('newbie')
    expect(mail?.subject).toBe('企业认证未通过 · Your company could not be certified yet')
    expect(mail?.body).toContain('执照照片模糊')
    expect(await catalogueOf(newbie)).toBe(403)
  })

  test('the second time it is approved: 4, a company, the role of a buyer, an agreement to sign, and the catalogue opens', async () => {
    const second = await apply(house, 'newbie')
    expect(await approve(house, admin, second)).toMatchObject({ code: 200, msg: '操作成功' })
    const info = await infoOf(house, newbie)
    expect(info).toMatchObject({
      status: 4,
      agreementStatus: 2,
      roles: ['buyer'],
      company: { name: '苏州清木有限公司' },
    })
    expect(await catalogueOf(newbie)).toBe(200)
    const [company] = await house.store.db
      .select()
      .from(schema.company)
      .where(eq(schema.company.id, info.company!.companyId))
    expect(company).toMatchObject({
      creditCode: creditCodeFor(1),
      legalPerson: '清木子',
      bankAccount: '4563510000000001',
      country: 'CN',
      agreementStatus: 2,
    })
    expect((await mailsTo('newbie')).map(({ subject }) => subject)).toContain(
      '贵公司已通过企业认证 · Your company is certified',
    )
    // A decided application cannot be decided again.
    expect(await approve(house, admin, second)).toMatchObject({ code: 601, reason: 'certification.decided' })
    expect(await refuse(house, admin, second, 'changed my mind')).toMatchObject({
      code: 601,
      reason: 'certification.decided',
    })
  })

  test('signing up needs the agreement signed: the password again, the hash that was read', async () => {
    const signUp = () =>
      house.ask('POST', '/auction/biddingRegistration/add', {
        token: newbie,
        body: { scheduleTimelineId: published.id },
      })
    expect(await signUp()).toMatchObject({ code: 601, reason: 'bidder.no_agreement' })
    const [zh, en] = [await agreementOf(house, newbie), await agreementOf(house, newbie, 'en_US')]
    expect(zh).toMatchObject({ status: 2, version: 1, signedAt: null, signedBy: null })
    expect(zh.text).toContain('苏州清木有限公司')
    expect(en.text).toMatch(/^# Platform service agreement/)
    expect(en.hash).toBe(zh.hash)

    const sign = (of: Record<string, unknown>) =>
      house.ask('POST', '/user/serviceAgreement/sign', {
        token: newbie,
        body: { hash: zh.hash, password: PASSWORD, agreed: true, ...of },
        headers: { 'user-agent': 'A phone', 'accept-language': 'en_US' },
      })
    expect(await sign({ password: 'wrong1' })).toMatchObject({ code: 601, reason: 'account.wrong_password' })
    expect(await sign({ hash: 'a'.repeat(64) })).toMatchObject({ code: 601, reason: 'agreement.changed' })
    expect(await sign({ agreed: false })).toMatchObject({ code: 400 })
    expect((await infoOf(house, newbie)).agreementStatus).toBe(2)
    const both = await Promise.all([sign({}), sign({})])
    expect(new Set(both.map(({ reason, code }) => reason ?? code))).toEqual(new Set([200, 'agreement.signed']))
    expect(await agreementOf(house, newbie)).toMatchObject({ status: 1, signedBy: 'newbie' })
    const [kept] = await house.store.db
      .select()
      .from(schema.serviceAgreement)
      .where(eq(schema.serviceAgreement.signedBy, 'newbie'))
    expect(kept?.evidence).toMatchObject({
      accountId: 'newbie',
      account: 'newbie',
      hash: zh.hash,
      address: '127.0.0.1',
      device: 'A phone',
      locale: 'en',
      version: '1',
      company: '苏州清木有限公司',
      consent: 'I have read this service agreement and accept it for 苏州清木有限公司.',
      at: new Date(kept?.signedAt ?? 0).toISOString(),
    })
    expect(JSON.stringify(kept)).not.toContain(PASSWORD)
    expect(await signUp()).toMatchObject({ code: 200, data: { biddingNumber: 1 } })
  })
})

describe('a certified company', () => {
  test('that changes its data trades on (4) until that is decided; refused, it stays certified', async () => {
    const newbie = await token('newbie')
    const change = await apply(house, 'newbie', { bank: '招商银行苏州分行', bankAccount: '6225 0000 0000 0009' })
    expect(await infoOf(house, newbie)).toMatchObject({ status: 4, agreementStatus: 1 })
    await refuse(house, admin, change, 'no')
    expect(await infoOf(house, newbie)).toMatchObject({ status: 4, agreementStatus: 1 })
  })

  test('signs anew only when what the agreement says of it has changed', async () => {
    const newbie = await token('newbie')
    await approve(
      house,
      admin,
      await apply(house, 'newbie', { bank: '招商银行苏州分行', bankAccount: '6225 0000 0000 0009' }),
    )
    expect(await agreementOf(house, newbie)).toMatchObject({ status: 1, version: 1 })
    const { company } = await infoOf(house, newbie)
    await approve(house, admin, await apply(house, 'newbie', { name: '苏州清木国际有限公司' }))
    expect(await infoOf(house, newbie)).toMatchObject({
      status: 4,
      agreementStatus: 2,
      company: { companyId: company?.companyId, name: '苏州清木国际有限公司' },
    })
    expect(await agreementOf(house, newbie)).toMatchObject({ status: 2, version: 2, signedAt: null })
  })

  test('gets the operator’s new text of the agreement while the one before is unsigned; what is signed stands', async () => {
    const newbie = await token('newbie')
    await seedDocuments(house.store.db, house.clock.now())
    const info = await house.ask('GET', '/operator/document/company-agreement', { token: admin })
    const { content } = z.object({ content: z.record(z.string(), z.string()) }).parse(info.data)
    expect(info.data).toMatchObject({
      kind: 'agreement',
      version: 1,
      content: { titleEn: 'Platform service agreement' },
    })
    const { bodyZh = '', bodyEn = '' } = content
    const save = (version: number, more: object) =>
      house.ask('POST', '/operator/document/save', {
        token: admin,
        body: { name: 'company-agreement', version, content: { ...content, ...more } },
      })
    for (const more of [
      { bodyZh: bodyZh.replace('{{legalPerson}}', '') },
      { bodyEn: `${bodyEn} {{bank}}` },
      { titleEn: 'Agreement of {{company}}' },
      { bodyEn: bodyEn.replaceAll('{{name}}', '{{ name }}') },
    ])
      expect(await save(1, more)).toMatchObject({ code: 601, reason: 'content.agreement_gaps' })
    expect(await agreementOf(house, newbie)).toMatchObject({ version: 2 })

    const added = (body: string) => `${body}\n\nZhangjiagang Timber Exchange Co., Ltd.`
    expect(await save(1, { bodyZh: added(bodyZh), bodyEn: added(bodyEn) })).toMatchObject({ code: 200 })
    const renewed = await agreementOf(house, newbie)
    expect(renewed).toMatchObject({ status: 2, version: 3, signedAt: null })
    expect(renewed.text).toContain('苏州清木国际有限公司')
    expect(renewed.text).toMatch(/Zhangjiagang Timber Exchange Co\., Ltd\.$/)
    // Saved once more without a change of the text, nothing is made anew.
    await save(2, { bodyZh: added(bodyZh), bodyEn: added(bodyEn) })
    expect(await agreementOf(house, newbie)).toMatchObject({ version: 3 })

    const body = { hash: renewed.hash, password: PASSWORD, agreed: true }
    expect(await house.ask('POST', '/user/serviceAgreement/sign', { token: newbie, body })).toMatchObject({ code: 200 })
    await save(3, { bodyZh, bodyEn })
    expect(await agreementOf(house, newbie)).toMatchObject({ status: 1, version: 3 })
    // The next approval that changes what the agreement says of the company takes the text of that day.
    await approve(
      house,
      admin,
      await apply(house, 'newbie', { name: '苏州清木国际有限公司', detailedAddress: '新桥路 1 号' }),
    )
    const next = await agreementOf(house, newbie)
    expect(next).toMatchObject({ status: 2, version: 4 })
    expect(next.text).toContain('新桥路 1 号')
    expect(next.text).not.toContain('Zhangjiagang')
    // The text with its gaps is for no reader; its name is in the operator's list.
    expect((await house.ask('GET', '/auction/document/company-agreement')).code).toBe(404)
    expect((await house.ask('GET', '/auction/document/list', { query: { kind: 'agreement' } })).rows).toMatchObject([
      { name: 'company-agreement', version: 4 },
    ])
  })

  test('is joined by who gives its number: the operator is told, and nothing of it changes', async () => {
    const { company } = await infoOf(house, await token('newbie'))
    const id = await apply(house, 'audience1', { name: '冒名公司', bankAccount: '6666 6666 6666', address: '别处' })
    const info = await house.ask('GET', `/operator/certification/${id}`, { token: admin })
    expect(info.data).toMatchObject({
      shares: [
        { companyId: company?.companyId, name: '苏州清木国际有限公司', what: 'creditCode' },
        { companyId: company?.companyId, what: 'legalPerson' },
      ],
    })
    await approve(house, admin, id)
    const joined = await token('audience1')
    expect(await infoOf(house, joined)).toMatchObject({
      status: 4,
      company: { companyId: company?.companyId, name: '苏州清木国际有限公司' },
      roles: ['audience', 'buyer'],
    })
    const [row] = await house.store.db.select().from(schema.company).where(eq(schema.company.id, company!.companyId))
    expect(row).toMatchObject({ bankAccount: '4563510000000001', form: { address: '江苏省苏州市' } })
    expect(await agreementOf(house, joined)).toMatchObject({ version: 4 })
  })

  test('of another country may have the same number', async () => {
    await approve(
      house,
      admin,
      await apply(house, 'pending', { country: 'DE', creditCode: 'HRB 1'.replace(' ', ''), name: 'Waldhaus GmbH' }),
    )
    const [germany] = [await infoOf(house, await token('pending'))]
    await approve(
      house,
      admin,
      await apply(house, 'unsigned', { country: 'AT', creditCode: 'HRB1', name: 'Waldhof GmbH' }),
    )
    const austria = await infoOf(house, await token('unsigned'))
    expect(germany.company).toMatchObject({ name: 'Waldhaus GmbH' })
    expect(austria.company).toMatchObject({ name: 'Waldhof GmbH' })
    expect(austria.company?.companyId).not.toBe(germany.company?.companyId)
  })

  test('two applications of one number that are approved at once make one company', async () => {
    const of = { creditCode: creditCodeFor(77) }
    const ids = [await apply(house, 'buyer2', of), await apply(house, 'buyer3', of)]
    // Both had companies without a number: the first takes it, the second joins.
    const answers = await Promise.all(ids.map((id) => approve(house, admin, id)))
    const companies = await house.store.db
      .select()
      .from(schema.company)
      .where(eq(schema.company.creditCode, of.creditCode))
    expect(companies).toHaveLength(1)
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect((await infoOf(house, await token('buyer2'))).company).toEqual(
      (await infoOf(house, await token('buyer3'))).company,
    )
  })
})

describe('the operator’s desk', () => {
  test('two reviewers at once: the first decides', async () => {
    const id = await apply(house, 'seller1', { creditCode: creditCodeFor(5) })
    const both = await Promise.all([approve(house, admin, id), refuse(house, admin, id, 'no')])
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 601])
    expect(both.map(({ reason }) => reason)).toContain('certification.decided')
  })

  test('no operator decides about itself or its own company', async () => {
    await house.store.db
      .update(schema.account)
      .set({ permissions: ['user:certification:review'] })
      .where(eq(schema.account.id, 'seller2'))
    const reviewer = await token('seller2')
    const own = await apply(house, 'seller2', { creditCode: creditCodeFor(6) })
    expect(await approve(house, reviewer, own)).toMatchObject({ code: 601, reason: 'certification.own' })
    expect(await refuse(house, reviewer, own, 'no')).toMatchObject({ code: 601, reason: 'certification.own' })
    expect(await approve(house, admin, own)).toMatchObject({ code: 200 })
    const joins = await apply(house, 'host', { creditCode: creditCodeFor(6) })
    expect(await approve(house, reviewer, joins)).toMatchObject({ code: 601, reason: 'certification.own' })
  })

  test('lists by state and word, oldest pending first, decided ones after, newest first', async () => {
    const ask = async (query: Record<string, string>) => {
      const { rows, total } = await house.ask('GET', '/operator/certification/list', { token: admin, query })
      return { total, rows: rows as { state: string; submittedAt: string; applicant: { account: string } }[] }
    }
    const all = await ask({ pageSize: '100' })
    const pending = all.rows.filter(({ state }) => state === 'pending')
    expect(all.rows.slice(0, pending.length)).toEqual(pending)
    expect(pending.map(({ submittedAt }) => submittedAt)).toEqual(
      pending.map(({ submittedAt }) => submittedAt).toSorted(),
    )
    const decided = all.rows.slice(pending.length).map(({ submittedAt }) => submittedAt)
    expect(decided).toEqual(decided.toSorted().toReversed())
    expect((await ask({ state: 'refused' })).rows.every(({ state }) => state === 'refused')).toBe(true)
    expect((await ask({ keyword: 'waldho' })).rows.map(({ applicant }) => applicant.account)).toEqual(['unsigned'])
    expect(await ask({ keyword: '%' })).toMatchObject({ total: 0 })
    expect(await house.ask('GET', '/operator/certification/nothing', { token: admin })).toMatchObject({ code: 404 })
  })
})

describe('a credit code whose check digit fails', () => {
  test('is taken, can be certified against the licence, and stands as it was written', async () => {
    const code = creditCodeFor(90)
    const wrong = `${code.slice(0, -1)}${code.endsWith('3') ? '4' : '3'}`
    expect([isCreditCode(code), isCreditCode(wrong), hasWrongCheckDigit('CN', wrong)]).toEqual([true, false, true])
    const id = await apply(house, 'pending', { name: '老执照木业', creditCode: wrong })
    expect(await house.ask('GET', `/operator/certification/${id}`, { token: admin })).toMatchObject({
      data: { form: { creditCode: wrong } },
    })
    expect(await approve(house, admin, id)).toMatchObject({ code: 200 })
    expect(await infoOf(house, await token('pending'))).toMatchObject({ status: 4, company: { name: '老执照木业' } })
    expect(await house.ask('GET', '/user/company/getInfo', { token: await token('pending') })).toMatchObject({
      data: { form: { creditCode: wrong } },
    })
  })

  test('of another length or with letters that no code has is refused with its field', async () => {
    const who = await token('newbie')
    for (const creditCode of ['9132000012345678', '91320000I2345678XX'])
      expect(await submitForm(house, who, formWith(await licenseOf(house, who), { creditCode }))).toMatchObject({
        code: 400,
        errors: [{ path: 'body.creditCode' }],
      })
  })
})

describe('16.4 a form that is sent again under its key', () => {
  const KEY = 'a-key-of-this-form'
  const changed = async (who: string) =>
    formWith(await licenseOf(house, who), { name: '后来的公司', creditCode: creditCodeFor(70) })

  test('is taken once: at once twice, later, and after the operator has decided, the answer is the first', async () => {
    const who = await token('audience1')
    const form = await changed(who)
    const [one, other] = await Promise.all([submitForm(house, who, form, KEY), submitForm(house, who, form, KEY)])
    const id = textIn(one, 'certificationId')
    expect(textIn(other, 'certificationId')).toBe(id)
    await refuse(house, admin, id, 'not readable')
    expect(await submitForm(house, who, form, KEY)).toMatchObject({
      code: 200,
      data: { certificationId: id, state: 'refused' },
    })
    const list = await house.ask('GET', '/operator/certification/list', {
      token: admin,
      query: { keyword: '后来的公司' },
    })
    expect(list.total).toBe(1)
  })

  test('is another account’s under the same key', async () => {
    const who = await token('buyer3')
    expect(await submitForm(house, who, await changed(who), KEY)).toMatchObject({
      code: 200,
      data: { state: 'pending' },
    })
  })

  test('was refused before: it may be taken now', async () => {
    const who = await token('unsigned')
    const form = await changed(who)
    expect(
      await submitForm(house, who, { ...form, businessLicense: `/common/files/${'A'.repeat(32)}` }, KEY),
    ).toMatchObject({
      code: 601,
    })
    expect(await submitForm(house, who, form, KEY)).toMatchObject({ code: 200 })
  })

  test('a key that is none is said', async () => {
    const who = await token('unsigned')
    expect(await submitForm(house, who, await changed(who), 'short')).toMatchObject({ code: 400 })
  })
})
