import type { Notation } from '../../../src/domain/typed/decimal.ts'
import { TERMS } from '../../../src/server/content/terms.ts'
import { namedIn } from '../../../src/server/lots/header.ts'
import { readSheet } from '../../../src/server/lots/read-sheet.ts'
import type { OpenedSheet } from '../../../src/server/sheets/cell.ts'
import { openCsv } from '../../../src/server/sheets/csv.ts'
import { openXlsx } from '../../../src/server/sheets/xlsx.ts'
import type { Terms } from '../../../src/server/store/terms.ts'

/** The vocabulary that every installation begins with. */
export const FIRST_TERMS: Terms = new Map(
  Object.entries(TERMS).map(([kind, table]) => [
    kind,
    new Map(Object.entries(table).map(([code, [zh, en]]) => [code, { zh, en }])),
  ]),
)

/**
 * What an import makes of a sheet.
 *
 * @param stated The decimal sign that its seller chooses; null: that of the file.
 */
export async function imported(opened: OpenedSheet, stated: Notation | null = null) {
  let sums = 0
  const unread: string[] = []
  const notation = (): Notation => stated ?? (opened.notes().separator === ';' ? 'comma' : 'unstated')
  const all = await Array.fromAsync(
    readSheet(opened.rows, {
      terms: FIRST_TERMS,
      atOnce: 50,
      notation,
      onSum: () => {
        sums += 1
      },
      onUnread: (heading) => {
        unread.push(heading)
      },
    }),
  )
  const rows = all.flatMap((one) => (one.kind === 'rows' ? one.rows : []))
  return {
    rows,
    good: rows.flatMap(({ content }) => content ?? []),
    problems: rows.flatMap(({ row, problems }) => problems.map(({ column, code }) => `${row} ${column}: ${code}`)),
    refused: all.flatMap((one) => (one.kind === 'refused' ? [[one.reason, ...one.columns].join(' ')] : [])),
    sums,
    unread,
    notes: opened.notes(),
  }
}

/** What an import makes of a file, which is a text or a workbook by its name. */
export const importedFile = async (name: string, bytes: Buffer, stated: Notation | null = null) =>
  imported(name.endsWith('.csv') ? openCsv(bytes, namedIn) : await openXlsx(bytes), stated)
