import { afterEach, describe, expect, it, vi } from 'vitest'
import { nodeClient } from '../../../tests/support/client.tsx'
import { filesOf } from './files.ts'

const { fetchFile } = filesOf(nodeClient({ jar: { 'Seller-Token': 'seller' } }))
afterEach(() => vi.unstubAllGlobals())

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
