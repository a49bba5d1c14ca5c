import { expect, test } from 'vitest'
import { packageOf, withAllTheyNeed } from './serving-packages.ts'
import type { Lock } from './serving-packages.ts'

const LOCK: Lock = {
  '': { dependencies: { http: '1', tool: '1' } },
  'node_modules/http': { dependencies: { parse: '1' }, optionalDependencies: { 'native-a': '1', 'native-b': '1' } },
  'node_modules/http/node_modules/parse': { dependencies: { bytes: '1' } },
  'node_modules/parse': {},
  'node_modules/bytes': {
    peerDependencies: { http: '1', other: '1' },
    peerDependenciesMeta: { other: { optional: true } },
  },
  'node_modules/other': {},
  'node_modules/native-a': {},
  'node_modules/native-b': {},
  'node_modules/tool': {},
}
const all = () => true

test('a package comes with all that it needs, each from where Node finds it', () => {
  expect(withAllTheyNeed(LOCK, ['http'], all)).toEqual([
    'node_modules/bytes',
    'node_modules/http',
    'node_modules/http/node_modules/parse',
    'node_modules/native-a',
    'node_modules/native-b',
  ])
})

test('what is optional comes only where it is installed; what is needed must be', () => {
  const here = (folder: string) => folder !== 'node_modules/native-b'
  expect(withAllTheyNeed(LOCK, ['http'], here)).not.toContain('node_modules/native-b')
  expect(() => withAllTheyNeed(LOCK, ['http'], (folder) => folder !== 'node_modules/bytes')).toThrow(
    'bytes, which node_modules/http/node_modules/parse needs, is not installed',
  )
  expect(() => withAllTheyNeed(LOCK, ['absent'], all)).toThrow('absent, which the server needs, is not installed')
})

test('a specifier names a package, or a file or module of Node', () => {
  expect(packageOf('drizzle-orm/pg-core')).toBe('drizzle-orm')
  expect(packageOf('@fastify/static')).toBe('@fastify/static')
  expect(packageOf('@lingui/core/macro')).toBe('@lingui/core')
  for (const none of ['./main.ts', '../domain/lot.ts', 'node:fs', '/etc']) expect(packageOf(none)).toBeNull()
})
