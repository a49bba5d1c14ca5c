import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BOUNDS } from './bounds.ts'
import type { Bound, WorkKind } from './bounds.ts'
import { startThread, talkTo } from './thread.ts'
import { TooMuchWork } from './too-much.ts'
import { TooBusy } from './turns.ts'
import { openWork, ReaderLeft } from './work.ts'

const boundsOf = (bound: Bound): Readonly<Record<WorkKind, Bound>> => ({ ...BOUNDS, sheet: bound })
const FEW: Bound = { atOnce: 1, ofOne: 1, ofAll: 4, ms: 60_000 }

describe('work', () => {
  test('waits in the line of its company; beyond the line it is refused, and a reader who left gives the place up', async () => {
    const work = openWork(boundsOf(FEW))
    const first = Promise.withResolvers<void>()
    const running = work.do('sheet', { line: 'a' }, () => first.promise)
    const left = new AbortController()
    const begun: string[] = []
    const waiting = work.do('sheet', { line: 'a', left: left.signal }, async () => void begun.push('left'))
    await expect(work.do('sheet', { line: 'a' }, async () => undefined)).rejects.toThrow(TooBusy)
    left.abort()
    await expect(waiting).rejects.toThrow(ReaderLeft)
    const next = work.do('sheet', { line: 'a' }, async () => void begun.push('next'))
    first.resolve()
    await Promise.all([running, next])
    expect(begun).toEqual(['next'])
  })

  test('ends when its reader leaves, at once for the reader', async () => {
    const work = openWork()
    const left = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const running = work.do('sheet', { line: 'a', left: left.signal }, async ({ ended: signal }) => {
      signal.addEventListener('abort', () => resolve())
      begun.resolve()
      await ended
    })
    await begun.promise
    left.abort()
    await expect(running).rejects.toThrow(ReaderLeft)
    await ended
  })

  test('is given up when it takes too long; while it goes on regardless it keeps its place', async () => {
    const work = openWork(boundsOf({ ...FEW, ms: 1 }))
    const stuck = Promise.withResolvers<void>()
    await expect(work.do('sheet', { line: 'a' }, () => stuck.promise)).rejects.toThrow(TooMuchWork)
    let begun = false
    const next = work.do('sheet', { line: 'b' }, async () => {
      begun = true
    })
    await Promise.resolve()
    expect(begun).toBe(false)
    stuck.resolve()
    await next
    expect(begun).toBe(true)
  })

  test('on a thread ends with a reason when its heap is full', { timeout: 60_000 }, async () => {
    const url = new URL(`data:text/javascript,const all=[];for(;;)all.push(new Array(100_000).fill({}).map(()=>({})))`)
    const ask = talkTo(startThread(url, { heapMb: 16 }))
    await expect(ask('begin')).rejects.toThrow(TooMuchWork)
    await expect(ask('again')).rejects.toThrow(TooMuchWork)
  })

  test.runIf(process.platform === 'linux')(
    'on a thread has a lower priority before it loads what it runs',
    async () => {
      const source = `import { parentPort } from 'node:worker_threads'
import { getPriority } from 'node:os'
const nice = getPriority(0)
parentPort.on('message', () => parentPort.postMessage(nice))`
      const module = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
      const thread = startThread(module, { heapMb: 16 })
      expect(await talkTo(thread)('asked')).toBeGreaterThan(getPriority(0))
      await thread.terminate()
    },
  )
})

/** Who may start a thread, write a workbook or decode a picture: work of unknown size. */
const OWNERS = {
  'new Worker(': ['work/thread.ts'],
  'openBook(': ['documents/sheet.ts', 'documents/workbook.ts'],
  'openSheet(': ['documents/sheet.ts', 'documents/serve-sheet.ts'],
  'sheetOf(': ['lots/lot-sheet.ts'],
  'cleanPicture(': ['files/files.ts', 'files/picture.ts'],
  'rasterOf(': ['pictures/store.ts', 'pictures/uploaded.ts'],
} as const

/** Files below `src/server` that hold the text and are not its owners. */
function strangersTo(text: string, owners: readonly string[], files: ReadonlyMap<string, string>): readonly string[] {
  const called = new RegExp(String.raw`(?<![\w.])${text.replaceAll('(', String.raw`\(`)}`)
  return [...files].flatMap(([path, source]) => (called.test(source) && !owners.includes(path) ? [path] : []))
}

describe('only the bounded places', () => {
  const root = join(import.meta.dirname, '..')
  const files = new Map(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')] as const),
  )

  test.each(Object.entries(OWNERS))('hold %s', (text, owners) => {
    expect(strangersTo(text, owners, files)).toEqual([])
    expect(strangersTo(text, [], files)).toEqual(expect.arrayContaining([owners[0]]))
  })

  test.each(Object.keys(OWNERS))('a planted %s elsewhere is found', (text) => {
    const planted = new Map([...files, ['http/planted.ts', `export const made = await ${text}bytes)\n`]])
    expect(strangersTo(text, [], planted)).toContain('http/planted.ts')
  })
})
