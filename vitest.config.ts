import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { bootScripts } from './src/build/boot-scripts.ts'
import { firstTexts } from './src/build/first-texts.ts'
import { screens } from './src/build/screens.ts'
import { pageFiles } from './src/build/page-files.ts'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import LongestFirst from './tests/support/longest-first.ts'

const unit = [
  'src/**/*.test.ts',
  'sw/**/*.test.ts',
  'tests/{style,support,run,prove,cases,simulation,e2e}/**/*.test.ts',
]
const components = ['src/app/**/*.test.tsx']
/** They take the whole app, whose modules no later file of the worker could replace. */
const WHOLE_APP = ['src/app/boot/hydration.test.tsx']

/** As the server starts: with its compile cache, and its shortcut through the modules of drizzle-orm. */
const asServer = ['--require', join(import.meta.dirname, 'src/server/need-node.cjs')]

/** They measure memory or processor time of their own process, which no other file may have used. */
const MEASURING = ['tests/integration/lot-imports.test.ts', 'tests/integration/security-account.test.ts']

/** By itself Vitest leaves a core to its own process, which does next to nothing. */
const UNIT_WORKERS = availableParallelism()

const NOTHING_LEFT = 'tests/support/nothing-left.ts'

const integration = {
  environment: 'node',
  testTimeout: 180_000,
  hookTimeout: 240_000,
  setupFiles: ['tests/support/retry-timed.ts'],
  // A loaded machine is slow, and that is no fault: an awaited fact has longer than vitest's second.
  expect: { poll: { timeout: 15_000 } },
  // Two would use both cores, but some files wait for a clock.
  maxWorkers: 4,
  execArgv: asServer,
}

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
    // Reports name the line of a test.
    includeTaskLocation: true,
    reporters: ['default', './tests/support/closing-line-vitest.ts'],
    sequence: { sequencer: LongestFirst },
    coverage: { include: ['src/**', 'sw/**'], exclude: ['**/*.gen.ts', '**/*.test.*'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: UNIT_WORKERS,
          include: unit,
          environment: 'node',
          testTimeout: 20_000,
          // No module holds state (a gate sees to that), so the files of a worker share what they import: half the time.
          isolate: false,
          setupFiles: [NOTHING_LEFT],
          execArgv: asServer,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-components',
          maxWorkers: UNIT_WORKERS,
          include: components,
          exclude: WHOLE_APP,
          environment: 'jsdom',
          isolate: false,
          testTimeout: 20_000,
          setupFiles: ['tests/support/fresh-page.ts', NOTHING_LEFT],
          execArgv: asServer,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-app',
          maxWorkers: UNIT_WORKERS,
          include: WHOLE_APP,
          environment: 'jsdom',
          testTimeout: 60_000,
          setupFiles: ['tests/support/fresh-page.ts'],
          execArgv: asServer,
        },
      },
      {
        extends: true,
        test: {
          ...integration,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'tests/link/**/*.test.ts'],
          exclude: MEASURING,
          // Loading the server takes three seconds of processor, so the files of a worker share its modules.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...integration, name: 'integration-measuring', include: MEASURING },
      },
    ],
  },
})
