import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { TestRecord } from '../support/test-record.ts'
import type { StageReport } from './report.ts'

const FILE = join(import.meta.dirname, '../../test-results/run.json')

const RunRecord = z.object({
  began: z.string(),
  seconds: z.number(),
  stages: z.array(
    z.object({
      stage: z.string(),
      seconds: z.number(),
      load: z.number(),
      outcome: z.enum(['passed', 'failed', 'not run']),
      failures: z.array(z.string()),
    }),
  ),
  tests: z.array(TestRecord.extend({ stage: z.string() })),
})
export type RunRecord = z.infer<typeof RunRecord>

/** Keeps a run to be read afterwards, until the next one. */
export function writeRunRecord(began: Date, reports: readonly StageReport[]): void {
  const record: RunRecord = {
    began: began.toISOString(),
    seconds: (Date.now() - began.getTime()) / 1000,
    stages: reports.map(({ name, seconds, load, failures, notRun }) => ({
      stage: name,
      seconds,
      load,
      outcome: notRun === undefined ? (failures.length > 0 ? 'failed' : 'passed') : 'not run',
      failures: failures.map(({ text }) => text),
    })),
    tests: reports.flatMap(({ name, tests }) => tests.map((test) => ({ stage: name, ...test }))),
  }
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${JSON.stringify(record, null, 1)}\n`)
}

export const readRunRecord = (): RunRecord => RunRecord.parse(JSON.parse(readFileSync(FILE, 'utf8')))
