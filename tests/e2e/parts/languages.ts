import type { Locale } from '../../../src/contract/constants.ts'

/**
 * Tags of a test that runs in both languages: in Chinese it runs with every change, in English as a proof
 * (`npm run prove -- walks`). `npm test` compares the English words with the app's in `english.test.ts`.
 */
export const inLanguage = (locale: Locale, viewport: '@desktop' | '@phone'): string[] =>
  locale === 'zh' ? [viewport] : [viewport, '@walk']
