import { stripVTControlCharacters } from 'node:util'
import { countTests } from '../support/closing-line.ts'
import type { TestCount } from '../support/closing-line.ts'
import { flakyLines, testPlace } from '../support/test-record.ts'
import type { TestRecord } from '../support/test-record.ts'
import type { ScriptEnd } from './script.ts'
import type { TestStage } from './stages.ts'
import type { StageFailure, SummarizedStage } from './summary.ts'

const LAST_LINES = 5
const LONGEST_LINE = 200

export interface StageReport extends SummarizedStage {
  readonly seconds: number
  /** The load average when it ended. */
  readonly load: number
  readonly count: TestCount
  readonly tests: readonly TestRecord[]
}

interface RecordedTests {
  readonly tests: readonly TestRecord[]
  readonly complete: boolean
}

/** What a stage that ended has to say. */
export function reportOf(stage: TestStage, ended: ScriptEnd, recorded: RecordedTests, load: number): StageReport {
  const { tests } = recorded
  const failures = stage.findings
    ? checkFailures(stage.findings, ended, load)
    : testFailures(tests, ended, recorded.complete, load)
  const count = countTests(tests)
  // A check has no tests, and a stage that was killed may have none that failed: it counts as one failure all the same.
  const failed = failures.length > 0 ? Math.max(1, count.failed) : 0
  const { name } = stage
  return {
    name,
    failures,
    flaky: flakyLines(tests),
    seconds: ended.seconds,
    load,
    count: { ...count, failed },
    tests,
  }
}

export function notRunReport({ name }: TestStage, why: string, load: number): StageReport {
  const count = { passed: 0, failed: 0, skipped: 0 }
  return { name, failures: [], flaky: [], notRun: why, seconds: 0, load, count, tests: [] }
}

function checkFailures(
  findings: NonNullable<TestStage['findings']>,
  { fault, output }: ScriptEnd,
  load: number,
): readonly StageFailure[] {
  if (fault === null) return []
  const found = findings(stripVTControlCharacters(output))
  return found.length > 0 ? found.map((text) => ({ text, load })) : [unreported(fault, output, load)]
}

function testFailures(
  tests: readonly TestRecord[],
  { fault, output }: ScriptEnd,
  complete: boolean,
  load: number,
): readonly StageFailure[] {
  const failed = tests
    .filter(({ outcome }) => outcome === 'failed')
    .map((test) => ({ text: testPlace(test), load: test.load }))
  if (complete && (fault === null || failed.length > 0)) return failed
  return [unreported(fault ?? 'exit code 0', output, load, complete), ...failed]
}

/** A killed process, one without memory, a runner that refuses its configuration: its last words have to do. */
function unreported(fault: string, output: string, load: number, complete = true): StageFailure {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return {
    text: complete ? fault : `${fault} before its report was complete`,
    load,
    lastLines: lines.slice(-LAST_LINES).map((line) => line.slice(0, LONGEST_LINE)),
  }
}
