import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))

/** Components that draw nothing, or a whole page, or data that only a server has. */
const ELSEWHERE = new Set(
  // `UploadSaid` and `VoiceRegions` are heard alone; `PlainButton` has no look. `Actions` need a sale with its schedule: the home page's own.
  `Guard MendingGuard WhenNear UnitName Seal MissingPart SecondFactorHost Page ListPage NotAllowedPage NotFoundPage CompanySheet
  SignatureWaits DocumentView PrivateDocument ColumnChoice Elements Actions
  AskedDeals UploadSaid VoiceRegions PlainButton`.split(/\s+/),
)

it('shows every component of ui', () => {
  const made = read('src/app/ui/**/*.tsx').flatMap((text) =>
    [...text.matchAll(/^export (?:function|const|class) ([A-Z]\w*[a-z]\w*)\b/gm)].map(([, name]) => name ?? ''),
  )
  const sheet = read('tests/style/sheet/*.tsx').join('\n')
  const missing = made.filter((name) => !ELSEWHERE.has(name) && !new RegExp(`<${name}\\b`).test(sheet))
  expect(made.length).toBeGreaterThan(60)
  expect(missing).toEqual([])
  expect([...ELSEWHERE].filter((name) => !made.includes(name))).toEqual([])
})
