import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/support/browser.ts'

/** The tag of the tests that run as a proof now: `npm run prove -- walks exchange`. */
const proof = process.env['PROOF_TAG']
const without = (viewport: string): RegExp => new RegExp(proof === undefined ? `${viewport}|@walk|@exchange` : viewport)

export default defineConfig({
  testDir: 'tests/e2e',
  // Emptied at the start; the run's own record is beside it.
  outputDir: 'test-results/browser',
  testMatch: '**/*.spec.ts',
  ...(proof !== undefined && { grep: new RegExp(proof) }),
  // Each worker has servers of its own. Two would use both cores, but many tests wait for a clock.
  workers: 4,
  retries: process.env['CI'] ? 2 : 0,
  // A loaded machine is slow, and that is no fault: speed is the benchmarks' matter.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['./tests/support/closing-line-playwright.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: launchOptions(),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Offline copies are tested where they are the subject (offline, updates, drafts); elsewhere each visit
    // would fetch the whole app.
    serviceWorkers: 'block',
    // Movement costs an eighth of the run's processor time; files that show it ask for it (`IN_MOTION`).
    contextOptions: { reducedMotion: 'reduce' },
    video: 'off',
    // It is looked at by hand, and costs a quarter of the run.
    trace: process.env['CI'] ? 'off' : 'retain-on-failure',
  },
  // A journey runs at one viewport: what is tagged with one does not run at the other. The desktop's are last: they end
  // with long files of like length, which use all workers to the end.
  projects: [
    {
      name: 'phone',
      grepInvert: without('@desktop'),
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
    { name: 'desktop', grepInvert: without('@phone'), use: { viewport: { width: 1440, height: 900 } } },
  ],
})
