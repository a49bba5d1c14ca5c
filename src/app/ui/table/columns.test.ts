import { expect, test } from 'vitest'
import { hiddenOf, parseChoices, shownColumns } from './columns.tsx'

const columns = [
  { key: 'name', header: 'Name' },
  { key: 'start', header: 'Start', choice: 'shown' },
  { key: 'papers', header: 'Papers', choice: 'hidden' },
] as const

const shown = (kept: string | null) =>
  shownColumns(columns, hiddenOf(columns, parseChoices(kept))).map(({ key }) => key)

test('without a choice the columns say themselves whether they are shown', () =>
  expect(shown(null)).toEqual(['name', 'start']))

test('a choice shows and hides', () => expect(shown('{"start":false,"papers":true}')).toEqual(['name', 'papers']))

test('a column without a choice stays, with any stored choice', () =>
  expect(shown('{"name":false}')).toEqual(['name', 'start']))

test.each(['nonsense', '[]', 'null', '{"start":"no"}'])('%s on the device is no choice', (kept) =>
  expect(shown(kept)).toEqual(['name', 'start']),
)
