import { parentPort } from 'node:worker_threads'
import type { Notation } from '../../domain/typed/decimal.ts'
import { SHEET_ROWS_MOST } from '../../contract/lot-content.ts'
import { SheetRefused } from '../sheets/cell.ts'
import { openCsv } from '../sheets/csv.ts'
import { openXlsx } from '../sheets/xlsx.ts'
import { ROWS_AT_ONCE } from './import-messages.ts'
import type { FromReader, ReaderData, ToReader } from './import-messages.ts'
import { namedIn } from './header.ts'
import { readSheet } from './read-sheet.ts'

type Port = NonNullable<typeof parentPort>

/** Reads a sheet on a thread of its own: neither its XML nor its rows take the rooms' time. */
async function read({ bytes, csv, terms, asked }: ReaderData, port: Port, stored: () => Promise<void>): Promise<void> {
  const send = (message: FromReader) => port.postMessage(message)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vocabulary = new Map(terms.map(([kind, names]) => [kind, new Map(names)]))
  try {
    const opened = csv ? openCsv(buffer, namedIn) : await openXlsx(buffer, asked.sheet)
    const notation = (): Notation => asked.decimal ?? (opened.notes().separator === ';' ? 'comma' : 'unstated')
    let sumRows = 0
    const unread: string[] = []
    const tell = (): void => {
      const { separator, sheets, hiddenSheets, ...notes } = opened.notes()
      send({
        kind: 'found',
        found: {
          ...notes,
          sheets: [...sheets],
          hiddenSheets: [...hiddenSheets],
          sumRows,
          unread: [...unread],
          separator,
          decimal: notation() === 'comma' ? 'comma' : 'point',
        },
      })
    }
    // A sheet whose rows have heights down to the last one has as many rows by its own word.
    const { lastRow } = opened
    send({ kind: 'opened', rowsTotal: lastRow === null || lastRow > SHEET_ROWS_MOST + 1 ? null : lastRow })
    for await (const found of readSheet(opened.rows, {
      terms: vocabulary,
      atOnce: ROWS_AT_ONCE,
      notation,
      onSum: () => {
        sumRows += 1
      },
      onUnread: (heading) => {
        unread.push(heading)
      },
    })) {
      if (found.kind === 'refused') {
        tell()
        return send(found)
      }
      const next = stored()
      send(found)
      // At most one batch of rows waits in memory.
      await next
    }
    tell()
    send({ kind: 'end' })
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    send({ kind: 'refused', reason: error.reason, columns: [] })
  }
}

/** Reads the sheets that are sent, one at a time; an error that no sheet explains ends the thread. */
function serve(port: Port): void {
  let goOn = (): void => undefined
  const stored = (): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve
    })
  port.on('message', (message: ToReader) => {
    if (message.kind === 'stored') goOn()
    else void read(message.sheet, port, stored)
  })
  port.postMessage({ kind: 'ready' } satisfies FromReader)
}

if (parentPort) serve(parentPort)
