import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BuildFailed, buildIfStale, isStale } from './build.ts'

let root: string
let said: string[]
const say = (line: string) => said.push(line)
const path = (name: string) => join(root, name)
function put(name: string, text: string, time = 1_000): void {
  mkdirSync(dirname(path(name)), { recursive: true })
  writeFileSync(path(name), text)
  utimesSync(path(name), time, time)
}
/** A build that counts its runs. */
const VITE = `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('runs', 'x');
for (const folder of ['dist/app', 'dist/server']) mkdirSync(folder, { recursive: true });
for (const name of ['app/index.html', 'server/writePages.js', 'app/main.js']) writeFileSync('dist/' + name, '');`
const runs = () => (existsSync(path('runs')) ? readFileSync(path('runs'), 'utf8').length : 0)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
  said = []
  put('package.json', '{"type":"module"}')
  put('src/app/deep/page.tsx', '')
  put('index.html', '')
  utimesSync(path('src/app/deep'), 1_000, 1_000)
  utimesSync(path('src/app'), 1_000, 1_000)
})
afterEach(() => rmSync(root, { recursive: true }))

test('what is not built is built, and what is fresh is left alone', async () => {
  put('node_modules/vite/bin/vite.js', VITE)
  await buildIfStale(root, say)
  await buildIfStale(root, say)
  expect(runs()).toBe(1)
  expect(said).toEqual(['Building the app …'])
})

test.each([
  'src/app/deep/page.tsx',
  'src/build/releases.ts',
  'src/client/store.ts',
  'index.html',
  'package-lock.json',
  'src/texts/locales/zh.po',
  'sw/main.ts',
])('it is stale when %s is newer', (source) => {
  put('dist/app/index.html', '', 2_000)
  put('dist/server/writePages.js', '', 2_000)
  put('dist/app/main.js', '', 2_000)
  expect(isStale(root)).toBe(false)
  put(source, '', 3_000)
  expect(isStale(root)).toBe(true)
})

test('everything that the build runs counts as a source of it', () => {
  const repository = join(import.meta.dirname, '../..')
  const config = readFileSync(join(repository, 'vite.config.ts'), 'utf8')
  const ours = Array.from(config.matchAll(/from '\.\/([^']+)'/g), ([, name = '']) => name)
  expect(ours.length).toBeGreaterThan(3)
  expect(ours.filter((name) => !name.startsWith('src/build/') && !name.startsWith('src/app/'))).toEqual([])
})

test('it is stale when a source went away, and when the build ended half way', () => {
  put('dist/app/index.html', '', 2_000)
  expect(isStale(root)).toBe(true)
  put('dist/server/writePages.js', '', 2_000)
  put('dist/app/main.js', '', 2_000)
  expect(isStale(root)).toBe(false)
  rmSync(path('src/app/deep/page.tsx'))
  expect(isStale(root)).toBe(true)
})

test('of several that start at once, one builds', async () => {
  put('node_modules/vite/bin/vite.js', VITE)
  await Promise.all([1, 2, 3].map(() => buildIfStale(root, say)))
  expect(runs()).toBe(1)
})

test('the lock of a process that died does not count', async () => {
  put('node_modules/vite/bin/vite.js', VITE)
  put('dist/.building', '2147483646')
  await buildIfStale(root, say)
  expect(runs()).toBe(1)
  expect(existsSync(path('dist/.building'))).toBe(false)
})

test('a build that fails is told with what it said, and can be tried again', async () => {
  put('node_modules/vite/bin/vite.js', `console.error('no such import'); process.exit(3);`)
  await expect(buildIfStale(root, say)).rejects.toThrow(
    new BuildFailed('The app could not be built (3):\nno such import'),
  )
  put('node_modules/vite/bin/vite.js', VITE)
  await buildIfStale(root, say)
  expect(runs()).toBe(1)
})

test('without Vite an old app is served and that is said; without an app there is nothing to serve', async () => {
  await expect(buildIfStale(root, say)).rejects.toThrow(BuildFailed)
  put('dist/app/index.html', '', 500)
  put('dist/server/writePages.js', '', 500)
  put('dist/app/main.js', '', 500)
  await buildIfStale(root, say)
  expect(said).toEqual([expect.stringContaining('older than its sources')])
})
