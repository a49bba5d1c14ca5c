import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** The hashed files of one build. */
export interface Release {
  readonly at: number
  readonly files: readonly string[]
}

const KEPT = 5
const YOUNG_MS = 14 * 24 * 3_600_000
const MOST = 30

/**
 * Adds a build; newest first. An open tab runs an old release until it is reloaded, and requests that release's files.
 */
export function withRelease(before: readonly Release[], made: Release): readonly Release[] {
  const others = before.filter(({ files }) => files.toSorted().join() !== made.files.toSorted().join())
  return [made, ...others].filter(({ at }, index) => index < KEPT || (index < MOST && made.at - at < YOUNG_MS))
}

export function readReleases(path: string): readonly Release[] {
  if (!existsSync(path)) return []
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return Array.isArray(found) ? found.filter(isRelease) : []
  } catch {
    // An interrupted build left no list: the list starts empty.
    return []
  }
}

function isRelease(value: unknown): value is Release {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'number' &&
    'files' in value &&
    Array.isArray(value.files)
  )
}

/** Maps a compressed copy to its original, which it is deleted with. */
const original = (name: string): string => name.replace(/\.(br|gz)$/, '')

/**
 * Keeps the hashed files of several earlier builds and records which build each file belongs to. `ours`: whether this
 * build made a file below `assets`.
 */
export function keepReleases(): Plugin & { readonly ours: (path: string) => boolean } {
  let folder = ''
  let made: ReadonlySet<string> = new Set()
  return {
    name: 'keep-releases',
    apply: 'build',
    ours: (path) => made.has(basename(path)),
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    writeBundle(_options, bundle) {
      made = new Set(
        Object.keys(bundle)
          .filter((path) => path.startsWith('assets/'))
          .map((path) => basename(path)),
      )
      clear(folder)
    },
    // Runs after the worker is built, and before files are compressed.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (made.size > 0) prune(folder, { at: Date.now(), files: [...made] })
      },
    },
  }
}

/**
 * Deletes the worker until the new one is written: without it the build counts as unfinished, which a start must see.
 */
function clear(folder: string): void {
  for (const name of ['main.js', 'main.js.br', 'main.js.gz']) rmSync(join(folder, name), { force: true })
}

export function prune(folder: string, made: Release): void {
  const list = join(dirname(folder), 'releases.json')
  const kept = withRelease(readReleases(list), made)
  const files = new Set(kept.flatMap((release) => release.files))
  const assets = join(folder, 'assets')
  for (const name of readdirSync(assets)) if (!files.has(original(name))) rmSync(join(assets, name))
  writeFileSync(list, JSON.stringify(kept))
}
