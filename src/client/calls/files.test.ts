import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchFile, upload } from './files.ts'
import { ApiError, HttpStatusError, NetworkError, onSignal, TimeoutError, type Signal } from './index.ts'
import { progressFetch } from './xhr.ts'

/** The platform's request, as far as an upload needs it; what is sent waits for its test. */
class FakeRequest extends EventTarget {
  static last: FakeRequest
  static readonly DONE = 4
  readyState = 1
  readonly upload = new EventTarget()
  readonly headers: Record<string, string> = {}
  method = ''
  url = ''
  body: Blob | null = null
  responseType = ''
  status = 0
  response: Blob | null = null
  aborted = false
  constructor() {
    super()
    FakeRequest.last = this
  }
  open(method: string, url: string): void {
    Object.assign(this, { method, url })
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }
  send(body: Blob): void {
    this.body = body
    sent()
  }
  abort(): void {
    this.aborted = true
  }
  moves(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answers(body: unknown, status = 200): void {
    Object.assign(this, {
      readyState: 4,
      status,
      response: new Blob([JSON.stringify(body)], { type: 'application/json' }),
    })
    this.dispatchEvent(new Event('load'))
  }
  fails(): void {
    this.dispatchEvent(new Event('error'))
  }
}

let sent = (): void => {}
let signals: Signal[] = []
let stop = (): void => {}
class PageRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, 'https://sale.example') : input, init)
  }
}
beforeEach(() => {
  signals = []
  stop = onSignal((signal) => signals.push(signal))
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('Request', PageRequest)
  vi.stubGlobal('document', { cookie: 'Seller-Token=seller' })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const FILE = new File(['a picture'], 'licence.jpg', { type: 'image/jpeg' })
/** Begins, and comes back once it has been sent. */
async function begin(
  options: Partial<Parameters<typeof upload>[1]> = {},
): Promise<{ readonly done: Promise<unknown>; readonly request: FakeRequest }> {
  const gone = new Promise<void>((resolve) => {
    sent = resolve
  })
  const done = upload(FILE, { kind: 'picture', ...options }).catch((error: unknown) => error)
  await gone
  return { done, request: FakeRequest.last }
}

describe('an upload (spec §7)', () => {
  it('goes to /common/upload as a form, with the bearer, and brings the path back', async () => {
    const { done, request } = await begin()
    expect([request.method, new URL(request.url).pathname]).toEqual(['POST', '/prod-api/common/upload'])
    expect([request.headers['authorization'], request.headers['platform']]).toEqual(['Bearer seller', '1007'])
    const form = await new Response(request.body, {
      headers: { 'content-type': request.headers['content-type']! },
    }).formData()
    expect(form.get('kind')).toBe('picture')
    const file = form.get('file')
    expect(file instanceof File && [file.name, await file.text()]).toEqual(['licence.jpg', 'a picture'])
    request.answers({ code: 200, msg: '', fileName: '/common/files/abc' })
    expect(await done).toBe('/common/files/abc')
  })
  it('tells how far it is', async () => {
    const told: number[] = []
    const { done, request } = await begin({ onProgress: (part) => told.push(part) })
    request.moves(25, 100)
    request.moves(100, 100)
    request.answers({ fileName: '/common/files/abc' })
    await done
    expect(told).toEqual([0.25, 1])
  })
  it('any other code is the server’s no, in the server’s words', async () => {
    const { done, request } = await begin()
    request.answers({ code: 601, msg: '文件格式不正确', reason: 'file.picture_type' })
    const error = await done
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 601, msg: '文件格式不正确' })
    expect(signals).toEqual([])
  })
  it('a refused bearer ends the session, as everywhere', async () => {
    const { done, request } = await begin()
    request.answers({ code: 401, msg: '' })
    await done
    expect(signals).toEqual([{ type: 'unauthorised', client: 'seller' }])
  })
  it.each([
    ['a link that fails', (request: FakeRequest) => request.fails(), NetworkError],
    ['a system that fails', (request: FakeRequest) => request.answers({}, 502), HttpStatusError],
    ['somebody else’s answer', (request: FakeRequest) => request.answers('hello'), NetworkError],
    ['a yes without a name', (request: FakeRequest) => request.answers({ code: 200 }), NetworkError],
  ])('%s is told from a refusal', async (_, happens, kind) => {
    const { done, request } = await begin()
    happens(request)
    expect(await done).toBeInstanceOf(kind)
  })
  it('is cancelled for good', async () => {
    const controller = new AbortController()
    const { done, request } = await begin({ signal: controller.signal })
    controller.abort()
    expect(await done).toMatchObject({ name: 'AbortError' })
    expect([request.aborted, signals]).toEqual([true, []])
  })
})

describe('a slow upload', () => {
  it('lasts as long as something moves, and ends when nothing does', async () => {
    vi.useFakeTimers()
    const gone = new Promise<void>((resolve) => {
      sent = resolve
    })
    const done = progressFetch(() => {}, 1000)(
      new Request('https://sale.example/x', { method: 'POST', body: 'x' }),
    ).catch((error: unknown) => error)
    await gone
    const request = FakeRequest.last
    for (let second = 1; second <= 120; second++) {
      vi.advanceTimersByTime(900)
      request.moves(second, 200)
    }
    expect(request.aborted).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(await done).toBeInstanceOf(TimeoutError)
    expect(request.aborted).toBe(true)
  })
})

describe('a private file', () => {
  it('is fetched with the bearer and comes as it is', async () => {
    const asked: Request[] = []
    vi.stubGlobal('fetch', (request: Request) => {
      asked.push(request)
      return Promise.resolve(new Response('bytes', { headers: { 'content-type': 'image/jpeg' } }))
    })
    const blob = await fetchFile('/common/files/abc')
    expect([await blob.text(), blob.type]).toEqual(['bytes', 'image/jpeg'])
    expect([new URL(asked[0]!.url).pathname, asked[0]!.headers.get('authorization')]).toEqual([
      '/prod-api/common/files/abc',
      'Bearer seller',
    ])
  })
  it('that is another’s is a refusal, not a picture', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ code: 404, msg: 'not there', reason: 'resource.not_found' })),
    )
    await expect(fetchFile('/common/files/abc')).rejects.toMatchObject({ name: 'ApiError', code: 404 })
  })
})
