import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Both wait for time: how long a page is quiet, or a test sleeps, says nothing of what the test needs. */
const BY_TIME = /networkidle|waitForTimeout/
const FOLDER = 'tests/e2e'

const waitsByTime = (text: string): readonly string[] =>
  text.split('\n').flatMap((line, at) => (BY_TIME.test(line) ? [`${at + 1}: ${line.trim()}`] : []))

test('a browser test that waits by time is found', () => {
  expect(waitsByTime("await page.goto('/')\nawait page.waitForTimeout(500)")).toEqual([
    '2: await page.waitForTimeout(500)',
  ])
  expect(waitsByTime("await page.waitForLoadState('networkidle')")).toHaveLength(1)
  expect(waitsByTime("await page.waitForFunction(() => document.readyState === 'complete')")).toEqual([])
})

test('no browser test waits by time: each waits for the fact that it needs', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(50)
  expect(
    files.flatMap((name) => waitsByTime(readFileSync(join(FOLDER, name), 'utf8')).map((found) => `${name}:${found}`)),
  ).toEqual([])
})
