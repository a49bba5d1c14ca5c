import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zones-'))
  copyFileSync(join(root, 'oxlint.config.ts'), join(folder, 'oxlint.config.ts'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Arrow = [file: string, imported: string]

/** The specifiers that the linter refuses, one for each planted file. */
function refused(arrows: readonly Arrow[]): { exitCode: number | null; refused: string[] } {
  const planted = new Map<string, string>()
  arrows.forEach(([file, imported], index) => {
    const unique = file.replace('.', `_${index}.`)
    planted.set(unique, `${file} imports ${imported}`)
    mkdirSync(dirname(join(folder, unique)), { recursive: true })
    writeFileSync(join(folder, unique), `export * from '${imported}'\n`)
  })
  const bin = join(root, 'node_modules/oxlint/bin/oxlint')
  const zones = ['src', 'sw', 'tests'].filter((zone) => existsSync(join(folder, zone)))
  const run = spawnSync(process.execPath, [bin, '--format', 'unix', ...zones], { cwd: folder, encoding: 'utf8' })
  const files = run.stdout.split('\n').filter((line) => line.includes('no-restricted-imports'))
  const names = new Set(files.map((line) => line.slice(0, line.indexOf(':')).replace(/^\.\//, '')))
  return { exitCode: run.status, refused: [...names].map((name) => planted.get(name) ?? name).sort() }
}

const named = (arrows: readonly Arrow[]) => arrows.map(([file, imported]) => `${file} imports ${imported}`).sort()

const wrong: Record<string, Arrow[]> = {
  domain: [
    ['src/domain/a.ts', '../contract/b.ts'],
    ['src/domain/a.ts', '../texts/b.ts'],
    ['src/domain/a.ts', '../server/b.ts'],
    ['src/domain/a.ts', '../app/b.ts'],
    ['src/domain/a.ts', '../../sw/b.ts'],
    ['src/domain/a.ts', '../../tests/b.ts'],
    ['src/domain/deep/a.ts', '../../server/b.ts'],
    ['src/domain/a.ts', 'zod'],
    ['src/domain/a.ts', 'node:crypto'],
    ['src/domain/a.ts', '@lingui/core'],
    ['src/domain/a.ts', '/src/server/b.ts'],
    ['src/domain/a.test.ts', '../server/b.ts'],
  ],
  contract: [
    ['src/contract/a.ts', '../texts/b.ts'],
    ['src/contract/a.ts', '../server/b.ts'],
    ['src/contract/a.ts', '../app/b.ts'],
    ['src/contract/a.ts', '../../sw/b.ts'],
    ['src/contract/a.ts', 'node:crypto'],
    ['src/contract/a.ts', 'react'],
  ],
  texts: [
    ['src/texts/a.ts', '../server/b.ts'],
    ['src/texts/a.ts', '../app/b.ts'],
    ['src/texts/a.ts', '../../sw/b.ts'],
    ['src/texts/a.ts', '@lingui/react'],
    ['src/texts/a.ts', 'zod'],
  ],
  server: [
    ['src/server/http/a.ts', '../../app/b.ts'],
    ['src/server/a.ts', '../../sw/b.ts'],
    ['src/server/a.ts', '../../tests/b.ts'],
    ['src/server/a.ts', 'react'],
    ['src/server/a.test.ts', '../app/b.ts'],
    ['src/server/auth/a.ts', '../http/answer.ts'],
    ['src/server/auth/deep/a.ts', '../../http/answer.ts'],
    ['src/server/auth/a.ts', '../../app/b.ts'],
  ],
  app: [
    ['src/app/main.tsx', '../server/b.ts'],
    ['src/app/main.tsx', '../../sw/b.ts'],
    ['src/app/main.tsx', '../../tests/b.ts'],
    ['src/app/main.tsx', 'node:fs'],
    ['src/app/main.tsx', 'fastify'],
    ['src/app/main.tsx', 'drizzle-orm/pg-core'],
    ['src/app/routes/a.tsx', '../../server/b.ts'],
    ['src/app/ui/a.test.tsx', '../../server/b.ts'],
  ],
  features: [
    ['src/app/features/venue/a.tsx', '../catalogue/b.tsx'],
    ['src/app/features/venue/a.tsx', '../../features/catalogue/b.tsx'],
    ['src/app/features/venue/a.tsx', '../../../app/features/catalogue/b.tsx'],
    ['src/app/features/venue/a.tsx', '../../routes/b.tsx'],
    ['src/app/features/venue/a.tsx', '../../main.tsx'],
    ['src/app/features/venue/a.tsx', '../../../server/b.ts'],
    ['src/app/features/venue/a.tsx', 'pg'],
    ['src/app/features/venue/parts/a.tsx', '../../catalogue/b.tsx'],
    ['src/app/features/venue/parts/more/a.tsx', '../../../catalogue/b.tsx'],
    ['src/app/features/venue/a.test.tsx', '../catalogue/b.tsx'],
  ],
  'shared folders': [
    ['src/app/ui/a.tsx', '../features/venue/b.tsx'],
    ['src/app/boot/pwa/a.ts', '../../features/venue/b.ts'],
    ['src/app/lib/a.ts', '../routes/b.tsx'],
  ],
  client: [
    ['src/client/a.ts', '../app/b.ts'],
    ['src/client/room/a.ts', '../../app/ui/b.tsx'],
    ['src/client/room/a.ts', '../../server/b.ts'],
    ['src/client/a.ts', '../../sw/b.ts'],
    ['src/client/a.ts', '../../tests/b.ts'],
    ['src/client/a.ts', 'react'],
    ['src/client/room/a.ts', 'react-dom/client'],
    ['src/client/a.ts', '@tanstack/react-query'],
    ['src/client/a.ts', 'node:fs'],
    ['src/client/a.test.ts', '../app/b.ts'],
    ['src/domain/c.ts', '../client/b.ts'],
    ['src/contract/c.ts', '../client/b.ts'],
    ['src/texts/c.ts', '../client/b.ts'],
    ['src/server/c.ts', '../client/b.ts'],
    ['src/server/http/c.ts', '../../client/b.ts'],
    ['sw/c.ts', '../src/client/b.ts'],
    ['src/server/practice/c.ts', '../../app/b.ts'],
  ],
  build: [
    ['src/build/a.ts', '../../tests/b.ts'],
    ['src/build/deep/a.ts', '../../../tests/support/b.ts'],
    ['src/build/a.ts', '../server/b.ts'],
    ['src/build/a.ts', '../../sw/b.ts'],
    ['src/build/a.ts', 'fastify'],
    ['src/build/a.ts', 'react'],
    ['src/server/a.ts', '../build/b.ts'],
    ['src/app/lib/a.ts', '../../build/b.ts'],
    ['sw/a.ts', '../src/build/b.ts'],
  ],
  sw: [
    ['sw/a.ts', '../src/server/b.ts'],
    ['sw/a.ts', '../src/app/b.ts'],
    ['sw/a.ts', '../tests/b.ts'],
    ['sw/a.ts', 'react'],
    ['sw/a.ts', 'node:fs'],
  ],
}

const right: Arrow[] = [
  ['src/domain/a.ts', './b.ts'],
  ['src/domain/deep/a.ts', '../b.ts'],
  ['src/domain/a.test.ts', 'vitest'],
  ['src/domain/a.test.ts', '../../tests/support/b.ts'],
  ['src/contract/a.ts', '../domain/b.ts'],
  ['src/contract/a.ts', 'zod'],
  ['src/contract/a.ts', 'zod/v4'],
  ['src/texts/a.ts', '../contract/b.ts'],
  ['src/texts/a.ts', '@lingui/core'],
  ['src/server/a.ts', '../texts/b.ts'],
  ['src/server/http/a.ts', '../../contract/b.ts'],
  ['src/server/a.ts', 'node:fs'],
  ['src/server/a.ts', '@lingui/core'],
  ['src/app/main.tsx', '../texts/b.ts'],
  ['src/app/routes/a.tsx', '../features/venue/b.tsx'],
  ['src/app/features/venue/a.tsx', './b.tsx'],
  ['src/app/features/venue/a.tsx', './parts/b.tsx'],
  ['src/app/features/venue/parts/a.tsx', '../b.tsx'],
  ['src/app/features/venue/a.tsx', '../../../client/room/b.ts'],
  ['src/server/practice/robots/a.ts', '../../../client/b.ts'],
  ['src/app/features/venue/parts/a.tsx', '../../../ui/b.tsx'],
  ['src/app/features/venue/a.tsx', '../../../contract/b.ts'],
  ['src/app/features/venue/a.tsx', 'react'],
  ['src/client/room/a.ts', '../../domain/b.ts'],
  ['src/client/room/a.ts', '../device/b.ts'],
  ['src/client/a.ts', 'idb-keyval'],
  ['src/client/room/a.test.ts', 'vitest'],
  ['src/build/a.ts', 'node:fs'],
  ['src/build/a.ts', 'vite'],
  ['src/build/a.test.ts', '../../tests/support/b.ts'],
  ['sw/a.ts', '../src/contract/b.ts'],
  ['sw/a.ts', 'workbox-window'],
  ['tests/e2e/a.ts', '../../src/app/b.ts'],
  ['tests/integration/a.ts', '../../src/server/b.ts'],
]

describe('zones', () => {
  test.each(Object.entries(wrong))('%s: the lint refuses each wrong arrow', (_zone, arrows) => {
    const run = refused(arrows)
    expect(run.refused).toEqual(named(arrows))
    expect(run.exitCode).not.toBe(0)
  })

  test('right arrows pass', () => {
    expect(refused(right)).toEqual({ exitCode: 0, refused: [] })
  })

  /** Plants `code` in each of the files, and answers with those that the linter refuses for a global. */
  function reaching(code: string, files: readonly string[]): string[] {
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `export const at = () => ${code}\n`)
    }
    const bin = join(root, 'node_modules/oxlint/bin/oxlint')
    const run = spawnSync(process.execPath, [bin, '--format', 'unix', 'src'], { cwd: folder, encoding: 'utf8' })
    const lines = run.stdout.split('\n').filter((line) => line.includes('no-restricted-globals'))
    return lines.map((line) => line.slice(0, line.indexOf(':'))).sort()
  }

  test("13.2c the room's core touches nothing that a browser alone has; the browser's ports may", () => {
    const files = ['src/client/room/core.ts', 'src/client/ports/browser.ts']
    expect(reaching('location.href', files)).toEqual(['src/client/room/core.ts'])
  })

  test.each(['fetch("/")', 'new XMLHttpRequest()', 'new WebSocket("/")', 'indexedDB.databases()', 'caches.keys()'])(
    '13.1 the app does not reach for %s of its own; its client does',
    (code) => {
      const app = ['src/app/features/venue/a.ts', 'src/app/lib/a.ts', 'src/app/main.tsx']
      const others = ['src/client/ports/a.ts', 'src/app/boot/inline/a.ts', 'src/app/lib/a.test.ts']
      expect(reaching(code, [...app, ...others])).toEqual(app)
    },
  )

  test('an import in a call or of a type alone is an arrow too', () => {
    mkdirSync(join(folder, 'src/domain'), { recursive: true })
    writeFileSync(join(folder, 'src/domain/late.ts'), "export const late = () => import('../server/b.ts')\n")
    writeFileSync(join(folder, 'src/domain/type.ts'), "import type { B } from '../server/b.ts'\nexport type A = B\n")
    expect(refused([]).refused).toEqual(['src/domain/late.ts', 'src/domain/type.ts'])
  })
})
