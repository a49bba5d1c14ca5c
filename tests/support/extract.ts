import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Collects texts into the catalogues. A text whose file has moved to another section of the app, or that two sections
 * share, takes its existing translation along.
 */
const catalogues = (): string[] => globSync('src/**/locales/**/zh.po')

interface Entry {
  /** Line of the translation. */
  readonly at: number
  readonly key: string
  readonly translation: string
}

function* entries(lines: readonly string[]): Generator<Entry> {
  for (const [index, line] of lines.entries()) {
    const translation = lines[index + 1]
    if (!line.startsWith('msgid ') || translation?.startsWith('msgstr ') !== true) continue
    const before = lines[index - 1] ?? ''
    yield { at: index + 1, key: before.startsWith('msgctxt ') ? `${before}\n${line}` : line, translation }
  }
}
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n')
const NONE = 'msgstr ""'

const known = new Map<string, string>()
for (const path of catalogues())
  for (const { key, translation } of entries(linesOf(path))) if (translation !== NONE) known.set(key, translation)

const { status } = spawnSync('lingui', ['extract', '--clean', '--overwrite'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
})
if (status !== 0) process.exit(status ?? 1)

for (const path of catalogues()) {
  const lines = linesOf(path)
  const moved = [...entries(lines)].filter(
    ({ key, translation }) => key !== 'msgid ""' && translation === NONE && known.has(key),
  )
  for (const { at, key } of moved) lines[at] = known.get(key) ?? NONE
  if (moved.length > 0) writeFileSync(path, lines.join('\n'))
}
