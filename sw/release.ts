/** What belongs to which build, by names alone: `/assets/base-Kq_RIRn8.js` is `base` of one build. */
export interface Release {
  /** Of the page: two builds with the same page are the same. */
  readonly revision: string
  /** Paths of all hashed files. */
  readonly assets: ReadonlySet<string>
}

/** As the build writes it into the worker. */
export type Manifest = readonly { readonly url: string; readonly revision: string | null }[]

const PAGE = 'index.html'

export function releaseOf(manifest: Manifest): Release {
  return {
    revision: manifest.find(({ url }) => url === PAGE)?.revision ?? 'none',
    assets: new Set(manifest.filter(({ url }) => url !== PAGE).map(({ url }) => `/${url}`)),
  }
}

/** The same part of the app in any build. */
export const partOf = (path: string): string => path.replace(/^.*\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '')

/** Files that the page itself names. */
export const namedIn = (html: string): readonly string[] => Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path = '']) => path)

/** Files that a script cannot run without: what it imports, not what it may ask for later. */
export const importsOf = (script: string): readonly string[] =>
  Array.from(script.matchAll(/\b(?:from|import)\s*["']\.\/([\w.$@~-]+\.js)["']/g), ([, name = '']) => `/assets/${name}`)

/** Screens that can be read without a network, and the way in to them. */
const READING = /^(_index_|login|news|rules|privacy|service|home\.|_signedIn\.target\.|_signedIn\._centre)/

/** What a new build should have at hand: every part that was ever used here, and once there is leisure the screens that are read. */
export function wantedOf({ assets }: Release, kept: Iterable<string>, leisure: boolean): readonly string[] {
  const known = new Set(Array.from(kept, partOf))
  return [...assets].filter((path) => known.has(partOf(path)) || (leisure && READING.test(partOf(path))))
}
