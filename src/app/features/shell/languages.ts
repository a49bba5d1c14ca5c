import type { Client } from '../../../client/client.ts'
import type { Locale } from '../../lib/i18n/index.ts'

/** Names of the languages, each in its own words. The current one is disabled (spec §2). */
export const LANGUAGES: readonly { readonly locale: Locale; readonly name: string; readonly lang: string }[] = [
  { locale: 'zh', name: '简体中文', lang: 'zh-CN' },
  { locale: 'en', name: 'English', lang: 'en' },
]
export const languageName = ({ locale: now }: Client): string =>
  LANGUAGES.find(({ locale }) => locale === now)?.name ?? ''
