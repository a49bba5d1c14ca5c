import { appendFileSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { stripVTControlCharacters } from 'node:util'
import * as z from 'zod'

/** Names the file that reporters append to, a line for each test, so that a killed run leaves those that had ended. */
export const RECORD_VARIABLE = 'TEST_RECORD'
/** The last line of a complete record. */
const END = '{"end":true}'
const LONGEST_ERROR = 220

export const TestRecord = z.object({
  id: z.string(),
  file: z.string(),
  /** 0: the runner does not tell. */
  line: z.number(),
  title: z.string(),
  seconds: z.number(),
  tries: z.number(),
  outcome: z.enum(['passed', 'failed', 'flaky', 'skipped']),
  /** The first failure, also of a test that passed later. */
  error: z.string().optional(),
  /** The machine's load average when the test ended. */
  load: z.number(),
})
export type TestRecord = z.infer<typeof TestRecord>

export interface TestRecorder {
  /** A later record of the same test replaces the earlier one. */
  add(test: Omit<TestRecord, 'load'>): void
  tests(): readonly TestRecord[]
  has(id: string): boolean
  end(): void
}

export function recordTests(file = process.env[RECORD_VARIABLE]): TestRecorder {
  const tests = new Map<string, TestRecord>()
  const write = (line: string) => file && appendFileSync(file, `${line}\n`)
  return {
    add(test) {
      const record = { ...test, load: loadNow() }
      tests.set(record.id, record)
      write(JSON.stringify(record))
    },
    tests: () => [...tests.values()],
    has: (id) => tests.has(id),
    end: () => void write(END),
  }
}

/** Tests of a record, the complete ones of a record that breaks off. */
export function parseTestRecord(text: string): { readonly tests: readonly TestRecord[]; readonly complete: boolean } {
  const lines = text.split('\n').slice(0, -1)
  const tests = lines.filter((line) => line !== END).map((line) => TestRecord.parse(JSON.parse(line)))
  return { tests: [...new Map(tests.map((test) => [test.id, test])).values()], complete: lines.at(-1) === END }
}

export const readTestRecord = (file: string) => parseTestRecord(readFileSync(file, 'utf8'))

/** `file:line › title: error`. */
export function testPlace({ file, line, title, error }: Pick<TestRecord, 'file' | 'line' | 'title' | 'error'>): string {
  const place = line > 0 ? `${file}:${line}` : file
  return [`${place} › ${title}`, ...(error === undefined ? [] : [error])].join(': ')
}

export const flakyLines = (tests: readonly TestRecord[]): readonly string[] =>
  tests.filter(({ outcome }) => outcome === 'flaky').map((test) => `flaky: ${testPlace(test)}`)

/** A message without its stack and its log of calls, in one line. */
export function oneLine(message: string): string {
  const [first = ''] = stripVTControlCharacters(message).split(/\n\s*(?:at |Call log:)/)
  const text = first.replaceAll(/\s+/g, ' ').trim()
  return text.length > LONGEST_ERROR ? `${text.slice(0, LONGEST_ERROR - 1)}…` : text
}

export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10
