import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const catalog = (zone: string) => ({
  path: `<rootDir>/src/${zone}/locales/{locale}`,
  include: [`<rootDir>/src/${zone}`],
  exclude: ['**/*.test.ts', '**/*.test.tsx', '**/*.gen.ts'],
})

export default defineConfig({
  sourceLocale: 'en',
  locales: ['zh', 'en'],
  catalogs: [catalog('app'), catalog('texts'), catalog('server')],
  // Line numbers would change a catalogue with every unrelated edit.
  format: formatter({ lineNumbers: false }),
})
