import { closingLine } from '../support/closing-line.ts'
import type { TestCount } from '../support/closing-line.ts'

/** Continuous integration keeps so many of the last lines. */
export const SUMMARY_LINES = 40
/** Flaky tests keep so many lines beside many failures. */
const FLAKY_LINES = 8

export interface StageFailure {
  readonly text: string
  /** The load average when it failed. */
  readonly load: number
  /** The last lines of a stage that ended without a report. */
  readonly lastLines?: readonly string[]
}

export interface SummarizedStage {
  readonly name: string
  readonly failures: readonly StageFailure[]
  readonly flaky: readonly string[]
  /** The reason why it was not run. */
  readonly notRun?: string
}

/** The end of a run: failures, stages that were not run, flaky tests, and the closing line. */
export function summary(stages: readonly SummarizedStage[], count: TestCount): readonly string[] {
  const notRun = stages.flatMap(({ name, notRun: why }) => (why === undefined ? [] : [`not run: ${name} (${why})`]))
  const flaky = stages.flatMap((stage) => stage.flaky)
  const room = SUMMARY_LINES - 1 - notRun.length
  const failed = failureLines(stages, room - Math.min(flaky.length, FLAKY_LINES))
  return [...failed, ...notRun, ...firstOf(flaky, room - failed.length), closingLine(count)]
}

interface SummaryLine {
  readonly text: string
  /** Further lines of a failure are what its stage printed last. */
  readonly first: boolean
}

/** One line of each stage in turn, until the room is taken; shown stage by stage. */
function failureLines(stages: readonly SummarizedStage[], room: number): readonly string[] {
  const queues = stages.map(({ name, failures }) => failures.flatMap((failure) => linesOf(name, failure)))
  const all = queues.flat()
  if (all.length <= room) return all.map(({ text }) => text)
  const taken = queues.map(() => 0)
  for (let left = room - 1; left > 0;)
    for (const [index, queue] of queues.entries())
      if (left > 0 && (taken[index] ?? 0) < queue.length) {
        taken[index] = (taken[index] ?? 0) + 1
        left -= 1
      }
  const shown = queues.flatMap((queue, index) => queue.slice(0, taken[index]))
  const failures = (lines: readonly SummaryLine[]): number => lines.filter(({ first }) => first).length
  const hidden = failures(all) - failures(shown)
  return [...shown.map(({ text }) => text), hidden > 0 ? `… and ${hidden} more` : '…']
}

const linesOf = (stage: string, { text, load, lastLines = [] }: StageFailure): readonly SummaryLine[] => [
  { text: `failed: ${stage}: ${text} (load ${load})`, first: true },
  ...lastLines.map((line) => ({ text: `    ${line}`, first: false })),
]

function firstOf(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= room) return lines
  const shown = lines.slice(0, Math.max(0, room - 1))
  return [...shown, `… and ${lines.length - shown.length} more flaky`]
}
