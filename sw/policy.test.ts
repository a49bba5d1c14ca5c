import { describe, expect, it } from 'vitest'
import { strategyOf, type WorkerRequest } from './policy.ts'

const origin = 'https://sale.example'
const ask = (path: string, more: Partial<WorkerRequest> = {}) =>
  strategyOf({ method: 'GET', url: new URL(path, origin), navigation: false, range: false, ...more }, origin)
const open = (path: string) => ask(path, { navigation: true })

describe('the worker', () => {
  it.each([
    '/?key=1',
    '/index?lang=en',
    '/target/list?scheduleTimelineId=1',
    '/target/detail/a/b',
    '/venue/detail',
    '/login?redirect=/x',
    '/no/such/page',
  ])('opens %s from what is kept', (path) => {
    expect(open(path)).toBe('page')
  })
  it.each(['/', '/index'])('opens %s with what was on sale', (path) => {
    expect(open(path)).toBe('home')
    expect(ask(path)).toBe('leave')
  })
  it.each([
    '/icon.svg',
    '/manifest.webmanifest',
    '/main.js',
    '/robots.txt',
    '/healthz',
    '/readyz',
    '/metrics',
    '/status',
  ])('does not take %s for a page', (path) => {
    expect(open(path)).toBe('leave')
    expect(ask(path)).toBe('leave')
  })
  it('keeps the app’s hashed files and the lots’ pictures', () => {
    expect(ask('/assets/base-Kq_RIRn8.js')).toBe('asset')
    expect(ask('/prod-api/common/pictures/ab-320.avif')).toBe('picture')
  })
  it.each([
    '/prod-api',
    '/prod-api/auth/login',
    '/prod-api/user/sysUser/getUserInfo',
    '/prod-api/auction/contractObject/list',
    '/prod-api/auction/schedule/list',
    '/prod-api/live?epoch=1',
    '/prod-api/common/files/abc',
    '/prod-api/common/pictures',
    '/prod-api/code',
    '/prod-api/openapi.json',
  ])('leaves %s alone, opened or fetched', (path) => {
    expect(ask(path)).toBe('leave')
    expect(open(path)).toBe('leave')
  })
  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])('leaves every %s alone', (method) => {
    for (const path of ['/', '/assets/a.js', '/prod-api/common/pictures/a.avif', '/prod-api/common/upload']) {
      expect(ask(path, { method })).toBe('leave')
      expect(ask(path, { method, navigation: true })).toBe('leave')
    }
  })
  it('leaves other sites alone', () => {
    expect(ask('https://elsewhere.example/assets/a.js')).toBe('leave')
    expect(open('https://elsewhere.example/')).toBe('leave')
  })
  it('leaves parts of files alone: a part must not be kept as the whole', () => {
    expect(ask('/prod-api/common/pictures/a.avif', { range: true })).toBe('leave')
  })
})
