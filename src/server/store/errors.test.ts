import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { StoreUnavailable, unavailable } from './errors.ts'

const said = (code: string) => Object.assign(new DatabaseError('…', 1, 'error'), { code })
const system = (code: string, syscall = 'connect') => Object.assign(new Error('…'), { code, syscall })

test.each([
  said('57P01'),
  said('57P03'),
  said('08006'),
  said('53300'),
  said('58030'),
  said('57014'),
  said('25006'),
  system('ECONNREFUSED'),
  system('ECONNRESET', 'read'),
  system('EPIPE', 'write'),
  system('ENOENT'),
  new Error('Connection terminated unexpectedly'),
  new Error('Query read timeout'),
  new Error('timeout exceeded when trying to connect'),
  new StoreUnavailable('…'),
  new DrizzleQueryError('SELECT', [], said('57P01')),
  new Error('a call failed', { cause: new Error('why', { cause: system('ECONNREFUSED') }) }),
])('the database is out of reach: %o', (error) => {
  expect(unavailable(error)).toBeInstanceOf(StoreUnavailable)
})

test.each([
  said('23505'),
  said('42P01'),
  said('22P02'),
  system('ENOENT', 'open'),
  new Error('Connection established'),
  new TypeError('x is not a function'),
  new DrizzleQueryError('SELECT', [], said('23505')),
  'ECONNREFUSED',
  null,
])('it is something else: %o', (error) => {
  expect(unavailable(error)).toBeNull()
})
