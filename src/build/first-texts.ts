import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin, Rolldown } from 'vite'

/**
 * `virtual:first-texts/zh`: the texts that the first page's code uses, a third of all. The others are in a separate
 * file, which every other page awaits and this one prefetches when idle.
 */
const NAME = /^virtual:first-texts\/(?:zh|en)$/
const OURS = '\0virtual:first-texts/'
/** A message id as the macro writes it: `id: "aBc-12"`. */
const IDS = /\bid:\s*["'`]([\w-]{6})["'`]/g
/** Placeholder for the texts in a chunk until the build knows which texts the chunk needs. */
const PLACE = /(["'`])__FIRST_TEXTS_(zh|en)__\1/

type Messages = Readonly<Record<string, unknown>>

export function firstTexts(): Plugin {
  const all = new Map<string, Messages>()
  let building = false
  return {
    name: 'first-texts',
    configResolved: ({ command, build }) => {
      building = command === 'build' && build.ssr === false
    },
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(OURS)) return null
      const locale = id.slice(OURS.length)
      const messages = await compile(locale)
      all.set(locale, messages)
      return `export const messages = JSON.parse(${building ? `"__FIRST_TEXTS_${locale}__"` : JSON.stringify(JSON.stringify(messages))})`
    },
    renderChunk(code, _chunk, _options, { chunks }) {
      const locale = PLACE.exec(code)?.[2]
      if (locale === undefined) return null
      const entry = Object.values(chunks).find(({ isEntry }) => isEntry)
      const named = idsOf(this, entry?.facadeModuleId ?? null)
      const first = Object.fromEntries(Object.entries(all.get(locale) ?? {}).filter(([id]) => named.has(id)))
      return { code: code.replace(PLACE, () => JSON.stringify(JSON.stringify(first))), map: null }
    },
  }
}

/** Compiles the app's texts and the texts shared with the server. */
async function compile(locale: string): Promise<Messages> {
  const config = getConfig()
  const catalogues = (await getCatalogs(config)).filter(({ path }) => /src\/(?:app|texts)\//.test(path))
  const parts = catalogues.map(async (catalogue): Promise<Messages> => {
    const { fallbackLocales, sourceLocale } = config
    const { messages } = await catalogue.getTranslations(locale, {
      fallbackLocales,
      sourceLocale,
      missingBehavior: 'resolved',
    })
    const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' })
    if (errors.length > 0) throw new Error(`${locale}: ${errors.map(({ error }) => error.message).join(', ')}`)
    const parsed: unknown = JSON.parse(source)
    if (!isCatalogue(parsed)) throw new Error(`${locale}: not a catalogue`)
    return parsed.messages
  })
  return (await Promise.all(parts)).reduce((all, part) => ({ ...all, ...part }), {})
}

const isCatalogue = (value: unknown): value is { readonly messages: Messages } =>
  typeof value === 'object' &&
  value !== null &&
  'messages' in value &&
  typeof value.messages === 'object' &&
  value.messages !== null

/** Message ids in all modules that load before anything is fetched on demand. */
function idsOf(context: Rolldown.PluginContext, entry: string | null): ReadonlySet<string> {
  const seen = new Set<string>(entry === null ? [] : [entry])
  const named = new Set<string>()
  for (const id of seen) {
    const info = context.getModuleInfo(id)
    if (!id.includes('/node_modules/')) for (const [, text = ''] of info?.code?.matchAll(IDS) ?? []) named.add(text)
    for (const next of info?.importedIds ?? []) seen.add(next)
  }
  return named
}
