import { expect, test } from 'vitest'
import { changedLines, touchedTests } from './touched.ts'

const SPEC = `import { test } from './fixtures.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/')
})

test('a buyer reads', async ({ page }) => {
  await page.click('a')
})

test.describe('a seller', () => {
  test(
    'writes',
    async ({ page }) => {
      await page.click('b')
    },
  )

  test('sends', { tag: '@phone' }, async ({ page }) => {
    await page.click('c')
  })
})
`

test.each([
  ['a line of a test', [8], ['a.spec.ts:7']],
  ['lines of two tests', [8, 20], ['a.spec.ts:7', 'a.spec.ts:19']],
  ['a title on a line of its own', [13], ['a.spec.ts:12']],
  ['a new test with the blank line before it', [18, 19, 20, 21], ['a.spec.ts:19']],
  ['what runs before each test', [4], ['a.spec.ts']],
  ['an import', [1, 8], ['a.spec.ts']],
  ['a removal at the top', [0], ['a.spec.ts']],
  ['a group', [11], ['a.spec.ts']],
  ['a blank line', [6], []],
])('%s', (_name, lines, run) => expect(touchedTests('a.spec.ts', SPEC, lines)).toEqual(run))

test('a diff without context names the lines of each file', () => {
  const diff = `diff --git a/tests/e2e/a.spec.ts b/tests/e2e/a.spec.ts
--- a/tests/e2e/a.spec.ts
+++ b/tests/e2e/a.spec.ts
@@ -3 +3,2 @@ test('x')
-one
+two
+three
@@ -9,2 +9,0 @@
-gone
-gone
diff --git a/gone.spec.ts b/gone.spec.ts
--- a/gone.spec.ts
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/b.spec.ts b/b.spec.ts
--- /dev/null
+++ b/b.spec.ts
@@ -0,0 +1 @@
+new
`
  expect([...changedLines(diff)]).toEqual([
    ['tests/e2e/a.spec.ts', [3, 4, 9]],
    ['b.spec.ts', [1]],
  ])
})
