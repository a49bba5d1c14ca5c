/** Maps files to builds by name alone: `/assets/base-Kq_RIRn8.js` is `base` of one build. */
export interface Release {
  /** Revision of the page: two builds with the same page are the same build. */
  readonly revision: string
  /** Paths of all hashed files. */
  readonly assets: ReadonlySet<string>
  /** Chunks of every page that are fetched on demand: without them a press on the menu would break the page. */
  readonly shell: ReadonlySet<string>
  /** Chunks of the screens that can be read offline. */
  readonly reading: ReadonlySet<string>
}

/** The list of files as the build writes it into the worker (`src/build/offline-files.ts`). */
export type Manifest = readonly {
  readonly url: string
  readonly revision: string | null
  readonly offline?: 'shell' | 'reading'
}[]

const PAGE = 'index.html'

export function releaseOf(manifest: Manifest): Release {
  const files = manifest.filter(({ url }) => url !== PAGE)
  const held = (as: 'shell' | 'reading'): ReadonlySet<string> =>
    new Set(files.filter(({ offline }) => offline === as).map(({ url }) => `/${url}`))
  return {
    revision: manifest.find(({ url }) => url === PAGE)?.revision ?? 'none',
    assets: new Set(files.map(({ url }) => `/${url}`)),
    shell: held('shell'),
    reading: held('reading'),
  }
}

/** The chunk's name, which is the same in every build. */
export const chunkName = (path: string): string => path.replace(/^.*\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '')

/** Asset paths that the page names. */
export const namedIn = (html: string): readonly string[] =>
  Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path = '']) => path)

/** Static imports of a script, without its lazy ones. */
export const importsOf = (script: string): readonly string[] =>
  Array.from(script.matchAll(/\b(?:from|import)\s*["']\.\/([\w.$@~-]+\.js)["']/g), ([, name = '']) => `/assets/${name}`)

/**
 * Dependencies of each lazily imported chunk, styles included: the loader fetches them before the chunk. The build
 * lists names once, then their indexes beside each `import()`.
 */
export function laterOf(script: string): ReadonlyMap<string, readonly string[]> {
  const [, list = ''] = /\bm\.f=\[([^\]]*)\]/.exec(script) ?? []
  const files = Array.from(list.matchAll(/"([^"]+)"/g), ([, name = '']) => `/${name}`)
  const asked = script.matchAll(
    /\bimport\([`"']\.\/([\w.$@~-]+\.js)[`"']\)(?:(?!\bimport\()[\s\S])*?__vite__mapDeps\(\[([\d,]*)\]\)/g,
  )
  return new Map(
    Array.from(asked, ([, name = '', numbers = '']) => [
      `/assets/${name}`,
      numbers.split(',').flatMap((number) => files[Number(number)] ?? []),
    ]),
  )
}

/**
 * The files that a new build caches: the shell, every chunk ever used on this device, and, when idle, the screens for
 * reading.
 */
export function wantedOf(
  { assets, shell, reading }: Release,
  kept: Iterable<string>,
  leisure: boolean,
): readonly string[] {
  const known = new Set(Array.from(kept, chunkName))
  return [...assets].filter((path) => known.has(chunkName(path)) || shell.has(path) || (leisure && reading.has(path)))
}
