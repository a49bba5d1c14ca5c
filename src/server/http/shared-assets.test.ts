import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shareAssets } from './shared-assets.ts'
import { serveWeb } from './web.ts'

const DAY_MS = 86_400_000
let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'shared-assets-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A build with one hashed file of its own, also compressed. */
function build(name: string): string {
  const folder = join(root, name)
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), `<!doctype html><script src="/assets/${name}.js"></script>`)
  writeFileSync(join(folder, `assets/${name}.js`), `export const release = '${name}'`)
  writeFileSync(join(folder, `assets/${name}.js.br`), 'compressed')
  return folder
}

async function nodeOf(webDir: string) {
  const app = Fastify()
  await serveWeb(app, webDir, { shared: join(root, 'web'), pages: null, frames: () => [], publicUrls: [] })
  return app
}

test('nodes of two releases serve the hashed files of both, the newer one’s too that came later', async () => {
  const [before, after] = [build('before'), build('after')]
  await shareAssets(before, join(root, 'web'), new Date())
  const old = await nodeOf(before)
  await shareAssets(after, join(root, 'web'), new Date())
  const next = await nodeOf(after)
  try {
    for (const node of [old, next])
      for (const name of ['before', 'after']) {
        const plain = await node.inject({ url: `/assets/${name}.js` })
        expect([plain.statusCode, plain.body]).toEqual([200, `export const release = '${name}'`])
        expect(plain.headers['cache-control']).toContain('immutable')
        const small = await node.inject({ url: `/assets/${name}.js`, headers: { 'accept-encoding': 'br' } })
        expect([small.statusCode, small.headers['content-encoding'], small.body]).toEqual([200, 'br', 'compressed'])
      }
    for (const name of ['never.js', `${'n'.repeat(90)}.js`, `${'n'.repeat(400)}.js`, 'a%00.js', 'before.js.br'])
      expect([name, (await old.inject({ url: `/assets/${name}` })).statusCode]).toEqual([name, 404])
    const head = await old.inject({ method: 'HEAD', url: '/assets/before.js' })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String("export const release = 'before'".length),
      '',
    ])
    expect((await old.inject({ url: '/assets/../../before/index.html' })).statusCode).toBe(404)
  } finally {
    await old.close()
    await next.close()
  }
})

test('files that no start has used for 30 days go; a start keeps its own', async () => {
  const [before, after] = [build('before'), build('after')]
  const shared = join(root, 'web')
  const now = new Date()
  await shareAssets(before, shared, now)
  await shareAssets(after, shared, now)
  const long = new Date(now.getTime() - 31 * DAY_MS)
  for (const name of readdirSync(join(shared, 'assets'))) utimesSync(join(shared, 'assets', name), long, long)
  await shareAssets(after, shared, now)
  expect(readdirSync(join(shared, 'assets')).toSorted()).toEqual(['after.js', 'after.js.br'])
})

test('without a build there is nothing to share', async () => {
  await shareAssets(join(root, 'none'), join(root, 'web'), new Date())
  expect(existsSync(join(root, 'web/assets'))).toBe(true)
})
