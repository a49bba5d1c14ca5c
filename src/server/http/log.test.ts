import { expect, test } from 'vitest'
import Fastify from 'fastify'
import { loggerOptions } from './log.ts'

function logged(error: Error): string {
  const lines: string[] = []
  Fastify({
    logger: { ...loggerOptions('error'), stream: { write: (line: string) => void lines.push(line) } },
  }).log.error({ err: error }, 'failed')
  return lines.join('')
}

test('a failed query is logged with its statement and its cause, without what people wrote', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' })
  const line = logged(
    new Error('Failed query: insert into account (login) values ($1)\nparams: 李雷,13800000000\nmore', { cause }),
  )
  expect(line).toContain('insert into account')
  expect(line).toContain('23505')
  expect(line).toContain('log.test.ts')
  expect(line).not.toMatch(/李雷|13800000000/)
})
