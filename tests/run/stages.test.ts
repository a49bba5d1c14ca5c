import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { CHECKS, chosenStages, TESTS } from './stages.ts'

const ALL = [...CHECKS, ...TESTS]
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

test('each stage runs a script of package.json', () => {
  for (const { script } of ALL) expect(Object.keys(scripts)).toContain(script)
})

test('all stages run, or those that are named', () => {
  expect(chosenStages(ALL, [], [])).toEqual(ALL)
  expect(chosenStages(ALL, ['unit', 'lint'], []).map(({ name }) => name)).toEqual(['lint', 'unit'])
})

test.each([
  ['src/domain/money.test.ts', 'unit'],
  ['src/app/ui/Money.test.tsx', 'unit'],
  ['tests/integration/live.test.ts', 'integration'],
  ['tests/link/cli.test.ts', 'integration'],
  ['tests/e2e/sale.spec.ts', 'browser'],
  ['tests/e2e/sale.spec.ts:12', 'browser'],
])('%s is run by %s alone', (file, name) => {
  const chosen = chosenStages(TESTS, [], [file])
  expect(chosen.map((stage) => [stage.name, stage.args])).toEqual([[name, [file]]])
})
