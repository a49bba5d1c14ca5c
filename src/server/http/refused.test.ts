import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { loggerOptions } from './log.ts'
import { logRefused } from './refused.ts'

let app: FastifyInstance
let lines: Record<string, unknown>[]
let now: number
let settle: () => Promise<void>

beforeEach(() => {
  lines = []
  now = 0
  app = Fastify({
    logger: {
      ...loggerOptions('warn'),
      stream: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    },
  })
  app.decorateRequest('answered', null)
  settle = logRefused(app, () => now)
  app.get<{ Params: { code: string } }>('/call/:code', (request, reply) => {
    const code = Number(request.params.code)
    request.answered = { code, reason: code === 200 ? null : `because.${code}` }
    return reply.send('')
  })
})
afterEach(() => app.close())

const call = (code: number, remoteAddress = '203.0.113.7') =>
  app.inject({ url: `/call/${code}?secret=1`, remoteAddress })
const told = () => lines.map(({ ip, path, code, reason, times }) => [ip, path, code, reason, times ?? 1])

test.each([400, 401, 403, 413, 429])(
  'a call that is refused with %i is logged at the level of warnings',
  async (code) => {
    await call(code)
    expect(told()).toEqual([['203.0.113.7', '/call/:code', code, `because.${code}`, 1]])
    expect(JSON.stringify(lines)).not.toContain('secret')
  },
)

test('one that was done, or failed by us, is not', async () => {
  for (const code of [200, 404, 500, 601]) await call(code)
  expect(lines).toEqual([])
})

test('those that repeat are one line a minute with their number, by network, call and reason', async () => {
  for (let i = 0; i < 40; i++) await call(429)
  await call(400)
  await call(429, '203.0.113.8')
  expect(told().map(([ip, , code]) => [ip, code])).toEqual([
    ['203.0.113.7', 429],
    ['203.0.113.7', 400],
    ['203.0.113.8', 429],
  ])
  lines = []
  now = 59_000
  await settle()
  expect(lines).toEqual([])
  now = 61_000
  await settle()
  expect(told()).toEqual([['203.0.113.7', '/call/:code', 429, 'because.429', 39]])
})

test('a node that stops logs what it held', async () => {
  for (let i = 0; i < 3; i++) await call(403)
  lines = []
  await app.close()
  expect(told()).toEqual([['203.0.113.7', '/call/:code', 403, 'because.403', 2]])
})
