import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { eq } from 'drizzle-orm'
import { seedDocuments } from '../../src/server/content/seed.ts'
import { later } from '../../src/domain/units.ts'
import { account, audit } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { licenseOf } from '../support/http/upload.ts'
import { addPeople } from '../support/http/world.ts'

let house: House
let admin: string
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  await seedDocuments(house.store.db, house.clock.now())
  admin = await sellerToken(house, 'admin')
})
afterAll(() => house.close())

const post = (path: string, body: unknown, token = admin, headers?: Record<string, string>) =>
  house.ask('POST', path, { token, body, ...(headers && { headers }) })
const get = (path: string, query: Record<string, string> = {}, token = admin) =>
  house.ask('GET', path, { token, query })
const TEXT = {
  titleZh: '停机通知',
  titleEn: 'Notice',
  summaryZh: '今晚停机。',
  summaryEn: 'Down tonight.',
  bodyZh: '**今晚**',
  bodyEn: '**Tonight**',
}
const inMs = (ms: number): string => new Date(later(house.clock.now(), ms)).toISOString()
const article = (more: object = {}) => ({ ...TEXT, type: 1, publishedTime: inMs(-1_000), ...more })
const Saved = z.object({ version: z.number(), newsId: z.string().optional(), bannerId: z.string().optional() })
const saved = async (answer: Promise<{ readonly data?: unknown }>) => Saved.parse((await answer).data)
const acts = async (act: string) => house.store.db.select().from(audit).where(eq(audit.act, act)).orderBy(audit.id)

describe('news', () => {
  test('is read from its publish date on, in the reader’s language', async () => {
    const { newsId: now = '' } = await saved(
      post('/operator/news/save', { newsId: null, version: 0, content: article() }),
    )
    const { newsId: next = '' } = await saved(
      post('/operator/news/save', { newsId: null, version: 0, content: article({ publishedTime: inMs(3_600_000) }) }),
    )
    const shown = await house.ask('GET', '/auction/news/list', { headers: { 'accept-language': 'en_US' } })
    const ids = z.array(z.looseObject({ newsId: z.string(), title: z.string() })).parse(shown.rows)
    expect(ids).toMatchObject([{ newsId: now, title: 'Notice' }])
    expect((await house.ask('GET', `/auction/news/${next}`)).code).toBe(404)
    expect((await get('/operator/news/list')).total).toBe(2)
  })

  test('a second editor is told, and nothing is overwritten; every version is read again and restored', async () => {
    const { newsId = '' } = await saved(post('/operator/news/save', { newsId: null, version: 0, content: article() }))
    const change = (version: number, titleEn: string) =>
      post('/operator/news/save', { newsId, version, content: article({ titleEn }) })
    expect((await change(1, 'Second')).data).toMatchObject({ version: 2 })
    expect(await change(1, 'Late')).toMatchObject({ code: 409, reason: 'edit.changed' })
    const info = (await get(`/operator/news/${newsId}`)).data
    expect(info).toMatchObject({
      version: 2,
      content: { titleEn: 'Second' },
      versions: [
        { version: 2, savedBy: 'admin' },
        { version: 1, savedBy: 'admin' },
      ],
    })
    expect((await get(`/operator/news/${newsId}`, { version: '1' })).data).toMatchObject({
      version: 2,
      content: { titleEn: 'Notice' },
    })
    expect((await get(`/operator/news/${newsId}`, { version: '9' })).code).toBe(404)
    expect((await acts('newsSave')).at(-2)).toMatchObject({
      outcome: 'done',
      subjectKind: 'article',
      subjectId: newsId,
      before: { titleEn: 'Notice', version: 1 },
      after: { titleEn: 'Second', version: 2 },
    })
    expect((await acts('newsSave')).at(-1)).toMatchObject({ outcome: 'refused', reason: 'edit.changed' })
    expect((await post('/operator/news/delete', { newsId, version: 1 })).code).toBe(409)
    expect((await post('/operator/news/delete', { newsId, version: 2 })).code).toBe(200)
    expect((await get(`/operator/news/${newsId}`)).code).toBe(404)
    expect((await acts('newsDelete')).at(-1)).toMatchObject({ before: { titleEn: 'Second' }, after: {} })
  })

  test('the same form under the same key is one article', async () => {
    const body = { newsId: null, version: 0, content: article() }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [
      await saved(post('/operator/news/save', body, admin, key)),
      await saved(post('/operator/news/save', body, admin, key)),
    ]
    expect(again).toEqual(first)
  })

  test('both languages, a type and a date are needed', async () => {
    for (const [more, path] of [
      [{ titleEn: ' ' }, 'body.content.titleEn'],
      [{ bodyZh: '' }, 'body.content.bodyZh'],
      [{ type: 0 }, 'body.content.type'],
      [{ publishedTime: 'soon' }, 'body.content.publishedTime'],
    ] as const)
      expect(await post('/operator/news/save', { newsId: null, version: 0, content: article(more) })).toMatchObject({
        code: 400,
        errors: [{ path }],
      })
  })
})

describe('documents', () => {
  test('are changed at once, and the text that came with the platform is kept', async () => {
    const old = z
      .looseObject({ version: z.number(), content: z.looseObject({ titleEn: z.string() }) })
      .parse((await get('/operator/document/rules')).data)
    expect(old.version).toBe(1)
    expect((await post('/operator/document/save', { name: 'rules', version: 1, content: TEXT })).data).toEqual({
      name: 'rules',
      version: 2,
    })
    expect((await house.ask('GET', '/auction/document/rules')).data).toMatchObject({ title: '停机通知', version: 2 })
    expect((await post('/operator/document/save', { name: 'rules', version: 1, content: TEXT })).code).toBe(409)
    expect((await get('/operator/document/rules', { version: '1' })).data).toMatchObject({
      content: { titleEn: old.content.titleEn },
      versions: [
        { version: 2, savedBy: 'admin' },
        { version: 1, savedBy: null },
      ],
    })
    // Restarting the server keeps the edited text.
    await seedDocuments(house.store.db, house.clock.now())
    expect((await get('/operator/document/rules')).data).toMatchObject({ version: 2 })
    expect((await post('/operator/document/save', { name: 'none', version: 1, content: TEXT })).code).toBe(404)
  })
})

describe('banners', () => {
  const banner = (more: object = {}) => ({
    titleZh: '春季专场',
    titleEn: 'Spring sale',
    textZh: '',
    textEn: '',
    href: '/news?type=0',
    picture: null,
    position: 1,
    shownFrom: inMs(-1_000),
    shownUntil: null,
    ...more,
  })
  const shown = async () => (await house.ask('GET', '/auction/banner/list')).rows

  test('are shown in their order, while they last', async () => {
    const save = (content: object) => post('/operator/banner/save', { bannerId: null, version: 0, content })
    const { bannerId = '' } = await saved(save(banner({ position: 2 })))
    await save(banner({ titleZh: '第一', position: 1 }))
    await save(banner({ titleZh: '过去', shownFrom: inMs(-9_000), shownUntil: inMs(-1_000) }))
    await save(banner({ titleZh: '将来', shownFrom: inMs(60_000) }))
    expect(await shown()).toMatchObject([{ title: '第一' }, { title: '春季专场', href: '/news?type=0', picture: null }])
    expect((await get('/operator/banner/list')).rows).toHaveLength(4)
    expect((await post('/operator/banner/delete', { bannerId, version: 1 })).code).toBe(200)
    expect(await shown()).toMatchObject([{ title: '第一' }])
    for (const [more, path] of [
      [{ href: 'javascript:alert(1)' }, 'body.content.href'],
      [{ href: '//elsewhere.example' }, 'body.content.href'],
      [{ href: 'http://plain.example' }, 'body.content.href'],
      [{ shownUntil: inMs(-9_000) }, 'body.content.shownUntil'],
      [{ picture: '/common/pictures/okoume-pile-1.avif' }, 'body.content.picture'],
    ] as const)
      expect(await save(banner(more))).toMatchObject({ code: 400, errors: [{ path }] })
    expect(
      await save(banner({ picture: `/common/pictures/up-${'0'.repeat(24)}-${'0'.repeat(24)}.avif` })),
    ).toMatchObject({
      reason: 'content.picture_missing',
    })
  })

  test('show pictures that were uploaded, of one’s own uploads alone', async () => {
    const fileName = await licenseOf(house, admin)
    const made = await post('/operator/content/picture', { fileName })
    const { picture } = z.object({ picture: z.string() }).parse(made.data)
    expect((await post('/operator/content/picture', { fileName })).data).toEqual({ picture })
    await post('/operator/banner/save', { bannerId: null, version: 0, content: banner({ picture }) })
    expect(await shown()).toContainEqual(expect.objectContaining({ picture }))
    const theirs = await licenseOf(house, await sellerToken(house, 'buyer1'))
    for (const bad of [theirs, '/common/files/x', '/etc/passwd'])
      expect((await post('/operator/content/picture', { fileName: bad })).reason).toBe('content.picture_missing')
  })
})

test('each kind asks for its own permission, and a picture for any of them', async () => {
  await house.store.db
    .update(account)
    .set({ permissions: ['content:banner:edit'] })
    .where(eq(account.id, 'host'))
  const clerk = await sellerToken(house, 'host')
  const fileName = await licenseOf(house, clerk)
  expect((await get('/operator/banner/list', {}, clerk)).code).toBe(200)
  expect((await get('/operator/news/list', {}, clerk)).code).toBe(403)
  expect((await get('/operator/document/rules', {}, clerk)).code).toBe(403)
  expect((await post('/operator/content/picture', { fileName }, clerk)).code).toBe(200)
})
