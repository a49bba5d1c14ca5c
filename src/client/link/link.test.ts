import { expect, test } from 'vitest'
import { nodeClient } from '../../../tests/support/client.tsx'

/** The link's state after one probe that got this answer. */
async function after(answer: () => Promise<Response>): Promise<unknown> {
  const { link } = nodeClient({ fetch: answer, page: { visible: () => true, on: () => () => undefined } as never })
  await link.probe()
  return link.state.get()
}
const text =
  (status: number, type: string, body = 'x') =>
  () =>
    Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }))

test.each([
  ['our server', 200, 'application/json'],
  ['our server that cannot serve', 503, 'application/json'],
  ['its gateway, without a page', 502, 'text/plain'],
])('an answer of %s shows that there is a link', async (_, status, type) =>
  expect(await after(text(status, type))).toMatchObject({ kind: 'online' }),
)

test.each([200, 403, 502])('a page with status %i comes from something in between', async (status) =>
  expect(await after(text(status, 'text/html'))).toMatchObject({ kind: 'offline', between: status }),
)

test('no answer is no link', async () =>
  expect(await after(() => Promise.reject(new TypeError('failed')))).toMatchObject({
    kind: 'offline',
    between: undefined,
  }))
