import type { Plugin, Rolldown } from 'vite'
import { screenRows } from '../contract/screens.ts'
import { isWithin, pathOfRoute, routeFileOf } from './screens.ts'

/** The fields of the finished build that this module reads. */
export interface BuildGraph {
  readonly chunks: readonly Pick<Rolldown.OutputChunk, 'fileName' | 'moduleIds' | 'imports' | 'isEntry'>[]
  /** A module's static and dynamic imports; null for a module unknown to the build. */
  readonly module: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}
export type Offline = 'shell' | 'reading'

/** Every page except the home page starts with these, as does the home page's first call. */
export const AFTER_HOME = /\/src\/(?:app\/boot\/router\.tsx|client\/calls\/exchange\.ts)$/
/** The shell around all pages; a press on the menu needs its dynamic chunks. */
const FRAME = /\/src\/app\/features\/shell\//
const HOME = /\/src\/app\/boot\/Home\.tsx$/
/** Folders whose dynamic imports a page shows later; languages, form rules and libraries are imported elsewhere. */
const SHOWS = /\/src\/app\/(?:routes|features|ui)\/|\/src\/app\/boot\/Home\.tsx$/
const SOURCE = /\/src\/app\/(?:routes|features|ui|boot)\//

/**
 * The files that the worker caches for reading offline. The worker adds their imports. Chunk names carry no meaning
 * here: a file is identified by its modules.
 */
export function offlineFiles({ chunks, module }: BuildGraph): ReadonlyMap<string, Offline> {
  const chunkOf = new Map(chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName] as const)))
  const held = new Map<string, Offline>()
  const hold = (id: string, offline: Offline): void => {
    const file = chunkOf.get(id)
    if (file !== undefined && held.get(file) !== 'shell') held.set(file, offline)
  }
  const routes = [...chunkOf.keys()].flatMap((id) => {
    const file = routeFileOf(id)
    return file === null ? [] : [{ id, file }]
  })
  for (const id of chunkOf.keys()) {
    if (AFTER_HOME.test(id)) hold(id, 'shell')
    if (FRAME.test(id)) module(id)?.dynamicallyImportedIds.forEach((later) => hold(later, 'shell'))
  }
  for (const { path, menu, offline } of screenRows) {
    if (!offline) continue
    const own = routes.filter(({ file }) => [path, menu?.href].includes(pathOfRoute(file)))
    for (const { id, file } of routes) if (own.some((one) => isWithin(one.file, file))) hold(id, offline)
    // The home page has no chunk of its own: its component is in the first chunk.
    const starts = own.length > 0 ? own.map(({ id }) => id) : [...chunkOf.keys()].filter((id) => HOME.test(id))
    for (const later of shownLater(module, starts)) hold(later, 'reading')
  }
  return held
}

/** Chunks that the page's own modules import dynamically. */
function shownLater(module: BuildGraph['module'], starts: readonly string[]): ReadonlySet<string> {
  const met = new Set(starts)
  const later = new Set<string>()
  for (const id of met) {
    const info = module(id)
    for (const next of info?.importedIds ?? []) if (SOURCE.test(next)) met.add(next)
    if (SHOWS.test(id) && !FRAME.test(id))
      for (const next of info?.dynamicallyImportedIds ?? []) if (!next.includes('?tsr-split')) later.add(next)
  }
  return later
}

/** Marks the offline files in the worker's list of files (`sw/release.ts`). */
export function markOffline(): Plugin & { readonly offlineOf: (url: string) => Offline | undefined } {
  let held: ReadonlyMap<string, Offline> = new Map()
  return {
    name: 'mark-offline',
    apply: 'build',
    offlineOf: (url) => held.get(url),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      held = offlineFiles({ chunks, module: (id) => this.getModuleInfo(id) })
    },
  }
}
