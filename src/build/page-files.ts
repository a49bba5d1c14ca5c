import type { Plugin, Rolldown } from 'vite'
import { screenRows } from '../contract/screens.ts'
import { inlinedStyle } from './inlined-style.ts'
import { AFTER_HOME } from './offline-files.ts'
import { pathOfRoute, routeFileOf } from './screens.ts'

type OutputBundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>

const NAME = 'virtual:page-files'
const LOCALES = ['zh', 'en'] as const
/** The texts that server-written pages wait for. */
const TEXTS = /\/src\/(?:app\/locales\/(?:people\/)?|texts\/locales\/)(zh|en)\.po/
/**
 * `virtual:page-files` for the server build: the head elements that each page adds to the common ones. The page is
 * readable without its scripts, so they follow the markup. Its styles are inlined and marked with the file name, so
 * that the app does not fetch them again.
 */
export function pageFiles(bundle: () => OutputBundle | null): Plugin {
  return {
    name: 'page-files',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(headsOf(bundle() ?? {}))}` : null),
  }
}

function headsOf(bundle: OutputBundle): Record<string, Record<string, string>> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = closure(
    bundle,
    chunks.filter(({ isEntry }) => isEntry),
  )
  const later = closure(
    bundle,
    chunks.filter(({ moduleIds }) => moduleIds.some((id) => AFTER_HOME.test(id))),
  )
  const texts = (locale: string): Rolldown.OutputChunk[] =>
    chunks.filter(({ facadeModuleId }) => TEXTS.exec(facadeModuleId ?? '')?.[1] === locale)
  const shared = stylesOf([...first])
  return Object.fromEntries(
    chunks.flatMap((chunk) => {
      const route = chunk.moduleIds.map(routeFileOf).find((file) => file !== null)
      const screen = route === undefined ? undefined : screenRows.find(({ path }) => path === pathOfRoute(route))
      if (!screen?.written) return []
      const own = [...closure(bundle, [chunk, ...later])].filter((one) => !first.has(one))
      const css = inlined(
        bundle,
        [...stylesOf(own)].filter((file) => !shared.has(file)),
      )
      const scripts = own.filter((one) => !later.has(one))
      // The server has drawn the text already, so the code that draws it is only prefetched, for offline use.
      const drawn = screen.offline === 'reading' ? laterIn(bundle, scripts) : []
      const head = (locale: string): string =>
        css + links('modulepreload', [...scripts, ...texts(locale)]) + links('prefetch', drawn)
      return [[screen.path, Object.fromEntries(LOCALES.map((locale) => [locale, head(locale)]))]]
    }),
  )
}

function closure(bundle: OutputBundle, begin: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const all = new Set(begin)
  for (const { imports } of all) {
    for (const name of imports) {
      const next = bundle[name]
      if (next?.type === 'chunk') all.add(next)
    }
  }
  return all
}

/** The chunks that these chunks import dynamically. */
const laterIn = (bundle: OutputBundle, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] =>
  [...new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports))]
    .map((name) => bundle[name])
    .filter((file) => file?.type === 'chunk')

const stylesOf = (chunks: readonly Rolldown.OutputChunk[]): ReadonlySet<string> =>
  new Set(chunks.toReversed().flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))

const inlined = (bundle: OutputBundle, files: readonly string[]): string =>
  files.map((file) => inlinedStyle(file, bundle[file])).join('')

const links = (rel: string, chunks: readonly Rolldown.OutputChunk[]): string =>
  chunks.map(({ fileName }) => `<link rel="${rel}" crossorigin fetchpriority="low" href="/${fileName}">`).join('')
