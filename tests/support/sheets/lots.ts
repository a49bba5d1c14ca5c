import type { TermKind } from '../../../src/contract/lot-fields.ts'
import { sheetOf } from '../../../src/server/documents/sheet.ts'
import { headingOf, LOT_COLUMNS, shownOf } from '../../../src/server/lots/columns.ts'
import { termShown, vocabularyOf } from '../../../src/server/lots/vocabulary.ts'
import { EXAMPLE } from '../../../src/server/lots/example.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { allTerms } from '../../../src/server/store/terms.ts'

/** A sheet of so many good lots, in the words of a store's terms. */
export async function sheetOfLots(
  { db }: Pick<Store, 'db'>,
  count: number,
  format: 'xlsx' | 'csv' = 'xlsx',
): Promise<Buffer> {
  const terms = await allTerms(db)
  const words = vocabularyOf(terms)
  const named = (kind: TermKind, code: string) => termShown(terms, words, kind, code, 'zh')
  const columns = LOT_COLUMNS.map((column) => ({
    name: headingOf(column),
    width: 10,
    value: (at: number) => (column.key === 'nameZh' ? `标的 ${at}` : shownOf(EXAMPLE, column, named, 'zh')),
  }))
  return sheetOf(
    { format, decimal: 'point' },
    'Lots',
    columns,
    Array.from({ length: count }, (_, at) => at + 1),
  )
}
