import type { Plugin, Rolldown } from 'vite'
import { LATER } from './first-page.ts'

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>

const NAME = 'virtual:page-files'
const LOCALES = ['zh', 'en'] as const
/** `src/app/routes/rules_.list.tsx`: the part that is fetched when the page is opened. */
const ROUTE = /\/src\/app\/routes\/(.+)\.tsx\?tsr-split=component/
/** The texts that written pages wait for. */
const TEXTS = /\/src\/(?:app\/locales\/(?:people\/)?|texts\/locales\/)(zh|en)\.po/
/** The styles that every page has in it. */
const FIRST = /^assets\/first-/
/**
 * A server-written text needs no drawing code until the link is lost, so that chunk is prefetched when the link is
 * idle.
 */
const SHOWS_TEXT = /\/features\/content\/(?:Document|Article)Page/
const DRAWS_TEXT = /\/ui\/markdown\/Elements/

/**
 * `virtual:page-files` for the server build: the head elements that each page adds to the common ones. The page is
 * readable without its scripts, so they follow the markup. Its styles are inlined, marked with the file name so that
 * the app does not fetch them again.
 */
export function pageFiles(bundle: () => Bundle | null): Plugin {
  return {
    name: 'page-files',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(headsOf(bundle() ?? {}))}` : null),
  }
}

function headsOf(bundle: Bundle): Record<string, Record<string, string>> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = closure(
    bundle,
    chunks.filter(({ isEntry }) => isEntry),
  )
  const later = closure(
    bundle,
    chunks.filter(({ moduleIds }) => moduleIds.some((id) => LATER.test(id))),
  )
  const texts = (locale: string): Rolldown.OutputChunk[] =>
    chunks.filter(({ facadeModuleId }) => TEXTS.exec(facadeModuleId ?? '')?.[1] === locale)
  return Object.fromEntries(
    chunks.flatMap((chunk) => {
      const route = chunk.moduleIds.map((id) => ROUTE.exec(id)?.[1]).find((name) => name !== undefined)
      if (route === undefined || route.includes('$')) return []
      const own = [...closure(bundle, [chunk, ...later])].filter((one) => !first.has(one))
      const css = styles(bundle, own)
      const scripts = own.filter((one) => !later.has(one))
      const parts = scripts.some(({ moduleIds }) => moduleIds.some((id) => SHOWS_TEXT.test(id)))
        ? chunks.filter(({ facadeModuleId }) => DRAWS_TEXT.test(facadeModuleId ?? ''))
        : []
      return [
        [
          pathOf(route),
          Object.fromEntries(
            LOCALES.map((locale) => [
              locale,
              css + links('modulepreload', [...scripts, ...texts(locale)]) + links('prefetch', parts),
            ]),
          ),
        ],
      ]
    }),
  )
}

const pathOf = (route: string): string => `/${route.replaceAll(/_?\./g, '/').replaceAll(/[[\]]/g, '')}`

function closure(bundle: Bundle, begin: readonly Rolldown.OutputChunk[]): Set<Rolldown.OutputChunk> {
  const all = new Set(begin)
  for (const { imports } of all) {
    for (const name of imports) {
      const next = bundle[name]
      if (next?.type === 'chunk') all.add(next)
    }
  }
  return all
}

function styles(bundle: Bundle, chunks: readonly Rolldown.OutputChunk[]): string {
  const files = new Set(
    chunks
      .toReversed()
      .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      .filter((file) => !FIRST.test(file)),
  )
  return Array.from(files, (file) => {
    const asset = bundle[file]
    if (asset?.type !== 'asset') throw new Error(`${file} is not in the bundle`)
    return `<style>${String(asset.source).trim()}</style><link rel="stylesheet" href="/${file}" disabled>`
  }).join('')
}

const links = (rel: string, chunks: readonly Rolldown.OutputChunk[]): string =>
  chunks.map(({ fileName }) => `<link rel="${rel}" crossorigin fetchpriority="low" href="/${fileName}">`).join('')
