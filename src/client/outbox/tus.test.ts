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
