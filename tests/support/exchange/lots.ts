import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LotContent } from '../../../src/contract/lot-content.ts'
import { readSheet } from '../../../src/server/lots/read-sheet.ts'
import { openXlsx } from '../../../src/server/sheets/xlsx.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { allTerms } from '../../../src/server/store/terms.ts'

/** 200 lots as LibreOffice saved them; seven rows are wrong on purpose. */
export const SHEET = join(import.meta.dirname, '../sheets/lots-200.xlsx')
/** Rows without an error. */
export const GOOD = 193

/** The sheet's lots without an error, in its order. */
export async function lotsOfSheet({ db }: Store): Promise<readonly LotContent[]> {
  const { rows } = await openXlsx(await readFile(SHEET))
  const terms = await allTerms(db)
  const lots: LotContent[] = []
  const ignore = () => undefined
  const reading = readSheet(rows, { terms, atOnce: 500, notation: () => 'unstated', onSum: ignore, onUnread: ignore })
  for await (const read of reading)
    if (read.kind === 'rows') lots.push(...read.rows.flatMap(({ content }) => content ?? []))
  if (lots.length !== GOOD) throw new Error(`the sheet has ${lots.length} good rows`)
  return lots
}
