import { expect, test } from 'vitest'
import { buildErrors, formatErrors, lintErrors, textErrors, typeErrors } from './findings.ts'

test('a type error is its file, line and message; what the compiler adds to it is left out', () => {
  const output = `src/app/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.
  The expected type comes from property 'x'.
src/b.tsx:12:1 - error TS2304: Cannot find name 'y'.

12 y
   ~
error TS5083: Cannot read file '/tsconfig.base.json'.
Found 2 errors.
`
  expect(typeErrors(output)).toEqual([
    "src/app/a.ts:3: TS2322: Type 'string' is not assignable to type 'number'.",
    "src/b.tsx:12: TS2304: Cannot find name 'y'.",
    "error TS5083: Cannot read file '/tsconfig.base.json'.",
  ])
})

test('a lint error is its file, line, rule and message', () => {
  const output = `
  × eslint(no-var): Unexpected var, use let or const instead.
   ╭─[src/a.ts:1:1]
 1 │ var x = 1
   · ───
   ╰────
  help: Replace var with let or const

  ! typescript(no-floating-promises): Promises must be awaited.
   ,-[src/b.ts:4:1]
 4 | f()
   : ^^^
   \`----

  × Failed to parse the configuration

Found 1 warning and 2 errors.
Finished in 1.2s on 2 files with 205 rules using 2 threads.
`
  expect(lintErrors(output)).toEqual([
    'src/a.ts:1: eslint(no-var): Unexpected var, use let or const instead.',
    'src/b.ts:4: typescript(no-floating-promises): Promises must be awaited.',
    'Failed to parse the configuration',
  ])
})

test('files that are not formatted are named, and those that cannot be read with their fault', () => {
  const output = `Checking formatting...

src/a.ts (12ms)
tests/e2e/b.spec.ts (3ms)

  × Unexpected token
   ╭─[c.ts:1:9]
 1 │ let x = ;
   ╰────

Format issues found in above 2 files. Run without \`--check\` to fix.
Finished in 97ms on 3 files using 2 threads.
`
  expect(formatErrors(output)).toEqual(['src/a.ts', 'tests/e2e/b.spec.ts', 'c.ts:1: Unexpected token'])
})

test('of the texts the messages count', () => {
  const output = `Checking message catalogs…
PASS sync: Catalogs are in sync with extract output.
Done in 46s
Checking message catalogs…
FAIL missing: Found 1 missing translation(s) before applying fallbackLocales.
src/app/locales/zh.po:12: fuzzy translation
`
  expect(textErrors(output)).toEqual([
    'FAIL missing: Found 1 missing translation(s) before applying fallbackLocales.',
    'src/app/locales/zh.po:12: fuzzy translation',
  ])
})

test('a failed build is its error with its place', () => {
  const output = `vite v8.3.8 building client environment for production...
✗ Build failed in 85ms
error during build:
Build failed with 1 error:

[PARSE_ERROR] Unexpected token
   ╭─[ src/app/a.ts:1:9 ]
`
  expect(buildErrors(output)).toEqual([
    'Build failed with 1 error: [PARSE_ERROR] Unexpected token ╭─[ src/app/a.ts:1:9 ]',
  ])
})

test.each([typeErrors, lintErrors, formatErrors, textErrors, buildErrors])('nothing is found in nothing', (find) => {
  expect(find('Killed\n')).toEqual([])
})
