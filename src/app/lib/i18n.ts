import { i18n, type Messages } from '@lingui/core'

export type Locale = 'zh' | 'en'

const catalogues: Record<Locale, () => Promise<{ messages: Messages }[]>> = {
  zh: () => Promise.all([import('../../texts/locales/zh.po'), import('../locales/zh.po')]),
  en: () => Promise.all([import('../../texts/locales/en.po'), import('../locales/en.po')]),
}

export async function activateLocale(locale: Locale): Promise<void> {
  for (const { messages } of await catalogues[locale]()) i18n.load(locale, messages)
  i18n.activate(locale)
}
