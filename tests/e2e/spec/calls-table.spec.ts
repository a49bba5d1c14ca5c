import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { someone } from '../../support/person.ts'
import { solved } from '../../support/reader.ts'
import { expect, test } from '../fixtures.ts'
import { test as inRoom } from '../openSale.ts'
import { rowsOf } from './rows.ts'

// The table of calls (spec §7): each by its method, path and fields, as the specification names them, without a client
// of ours in between.

const row = rowsOf('calls')
const permissions = rowsOf('permissions')
const bids = rowsOf('venueBids')

interface Sent {
  readonly token?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly language?: 'zh_CN' | 'en_US'
  readonly multipart?: { readonly file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer } }
}
interface Answer {
  readonly code?: number
  readonly msg?: string
  readonly data?: unknown
  readonly rows?: readonly unknown[]
  readonly fileName?: string
}

const caller =
  (request: APIRequestContext, url: string) =>
  async (method: string, path: string, { token, query, body, language, multipart }: Sent = {}): Promise<Answer> => {
    const search = query ? `?${new URLSearchParams(query).toString()}` : ''
    const answer = await request.fetch(`${url}/prod-api${path}${search}`, {
      method,
      headers: {
        'accept-language': language ?? 'zh_CN',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { data: body }),
      ...(multipart && { multipart }),
    })
    return (await answer.json()) as Answer
  }
const of = (data: unknown): Readonly<Record<string, unknown>> => Object(data) as Record<string, unknown>

/** The smallest PDF that its checks accept. */
const PDF = Buffer.from(
  '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R>>endobj\nxref\n0 1\ntrailer<</Root 1 0 R>>\nstartxref\n160\n%%EOF',
)

test('outside the room', { tag: '@desktop' }, async ({ request, server, store }) => {
  const ask = caller(request, server.url)
  const { data } = await ask('POST', '/auth/login', { body: { account: 'seller1', password: 'Timber2026' } })
  const token = String(of(data)['access_token'])
  const image = async () => {
    const { data: drawn } = await ask('GET', '/code')
    const uuid = String(of(drawn)['uuid'])
    return { uuid, inputCodeText: await solved(store, uuid), img: String(of(drawn)['img']) }
  }

  await test.step(row('getUserInfo'), async () =>
    expect(await ask('GET', '/user/sysUser/getUserInfo', { token })).toMatchObject({
      code: 200,
      data: { account: 'seller1', name: '陆建华', appellationName: 'Mr.', roles: ['seller'] },
    }),
  )
  await test.step(row('getRouters'), async () => {
    const { code, data: menu } = await ask('GET', '/getRouters', { token })
    expect(code).toBe(200)
    expect(menu).toEqual(expect.arrayContaining([expect.objectContaining({ path: '/user' })]))
    expect(await ask('GET', '/getRouters')).toMatchObject({ code: 401 })
  })
  await test.step(row('code'), async () => {
    const { uuid, img } = await image()
    expect(uuid).not.toBe('')
    expect(img).toMatch(/^data:image\/png;base64,/)
  })
  const { phone, email } = someone()
  await test.step(row('smsCode'), async () => {
    const { uuid, inputCodeText } = await image()
    const answer = await ask('GET', '/user/sysUser/getForgetYourPasswordSmsCode', {
      query: { inputCodeText, phone, uuid },
    })
    expect(answer).toMatchObject({ code: 200 })
    await test.step(row('checkCode'), async () => {
      const body = { channel: 'phone', phone, codeId: of(answer.data)['codeId'], code: '000000' }
      for (const [language, msg] of [
        ['zh_CN', /^验证码错误。最新的验证码于 .+（北京时间）发送。$/],
        ['en_US', /^Wrong verification code\. The newest one was sent at .+ \(Beijing time\)\.$/],
      ] as const)
        expect((await ask('POST', '/user/sysUser/checkVerificationCode', { body, language })).msg).toMatch(msg)
    })
  })
  await test.step(row('emailCode'), async () => {
    const { uuid, inputCodeText } = await image()
    expect(await ask('GET', '/user/sysUser/sendSmsEmail', { query: { inputCodeText, email, uuid } })).toMatchObject({
      code: 200,
    })
  })
  await test.step(row('passwordHint'), async () => {
    const { uuid, inputCodeText } = await image()
    expect(
      await ask('POST', '/user/sysUser/passwordHint', { body: { account: 'buyer1', inputCodeText, uuid } }),
    ).toMatchObject({ code: 200 })
  })
  await test.step(row('autoLogin'), async () => {
    const { data: external } = await ask('POST', '/auth/externalKey', { token, body: {} })
    const key = String(of(external)['key'])
    expect(Buffer.from(key, 'base64url').toString()).toMatch(/^platform=1007&token=/)
    expect(await ask('POST', '/auth/autoLoginDefault', { query: { key } })).toMatchObject({
      code: 200,
      data: { access_token: expect.any(String) },
    })
  })
  await test.step(row('upload'), async () => {
    const file = { name: 'specification.pdf', mimeType: 'application/pdf', buffer: PDF }
    expect(await ask('POST', '/common/upload', { multipart: { file } })).toMatchObject({ code: 401 })
    const answer = await ask('POST', '/common/upload', { token, multipart: { file } })
    expect(answer).toMatchObject({ code: 200, fileName: expect.stringMatching(/^\//) })
    await test.step(row('shown'), async () => {
      const shown = await request.get(`${server.url}/prod-api${answer.fileName}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(shown.status()).toBe(200)
      expect((await shown.body()).equals(PDF)).toBe(true)
    })
  })
  await test.step(row('uploadKinds'), async () => {
    const put = (name: string, bytes: number, language: 'zh_CN' | 'en_US', kind: string) =>
      ask('POST', `/common/upload?kind=${kind}`, {
        token,
        language,
        multipart: { file: { name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes, 'x') } },
      })
    for (const [name, bytes, kind, zh, en] of [
      [
        'a.exe',
        10,
        'document',
        '文件格式不正确, 请上传doc/xls/ppt/txt/pdf格式文件!',
        'Wrong file format, please upload a doc/xls/ppt/txt/pdf file!',
      ],
      [
        'a.gif',
        10,
        'picture',
        '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!',
        'Wrong file format, please upload a png/jpg/jpeg picture!',
      ],
      [
        'a.txt',
        5 * 1024 * 1024 + 1,
        'document',
        '上传文件大小不能超过 5 MB!',
        'An uploaded file must not exceed 5 MB!',
      ],
      [
        'a.png',
        2 * 1024 * 1024 + 1,
        'picture',
        '上传头像图片大小不能超过 2 MB!',
        'An uploaded picture must not exceed 2 MB!',
      ],
    ] as const) {
      expect((await put(name, bytes, 'zh_CN', kind)).msg, name).toBe(zh)
      expect((await put(name, bytes, 'en_US', kind)).msg, name).toBe(en)
    }
  })
  await test.step(row('sellerLogout'), async () => {
    expect(await ask('DELETE', '/auth/logout', { token })).toMatchObject({ code: 200 })
    expect(await ask('GET', '/user/sysUser/getUserInfo', { token })).toMatchObject({ code: 401 })
  })
  await test.step(bids('own'), async () => {
    const { data: seat } = await ask('POST', '/auth/assemblyLogin', {
      body: { scheduleTimelineId: 'session-doors', account: 'seller1', password: 'Timber2026' },
    })
    const body = {
      scheduleTimelineId: 'session-doors',
      contractObjectId: 'session-doors-lot-02',
      startPrice: '305.00',
      deliveryDate: '2031-01-31',
    }
    for (const [language, msg] of [
      ['zh_CN', '只能修改自己的标的'],
      ['en_US', 'You can modify only your own lots.'],
    ] as const)
      expect(
        await ask('POST', '/auction/biddingVenueContractInfo/adjust', {
          token: String(of(seat)['access_token']),
          body,
          language,
        }),
      ).toMatchObject({ code: 601, msg })
  })
  await test.step(row('assemblyLogin'), async () => {
    const entered = await ask('POST', '/auth/assemblyLogin', {
      body: { scheduleTimelineId: 'session-doors', account: 'buyer4', password: 'Timber2026' },
    })
    expect(entered).toMatchObject({ code: 200, data: { access_token: expect.any(String), identityType: 1 } })
    await test.step(row('assemblyLogout'), async () => {
      const venue = String(of(entered.data)['access_token'])
      const query = { scheduleTimelineId: 'session-doors' }
      const info = () => ask('GET', '/auction/scheduleTimelineRule/getInfo', { token: venue, query })
      expect(await info()).toMatchObject({ code: 200 })
      expect(await ask('DELETE', '/auth/assemblyLogout', { token: venue })).toMatchObject({ code: 200 })
      expect(await info()).toMatchObject({ code: 401 })
    })
  })
})

inRoom('inside the room', { tag: '@desktop' }, async ({ request, sale }) => {
  const { server, session } = sale
  const ask = caller(request, server.url)
  const [buyer, host] = [session.bidders[0]!.venueToken, session.host.venueToken]
  const of1 = { contractObjectId: session.lots[0]!.id, scheduleTimelineId: session.id }
  const scheduleTimelineId = session.id
  const soon = () => new Date(Date.now() + 10_000).toISOString()

  await inRoom.step(row('attentionAdd'), async () =>
    expect(
      await ask('POST', '/auction/biddingAttentionInfo/add', { token: session.bidders[0]!.sellerToken, body: of1 }),
    ).toMatchObject({ code: 200 }),
  )
  await inRoom.step(row('attentionCancel'), async () =>
    expect(
      await ask('POST', '/auction/biddingAttentionInfo/cancel', { token: session.bidders[0]!.sellerToken, body: of1 }),
    ).toMatchObject({ code: 200 }),
  )
  await inRoom.step(row('msgAdd'), async () =>
    expect(
      await ask('POST', '/auction/biddingMsgInfo/add', {
        token: buyer,
        body: { scheduleTimelineId, content: '大家好' },
      }),
    ).toMatchObject({ code: 200, data: { verdict: 'accepted' } }),
  )
  await inRoom.step(row('msgList'), async () =>
    expect(
      await ask('POST', '/auction/biddingMsgInfo/getList', { token: host, body: { scheduleTimelineId } }),
    ).toMatchObject({ code: 200, rows: [{ content: '大家好' }] }),
  )
  await inRoom.step(row('rule'), async () =>
    expect(
      await ask('GET', '/auction/scheduleTimelineRule/getInfo', { token: buyer, query: { scheduleTimelineId } }),
    ).toMatchObject({ code: 200, data: { extensionSeconds: 10 } }),
  )

  await ask('POST', '/auction/venue/start', {
    token: host,
    body: { scheduleTimelineId, contractObjectIds: null, biddingSeconds: 600 },
  })
  await inRoom.step(row('bidCall'), async () =>
    expect(
      await ask('POST', '/auction/biddingCounterOfferInfo/bidOrCounteroffer', {
        token: buyer,
        body: { ...of1, type: '1', price: '1000.00', bidKey: randomUUID(), notAfter: soon() },
      }),
    ).toMatchObject({ code: 200, data: { verdict: 'accepted', price: '1000.00' } }),
  )
  await inRoom.step(row('biddingInfo'), async () =>
    expect(
      await ask('GET', '/auction/biddingVenueContractInfo/getBiddingInfo', { token: buyer, query: of1 }),
    ).toMatchObject({ code: 200, data: { price: '1000.00', leader: 1, nextPrice: '1010.00', bidCount: 1 } }),
  )
  await inRoom.step(row('compareInfo'), async () =>
    expect(
      await ask('GET', '/auction/biddingVenueContractInfo/getCompareBiddingInfo', { token: host, query: of1 }),
    ).toMatchObject({ code: 200, data: { bids: [{ biddingNumber: 1, price: '1000.00' }] } }),
  )
  await inRoom.step(row('offerList'), async () => {
    const list = (type: '1' | '2') =>
      ask('POST', '/auction/biddingCounterOfferInfo/getList', { token: buyer, body: { ...of1, type } })
    expect(await list('1')).toMatchObject({ code: 200, rows: [{ biddingNumber: 1, price: '1000.00' }] })
    expect(await list('2')).toMatchObject({ code: 200, rows: [] })
  })
  const refusedTo = async (path: string, body: unknown, tokens: readonly string[]): Promise<void> => {
    for (const token of tokens) expect([403, 601], path).toContain((await ask('POST', path, { token, body })).code)
  }
  const [seller, audience] = [session.seller.venueToken, session.audience.venueToken]
  await inRoom.step(permissions('host'), async () => {
    for (const [path, body] of [
      [
        '/auction/venue/addRound',
        { scheduleTimelineId, contractObjectIds: [of1.contractObjectId], biddingSeconds: 60 },
      ],
      ['/auction/venue/adjustStage', { scheduleTimelineId, minutes: 5 }],
      ['/auction/venue/close', { scheduleTimelineId, message: '停' }],
      ['/auction/venue/speech', { scheduleTimelineId, allowed: false, speaker: null }],
    ] as const)
      await refusedTo(path, body, [buyer, seller, audience])
    const speech = { scheduleTimelineId, allowed: true, speaker: null }
    expect((await ask('POST', '/auction/venue/speech', { token: host, body: speech })).code).not.toBe(403)
  })
  await inRoom.step(permissions('seller'), () =>
    refusedTo(
      '/auction/biddingVenueContractInfo/adjust',
      { ...of1, startPrice: '1000.00', deliveryDate: '2031-01-31' },
      [buyer, host, audience],
    ),
  )
  await inRoom.step(permissions('buyer'), () =>
    refusedTo(
      '/auction/biddingCounterOfferInfo/bidOrCounteroffer',
      { ...of1, type: '1', price: '1010.00', bidKey: randomUUID(), notAfter: soon() },
      [seller, host, audience],
    ),
  )
  // None of it was done.
  expect(
    await ask('GET', '/auction/biddingVenueContractInfo/getBiddingInfo', { token: buyer, query: of1 }),
  ).toMatchObject({ data: { price: '1000.00', bidCount: 1, startPrice: '1000.00', round: 1 } })
  // That it completes a session is shown in venue.spec.ts.
  const complete = (token: string) =>
    ask('POST', '/auction/biddingVenueContractInfo/accomplish', { token, body: { scheduleTimelineId } })
  for (const token of [buyer, seller, audience]) expect((await complete(token)).code).toBe(403)
  expect(await complete(host), 'a lot is open').toMatchObject({ code: 601, msg: expect.any(String) })
})
