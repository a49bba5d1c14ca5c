import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import type { Locale } from '../../../src/contract/constants.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Finds the product's texts by their English source. */
export type Texts = (english: string) => RegExp

/** The product's texts in a language: a pattern of the whole text, with any words for a placeholder. */
export async function textsIn(locale: Locale): Promise<Texts> {
  const all = new Map<string, Set<string>>()
  for (const path of globSync('src/**/locales/**/en.po', { cwd: ROOT })) {
    const [english, own] = [
      await catalogOf(path, 'en'),
      await catalogOf(path.replace(/en\.po$/, `${locale}.po`), locale),
    ]
    for (const [id, text] of english) all.set(text, (all.get(text) ?? new Set()).add(own.get(id) ?? text))
  }
  return (english) => {
    const found = all.get(english)
    if (found === undefined) throw new Error(`no text of the product: ${english}`)
    return new RegExp(`^(?:${[...found].map(patternOf).join('|')})$`)
  }
}

/** Of a message without plurals. */
const patternOf = (message: string): string =>
  message
    .replaceAll(/<\/?\d+\/?>/g, '')
    .split(/\{\w+\}/)
    .map((part) => RegExp.escape(part))
    .join('.*')

async function catalogOf(filename: string, locale: Locale): Promise<ReadonlyMap<string, string>> {
  const content = readFileSync(join(ROOT, filename), 'utf8')
  const catalog = await formatter().parse(content, { locale, sourceLocale: 'en', filename })
  return new Map(Object.entries(catalog).map(([id, { message, translation }]) => [id, translation || message || id]))
}
