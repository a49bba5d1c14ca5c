import { expect, it } from 'vitest'
import { safeRedirect } from './safeRedirect.ts'

const origin = 'https://sale.example'

it.each([
  ['/target/list?scheduleTimelineId=7&status=open', '/target/list?scheduleTimelineId=7&status=open'],
  ['/target/detail/1/2#spec', '/target/detail/1/2#spec'],
  ['/', '/'],
])('goes back to %s', (wanted, to) => expect(safeRedirect(wanted, origin)).toBe(to))

it.each([
  '//evil.example',
  '///evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'https://sale.example.evil.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'login',
  '/login',
  '/login?redirect=/login',
  '',
  undefined,
  7,
  ['/a'],
])('never leaves the site, nor turns in a circle: %j', (wanted) => expect(safeRedirect(wanted, origin)).toBe('/'))
