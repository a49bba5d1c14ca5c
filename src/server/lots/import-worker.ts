import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { SHEET_ROWS_MOST } from '../../contract/lot-content.ts'
import { SheetRefused } from '../sheets/cell.ts'
import { openCsv } from '../sheets/csv.ts'
import { openXlsx } from '../sheets/xlsx.ts'
import { ROWS_AT_ONCE } from './import-messages.ts'
import type { FromReader, ReaderData } from './import-messages.ts'
import { readSheet } from './read-sheet.ts'

/** Reads a sheet on a thread of its own: neither its XML nor its rows take the rooms' time. */
async function read({ bytes, csv, terms }: ReaderData, port: NonNullable<typeof parentPort>): Promise<void> {
  const send = (message: FromReader) => port.postMessage(message)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vocabulary = new Map(terms.map(([kind, names]) => [kind, new Map(names)]))
  // The next rows are read once the last batch is stored, so that at most one batch waits in memory.
  let stored: (() => void) | null = null
  port.on('message', () => stored?.())
  try {
    const opened = csv ? openCsv(buffer) : await openXlsx(buffer)
    send({ kind: 'opened', rowsTotal: opened.lastRow === null ? null : Math.min(opened.lastRow, SHEET_ROWS_MOST) })
    for await (const found of readSheet(opened.rows, vocabulary, ROWS_AT_ONCE)) {
      if (found.kind === 'refused') return send(found)
      const { promise, resolve } = Promise.withResolvers<void>()
      stored = resolve
      send(found)
      await promise
    }
    send({ kind: 'end' })
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    send({ kind: 'refused', reason: error.reason, columns: [] })
  } finally {
    port.close()
  }
}

const Data = z.custom<ReaderData>((value) => typeof value === 'object' && value !== null && 'bytes' in value)
if (parentPort) await read(Data.parse(workerData), parentPort)
