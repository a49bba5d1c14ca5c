import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTimed, TIMED_FILES } from './timed-files.ts'

test.each(TIMED_FILES)('%s starts a process or waits for a clock, so it may be tried twice', (file) => {
  expect(isTimed(readFileSync(file, 'utf8'))).toBe(true)
})

test('no file is listed twice', () => expect(new Set(TIMED_FILES).size).toBe(TIMED_FILES.length))

test.each([
  ['a test of a pure function', "import { sum } from './sum.ts'\n"],
  ['a test that runs in one process', "import { openHouse } from '../support/http/house.ts'\n"],
  ['a type alone', "import type { TestServer } from '../support/server.ts'\n"],
  ['the name in a comment', "// from 'node:child_process'\n"],
])('%s is not', (_name, source) => expect(isTimed(source)).toBe(false))
