import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { instant } from '../../../domain/units.ts'
import { openPages } from './pages.ts'

let root: string
let now = 0
const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
/** A page writer that draws one page at a time, the first when the test lets it. */
const WRITER = `let last = globalThis.drawn;
export const scripts = { afterPaint: '', earlyPress: '' };
export const writePage = ({ href, locale, known, at }) => {
  const page = last.then(() => ({ title: null, head: '', markup: href, data: { locale, known, at, answers: [] } }));
  last = page;
  return page;
};`
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pages-'))
  for (const folder of ['app', 'server']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(root, 'app/index.html'),
    '<html lang="zh-CN"><head><title>x</title></head><body><div id="root"></div></body></html>',
  )
  writeFileSync(join(root, 'server/writePages.js'), WRITER)
  Object.assign(globalThis, { drawn })
})
afterEach(() => rmSync(root, { recursive: true }))

test('in a flood of addresses those that would wait long are left to the app, and are written again once it is over', async () => {
  const pages = await openPages({
    webDir: join(root, 'app'),
    clock: { now: () => instant(now) },
    ask: () => () => Promise.resolve(null),
    facts: () => Promise.resolve(null),
  })
  if (!pages) throw new Error('not built')
  const page = async (name: number) =>
    pages.page({ href: `/rules?name=${name}`, locale: 'zh', known: false, looks: [], origin: null })
  const crowd = Array.from({ length: 30 }, (_, name) => page(name))
  expect(await Promise.all(crowd.slice(12))).toEqual(Array.from({ length: 18 }, () => null))
  draw()
  expect((await Promise.all(crowd.slice(0, 12))).filter((one) => one === null)).toEqual([])
  expect(await page(20)).toBeNull()
  now += 3_001
  expect(await page(20)).not.toBeNull()
})
