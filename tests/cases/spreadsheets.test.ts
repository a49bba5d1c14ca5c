import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { catalogueOf, differing } from '../support/sheets/catalogue.ts'
import { importedFile } from '../support/sheets/imported.ts'

// Files that LibreOffice saved. `npm run prove -- spreadsheets` makes the whole trip where it is installed.

const LOTS = catalogueOf(300, 29)

test.each([
  ['a workbook, saved in German', 'de-workbook.xlsx', null],
  ['decimal commas, saved in German', 'de-comma.csv.gz', null],
  ['decimal points, saved in German, whose seller states its decimal sign', 'de-point.csv.gz', 'comma'],
  ['decimal points, saved in Chinese', 'zh-point.csv.gz', null],
] as const)('300 lots come back from LibreOffice as they were exported: %s', async (_what, name, stated) => {
  const bytes = readFileSync(join(import.meta.dirname, 'spreadsheets', name))
  const [file, content] = name.endsWith('.gz') ? [name.slice(0, -3), gunzipSync(bytes)] : [name, bytes]
  expect(differing(LOTS, await importedFile(file, content, stated))).toEqual([])
})

test('a text file with another decimal sign than its separator says is asked about, and never read larger', async () => {
  const bytes = gunzipSync(readFileSync(join(import.meta.dirname, 'spreadsheets/de-point.csv.gz')))
  const { rows, problems } = await importedFile('de-point.csv', bytes)
  expect(new Set(problems.map((problem) => problem.replace(/^\d+ /, '')))).toEqual(new Set(['quantity: unclear']))
  expect(rows.flatMap(({ content }, at) => (content && content.quantity !== LOTS[at]?.quantity ? [at] : []))).toEqual(
    [],
  )
})
