import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const exclude = ['**/*.test.ts', '**/*.test.tsx', '**/*.gen.ts']

/**
 * Texts that come with their screens: a reader of the sales does not fetch the room's
 * (`src/app/lib/i18n/parts.ts`).
 */
const PARTS = {
  venue: ['features/venue'],
  catalogue: ['features/catalogue'],
  ticket: ['ui/ticket'],
  people: [
    ...['account', 'company', 'operator', 'seller', 'centre', 'signIn', 'content', 'lotBoards', 'embed'].map(
      (name) => `features/${name}`,
    ),
    'lib/form',
    'lib/inApp',
    'ui/bankLine',
    'ui/contract',
    'ui/edit',
    'ui/online',
    'ui/table',
  ],
}
const inApp = (folders: string[]) => folders.map((folder) => `<rootDir>/src/app/${folder}`)

const catalog = (zone: string) => ({
  path: `<rootDir>/src/${zone}/locales/{locale}`,
  include: [`<rootDir>/src/${zone}`],
  exclude,
})
const parts = Object.entries(PARTS).map(([part, folders]) => ({
  path: `<rootDir>/src/app/locales/${part}/{locale}`,
  include: inApp(folders),
  exclude,
}))
const app = {
  ...catalog('app'),
  include: ['<rootDir>/src/app', '<rootDir>/src/client'],
  exclude: [...exclude, ...inApp(Object.values(PARTS).flat()).map((folder) => `${folder}/**`)],
}

export default defineConfig({
  sourceLocale: 'en',
  locales: ['zh', 'en'],
  catalogs: [app, ...parts, catalog('texts'), catalog('server')],
  // Line numbers would change a catalogue with every unrelated edit.
  format: formatter({ lineNumbers: false }),
})
