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

test('R8: a node that sends its callers away ends their connections with its answers, until it serves again', async () => {
  const app = Fastify({ keepAliveTimeout: 60_000 })
  app.get('/', () => ({ ok: true }))
  let away = false
  drainOnClose(app, () => away)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const ended = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    request(url, { agent }, resolve).on('error', reject).end()
    const response = await promise
    response.resume()
    return response.headers.connection
  }
  try {
    expect(await ended()).toBe('keep-alive')
    away = true
    expect(await ended()).toBe('close')
    away = false
    expect(await ended()).toBe('keep-alive')
  } finally {
    agent.destroy()
    await app.close()
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
