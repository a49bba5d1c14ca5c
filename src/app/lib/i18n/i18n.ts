import { setupI18n, type I18n } from '@lingui/core'
import type { Client } from '../../../client/client.ts'

/** The texts of a page in its language. */
export const i18nOf = (client: Client): I18n => client.part(createI18n)

const createI18n = (): I18n => setupI18n()
