import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadNow, readTestRecord, RECORD_VARIABLE } from '../support/test-record.ts'
import { notRunReport, reportOf } from './report.ts'
import type { StageReport } from './report.ts'
import { writeRunRecord } from './run-record.ts'
import { runScript } from './script.ts'
import type { TestStage } from './stages.ts'
import { summary } from './summary.ts'

export interface RunOptions {
  readonly checks: readonly TestStage[]
  readonly tests: readonly TestStage[]
  readonly say: (text: string) => void
  readonly signal: AbortSignal
}

/** Runs checks at once, then tests stage by stage, as far as they can; answers with the exit code. */
export async function runStages({ checks, tests, say, signal }: RunOptions): Promise<number> {
  const began = new Date()
  const folder = mkdtempSync(join(tmpdir(), 'test-record-'))
  try {
    const reports = await Promise.all(checks.map((stage) => runCheck(stage, say, signal)))
    for (const stage of tests) {
      const lacks = stage.needs?.find((name) => reports.some((report) => report.name === name && hasFailed(report)))
      const why = signal.aborted ? 'interrupted' : lacks && `${lacks} failed`
      reports.push(why === undefined ? await runTests(stage, folder, say, signal) : notRunReport(stage, why, loadNow()))
    }
    writeRunRecord(began, reports)
    const count = sumOf(reports)
    say(`${['', ...summary(reports, count)].join('\n')}\n`)
    if (signal.aborted) return 130
    return reports.some(hasFailed) ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks run side by side, so each prints as a block when it ends. */
async function runCheck(stage: TestStage, say: RunOptions['say'], signal: AbortSignal): Promise<StageReport> {
  const blocks: string[] = []
  const { script, args = [], env = {} } = stage
  const ended = await runScript({ script, args, env, signal, onOutput: (text) => blocks.push(text) })
  const how = ended.fault ?? 'passed'
  say(`\n${stage.name}: ${how}, ${ended.seconds.toFixed(1)} s\n${blocks.join('')}`)
  return reportOf(stage, ended, { tests: [], complete: true }, loadNow())
}

async function runTests(
  stage: TestStage,
  folder: string,
  say: RunOptions['say'],
  signal: AbortSignal,
): Promise<StageReport> {
  const record = join(folder, stage.name.replaceAll(' ', '-'))
  say(`\n${stage.name}\n`)
  const { script, args = [], env } = stage
  const ended = await runScript({ script, args, env: { ...env, [RECORD_VARIABLE]: record }, signal, onOutput: say })
  const recorded = existsSync(record) ? readTestRecord(record) : { tests: [], complete: false }
  return reportOf(stage, ended, recorded, loadNow())
}

const hasFailed = ({ failures }: StageReport): boolean => failures.length > 0

function sumOf(reports: readonly StageReport[]) {
  const sum = (of: 'passed' | 'failed' | 'skipped'): number =>
    reports.reduce((total, { count }) => total + count[of], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
