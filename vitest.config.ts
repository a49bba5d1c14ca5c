import { bootScripts } from './src/build/boot-scripts.ts'
import { firstTexts } from './src/build/first-texts.ts'
import { screens } from './src/build/screens.ts'
import { pageFiles } from './src/build/page-files.ts'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const unit = ['src/**/*.test.ts', 'sw/**/*.test.ts', 'tests/{support,prove}/**/*.test.ts']
const components = ['src/app/**/*.test.tsx']

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    lingui(),
    firstTexts(),
    bootScripts(),
    screens(),
    pageFiles(() => null),
  ],
  test: {
    reporters: ['default', './tests/support/closing-line-vitest.ts'],
    coverage: { include: ['src/**', 'sw/**'], exclude: ['**/*.gen.ts', '**/*.test.*'] },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, environment: 'node', testTimeout: 20_000 } },
      { extends: true, test: { name: 'unit-components', include: components, environment: 'jsdom' } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'tests/link/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
          // As the server starts: its compile cache, and its shortcut through drizzle-orm.
          execArgv: ['--require', './src/server/need-node.cjs'],
        },
      },
    ],
  },
})
