import type { Locale } from '../../../contract/constants.ts'

/** Texts that have to be there before the operator has written anything: registration asks to agree to two of them. */
export type DocumentName = 'privacy' | 'service' | 'rules'

type Text = () => Promise<{ readonly default: string }>

/** Each in its own file, fetched when somebody opens it. */
export const documents: Readonly<Record<DocumentName, Readonly<Record<Locale, Text>>>> = {
  privacy: { zh: () => import('./texts/privacy.zh.md?raw'), en: () => import('./texts/privacy.en.md?raw') },
  service: { zh: () => import('./texts/service.zh.md?raw'), en: () => import('./texts/service.en.md?raw') },
  rules: { zh: () => import('./texts/rules.zh.md?raw'), en: () => import('./texts/rules.en.md?raw') },
}
