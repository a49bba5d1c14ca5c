import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { drainOnClose } from './drain.ts'

test('a client that keeps its connection alive does not keep a server from closing, though it was in the middle of a request', async () => {
  const app = Fastify({ return503OnClosing: false, keepAliveTimeout: 60_000 })
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.get('/', async () => {
    asked.resolve()
    await answer.promise
    return { ok: true }
  })
  drainOnClose(app)
  app.addHook('preClose', (done) => {
    answer.resolve()
    done()
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  try {
    const got = new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { agent }, resolve).on('error', reject).end()
    })
    await asked.promise
    const closed = app.close()
    const response = await got
    response.resume()
    expect(response.statusCode).toBe(200)
    expect(response.headers.connection).toBe('close')
    await closed
  } finally {
    agent.destroy()
  }
})

test('nor does one that asks nothing and stays', async () => {
  const app = Fastify({ keepAliveTimeout: 60_000 })
  app.get('/', () => ({ ok: true }))
  drainOnClose(app)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await (await fetch(url)).text()
  await app.close()
})
