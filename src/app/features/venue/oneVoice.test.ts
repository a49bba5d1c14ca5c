import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** `Voice` has the room's live regions; errors of the catalogue (spec §8) have the role of their kind. */
const LIVE = /role=\{?["'](?:alert|status|log)|aria-live=["'{](?!"?off)|<output(?![^>]*aria-live="off")/u

test('14 nothing in the room is a live region beside its one voice', () => {
  const files = globSync('src/app/features/venue/**/*.tsx').filter((path) => !path.endsWith('.test.tsx'))
  expect(files.length).toBeGreaterThan(80)
  const live = files.filter((path) => LIVE.test(readFileSync(path, 'utf8')))
  expect(live).toEqual([])
})

test.each(['<p role="alert">', '<output className={css.a}>', '<div aria-live="polite">', "<p role={'status'}>"])(
  '%s would be one',
  (text) => {
    expect(text).toMatch(LIVE)
  },
)
