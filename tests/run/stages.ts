import { existsSync } from 'node:fs'
import { installedBrowser } from '../support/browser.ts'
import { buildErrors, formatErrors, lintErrors, textErrors, typeErrors } from './findings.ts'

export interface TestStage {
  readonly name: string
  /** A script of package.json. */
  readonly script: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Stages whose failure leaves nothing to run here. */
  readonly needs?: readonly string[]
  /** Of a check: finds its faults in its output. A stage without it runs tests, which are recorded. */
  readonly findings?: (output: string) => readonly string[]
  /** Of tests: which files are this stage's, when files are named. */
  readonly owns?: RegExp
}

/** Checks run at once; they have no tests. */
export const CHECKS: readonly TestStage[] = [
  { name: 'typecheck', script: 'typecheck', findings: typeErrors },
  { name: 'lint', script: 'lint', findings: lintErrors },
  { name: 'format', script: 'format:check', findings: formatErrors },
  { name: 'texts', script: 'i18n:check', findings: textErrors },
  { name: 'build', script: 'build', findings: buildErrors },
]

const UNIT = /\.test\.tsx?$/
const INTEGRATION = /^tests\/(?:integration|link)\/.*\.test\.ts$/
const BROWSER = /\.spec\.ts$/

/** Tests run one stage after another. */
export const TESTS: readonly TestStage[] = [
  { name: 'unit', script: 'test:unit', owns: UNIT },
  // A server without a build makes its own before it listens.
  { name: 'integration', script: 'test:integration', owns: INTEGRATION, needs: ['build'] },
  { name: 'browser', script: 'test:e2e', owns: BROWSER, needs: ['build'] },
]

const ORDINARY = ['/usr/bin/chromium', '/usr/bin/google-chrome']

/**
 * The browser without windows leaves out requests that an ordinary one makes: what depends on them is shown with the
 * ordinary one too, where both are installed.
 */
export function ordinaryBrowser(): readonly TestStage[] {
  const ordinary = ORDINARY.find((path) => existsSync(path))
  if (ordinary === undefined || installedBrowser()?.endsWith('chromium-headless-shell') !== true) return []
  return [
    {
      name: 'ordinary browser',
      script: 'test:e2e',
      args: [
        'tests/e2e/first-visit.spec.ts',
        'tests/e2e/installable.spec.ts',
        '--project=phone',
        '--output=test-results/ordinary-browser',
      ],
      env: { CHROME_PATH: ordinary },
      owns: /^tests\/e2e\/(?:first-visit|installable)\.spec\.ts$/,
      needs: ['build'],
    },
  ]
}

/**
 * Stages by name, all by default; of the stages with tests only those that a named file belongs to, with these files
 * as arguments.
 */
export function chosenStages(
  all: readonly TestStage[],
  names: readonly string[],
  files: readonly string[],
): readonly TestStage[] {
  const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name))
  if (files.length === 0) return chosen
  return chosen.flatMap((stage) => {
    if (stage.owns === undefined) return [stage]
    const own = files.filter((file) => isOwned(stage, file))
    if (own.length === 0) return []
    const options = stage.args?.filter((arg) => arg.startsWith('--')) ?? []
    return [{ ...stage, args: [...own, ...options] }]
  })
}

/** A browser test may be named with its line. */
function isOwned({ name, owns }: TestStage, file: string): boolean {
  const path = file.replace(/:\d+$/, '')
  return owns?.test(path) === true && !(name === 'unit' && INTEGRATION.test(path))
}
