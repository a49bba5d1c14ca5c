import { expect, test } from 'vitest'
import { hostileSheets } from '../../../tests/support/sheets/hostile.ts'
import { SheetRefused } from '../sheets/cell.ts'
import { openCsv } from '../sheets/csv.ts'
import { openXlsx } from '../sheets/xlsx.ts'
import { namedIn } from './header.ts'
import type { FromReader, ToReader } from './import-messages.ts'
import { readSheet } from './read-sheet.ts'
import { startReader } from './reader-thread.ts'

const MB = 1024 * 1024

/** What a seller reads of the file: a reason, or the number of rows. */
async function outcomeOf(name: string, bytes: Buffer): Promise<string | number> {
  let rows = 0
  try {
    const opened = name.endsWith('.csv') ? openCsv(bytes, namedIn) : await openXlsx(bytes)
    const reading = {
      terms: new Map(),
      atOnce: 50,
      notation: () => 'unstated' as const,
      onSum: () => undefined,
      onUnread: () => undefined,
    }
    for await (const found of readSheet(opened.rows, reading)) {
      if (found.kind === 'refused') return found.reason
      rows += found.rows.length
    }
  } catch (error) {
    if (error instanceof SheetRefused) return error.reason
    throw error
  }
  return rows
}

const SHEETS = hostileSheets()

test('there are thirty, from 8 kB to 5 MB', () => {
  const sizes = SHEETS.map(({ bytes }) => bytes.length)
  expect(SHEETS).toHaveLength(30)
  expect(Math.max(...sizes)).toBeLessThan(5 * MB)
  expect(Math.min(...sizes)).toBeLessThan(8 * 1024)
})

// Each of these took minutes, or more memory than a reader has.
test.each([
  ['white space.csv', 'no_header'],
  ['a quote that never closes.csv', 1],
  ['spaces before quotes.csv', 1],
  ['brackets in every cell.csv', 37],
  ['brackets in many headings.csv', 'no_header'],
  ['points in every cell.csv', 37],
  ['elements one in another.xlsx', 'unreadable'],
  ['merged ranges over each other.xlsx', 'unreadable'],
])('%s is read in one pass, or refused', { timeout: 60_000 }, async (name, outcome) => {
  const sheet = SHEETS.find((one) => one.name === name)
  expect(await outcomeOf(name, sheet?.bytes ?? Buffer.alloc(0))).toBe(outcome)
})

// Each of these filled the heap of its thread.
test.each([
  ['a format of brackets.xlsx', 'refused unreadable'],
  ['escaped characters.xlsx', 'refused no_header'],
  ['entities in a text.xlsx', 'end'],
  ['two hundred thousand texts.xlsx', 'refused no_header'],
  ['attributes of one element.xlsx', 'refused no_header'],
])('%s is read within the heap of an import', { timeout: 60_000 }, async (name, outcome) => {
  const bytes = new Uint8Array(SHEETS.find((one) => one.name === name)?.bytes ?? [])
  const thread = startReader()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  thread.once('error', reject).on('message', (message: FromReader) => {
    if (message.kind === 'rows') thread.postMessage({ kind: 'stored' } satisfies ToReader)
    else if (message.kind === 'refused') resolve(`refused ${message.reason}`)
    else if (message.kind === 'end') resolve('end')
  })
  const sheet = { bytes, csv: false, asked: { sheet: null, decimal: null }, terms: [] }
  thread.postMessage({ kind: 'sheet', sheet } satisfies ToReader)
  expect(await promise).toBe(outcome)
  await thread.terminate()
})
