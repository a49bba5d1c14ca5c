import { expect, it } from 'vitest'
import { fileItem } from '../../../tests/support/outbox.ts'
import { createFileSender, type Attempt } from './tus.ts'

/** The outcome of an upload whose bytes are all on the server, which then answers so. */
function outcomeOf(answer: object): Promise<Attempt> {
  const bytes = new Uint8Array(100).buffer
  const fetch: typeof globalThis.fetch = (_url, init) =>
    Promise.resolve(
      init?.method === 'HEAD'
        ? new Response(null, { headers: { 'upload-offset': '100', 'tus-resumable': '1.0.0' } })
        : Response.json(answer),
    )
  const sender = createFileSender({ origin: '', fetch, locale: () => 'zh', now: () => 0 })
  const { signal } = new AbortController()
  return sender.send({ item: fileItem({ url: '/u/1' }), bytes, token: 't', signal, tell: () => Promise.resolve() })
}

it('a file that the server has no room for just now is tried again', async () => {
  const full = { code: 601, msg: 'no room', reason: 'file.disk_full' }
  expect(await outcomeOf(full)).toMatchObject({ kind: 'broken', error: { reason: 'file.disk_full' } })
})
it('a file that the server will never take goes back to the person', async () => {
  const wrong = { code: 601, msg: 'wrong', reason: 'file.type' }
  expect(await outcomeOf(wrong)).toMatchObject({ kind: 'refused', error: { reason: 'file.type' } })
})

/** A network that refuses some requests with a page of its own. */
function sentThrough(refuses: (method: string, override: boolean, form: boolean) => number | null) {
  const seen: string[] = []
  let stored = 0
  const fetch: typeof globalThis.fetch = (url, init) => {
    const method = init?.method ?? 'GET'
    const override = new Headers(init?.headers).has('X-HTTP-Method-Override')
    const form = init?.body instanceof FormData
    seen.push(override ? 'override' : form ? 'form' : method)
    const status = refuses(method, override, form)
    if (status !== null)
      return Promise.resolve(
        new Response(method === 'HEAD' ? null : '<html>no</html>', {
          status,
          headers: { 'content-type': 'text/html' },
        }),
      )
    const tus = { 'tus-resumable': '1.0.0' }
    if (form) return Promise.resolve(Response.json({ code: 200, msg: 'ok', fileName: '/f' }))
    if ((url instanceof Request ? url.url : url.toString()).endsWith('/info'))
      return Promise.resolve(
        Response.json({ code: 200, msg: 'ok', data: { offset: stored, size: 100, fileName: null } }),
      )
    if (method === 'HEAD')
      return Promise.resolve(new Response(null, { headers: { ...tus, 'upload-offset': String(stored) } }))
    if (method === 'POST' && !override)
      return Promise.resolve(new Response(null, { status: 201, headers: { ...tus, location: '/u/1' } }))
    stored = 100
    return Promise.resolve(Response.json({ code: 200, msg: 'ok', fileName: '/f' }, { headers: tus }))
  }
  const sender = createFileSender({ origin: '', fetch, locale: () => 'zh', now: () => 0 })
  const send = (url: string | null) =>
    sender.send({
      item: fileItem({ url }),
      bytes: new Uint8Array(100).buffer,
      token: 't',
      signal: new AbortController().signal,
      tell: () => Promise.resolve(),
    })
  return { send, seen }
}

it.each([403, 405, 501])('goes on by POST where PATCH is answered with %i by a firewall', async (status) => {
  const { send, seen } = sentThrough((method) => (method === 'PATCH' ? status : null))
  expect(await send(null)).toEqual({ kind: 'arrived', path: '/f' })
  expect(seen).toEqual(['POST', 'PATCH', 'override'])
  expect(await send(null)).toMatchObject({ kind: 'arrived' })
  expect(seen.slice(3)).toEqual(['POST', 'override'])
})
it('goes on by the form where the override is refused too', async () => {
  const { send, seen } = sentThrough((method, override) => (method === 'PATCH' || override ? 405 : null))
  expect(await send(null)).toEqual({ kind: 'arrived', path: '/f' })
  expect(seen).toEqual(['POST', 'PATCH', 'override', 'form'])
})
it('learns the offset by the call where HEAD is refused', async () => {
  const { send, seen } = sentThrough((method) => (method === 'HEAD' ? 403 : null))
  expect(await send('/u/1')).toEqual({ kind: 'arrived', path: '/f' })
  expect(seen).toEqual(['HEAD', 'GET', 'PATCH'])
})
it('says with its number that the network lets no files through', async () => {
  const { send } = sentThrough((method) => (method === 'GET' ? null : 403))
  expect(await send(null)).toMatchObject({ kind: 'broken', error: { kind: 'between', status: 403, closed: true } })
})
it('a proxy’s 401 ends no sign-in', async () => {
  const { send } = sentThrough(() => 401)
  expect(await send(null)).toMatchObject({ kind: 'broken', error: { kind: 'between', status: 401 } })
})
