import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../contract/constants.ts'

/**
 * A text as it is written in a file: its title as the first heading, a summary as the first paragraph, then the text
 * itself.
 */
export interface Written {
  readonly title: string
  readonly summary: string
  readonly body: string
}

export function parseWritten(text: string): Written {
  const [, title, summary, body] = /^# (.+)\n\n(.+)\n\n([\s\S]+)$/.exec(text) ?? []
  if (title === undefined || summary === undefined || body === undefined)
    throw new SyntaxError('A text begins with its title and its summary.')
  return { title, summary, body: body.trim() }
}

const FOLDER = join(import.meta.dirname, 'texts')

/** One language of a text that comes with the platform. */
export const readIn = (name: string, locale: Locale, folder = FOLDER): Written =>
  parseWritten(readFileSync(join(folder, `${name}.${locale}.md`), 'utf8'))

/** Both languages of a text that comes with the platform, as table columns. */
export function bothOf(name: string, folder = FOLDER) {
  const [zh, en] = [readIn(name, 'zh', folder), readIn(name, 'en', folder)]
  return {
    titleZh: zh.title,
    titleEn: en.title,
    summaryZh: zh.summary,
    summaryEn: en.summary,
    bodyZh: zh.body,
    bodyEn: en.body,
  }
}
