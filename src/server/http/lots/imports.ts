import type * as z from 'zod'
import * as calls from '../../../contract/calls/index.ts'
import { CELL_CODES, SHEET_REASONS } from '../../../contract/calls/lotDrafts.ts'
import type { Locale } from '../../../contract/constants.ts'
import { RELEASED } from '../../lots/imports.ts'
import type { Imports } from '../../lots/imports.ts'
import { DRAFTS_MOST } from '../../lots/drafts.ts'
import { readingSeller } from '../../lots/seller.ts'
import { fileById } from '../../store/files.ts'
import { countDrafts } from '../../store/lotDrafts.ts'
import {
  addImport,
  cancelImport,
  findImport,
  importRows,
  listImports,
  lockImport,
  makeDrafts,
} from '../../store/lotImports.ts'
import type { ImportedRow, LotImportRow } from '../../store/lotImports.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { noteForm, resultOfForm } from '../../store/sentForms.ts'
import type { Terms } from '../../store/terms.ts'
import { data, done, missing, refuse, rows } from '../answer.ts'
import { nameOf } from '../catalogue/names.ts'
import { signedIn } from '../route.ts'
import { actingOf } from './drafts.ts'

interface Needs {
  readonly db: Db
  readonly terms: () => Promise<Terms>
  readonly imports: Pick<Imports, 'wake' | 'short'>
  readonly newId: () => string
}

/** Sheets of lots: imported and reviewed before they become drafts. */
export const lotImportRoutes = ({ db, terms, imports, newId }: Needs) => ({
  lotImportBegin: signedIn(calls.lotImportBegin, async ({ body, at, onceKey }, caller) => {
    const acting = actingOf(caller, at)
    if ('kind' in acting) return acting
    const { companyId, by: accountId } = acting
    const before = onceKey === null ? null : await resultOfForm(db, accountId, onceKey)
    const known = before === null ? null : await findImport(db, before, companyId)
    if (known) return data(importOf(known))
    if (imports.short) return refuse('import.disk_full')
    const fileId = body.file.split('/').at(-1) ?? ''
    const file = await fileById(db, fileId)
    if (file?.ownerId !== accountId) return missing()
    if (!/\.(?:xlsx|csv)$/.test(file.name)) return refuse('file.sheet_type')
    const made = await addImport(db, {
      id: newId(),
      companyId,
      accountId,
      fileId,
      fileName: file.name,
      asked: { sheet: body.sheet ?? null, decimal: body.decimal ?? null },
      state: 'reading',
      createdAt: at,
      changedAt: RELEASED,
    })
    if (!made) return refuse('import.running')
    if (onceKey !== null)
      await noteForm(db, { accountId, key: onceKey, call: 'lotImportBegin', result: made.id, sentAt: at })
    imports.wake()
    return data(importOf(made))
  }),

  lotImportList: signedIn(calls.lotImportList, async ({ query }, { person }) => {
    const seller = readingSeller(person)
    if (seller.kind === 'failed') return seller
    const found = await listImports(db, seller.companyId, slice(query))
    return rows(found.rows.map(importOf), found.total)
  }),

  lotImportInfo: signedIn(calls.lotImportInfo, async ({ params }, { person }) => {
    const seller = readingSeller(person)
    if (seller.kind === 'failed') return seller
    const found = await findImport(db, params.lotImportId, seller.companyId)
    return found ? data(importOf(found)) : missing()
  }),

  lotImportRows: signedIn(calls.lotImportRows, async ({ params, query, locale }, { person }) => {
    const seller = readingSeller(person)
    if (seller.kind === 'failed') return seller
    if (!(await findImport(db, params.lotImportId, seller.companyId))) return missing()
    const [found, names] = await Promise.all([
      importRows(db, params.lotImportId, query.bad === true, slice(query)),
      terms(),
    ])
    return rows(
      found.rows.map((row) => rowOf(row, names, locale)),
      found.total,
    )
  }),

  lotImportApply: signedIn(calls.lotImportApply, async ({ body, at }, caller) => {
    const acting = actingOf(caller, at)
    if ('kind' in acting) return acting
    const { companyId, by } = acting
    return db.transaction(async (tx) => {
      const row = await lockImport(tx, body.lotImportId, companyId)
      if (!row) return missing()
      if (row.state === 'applied') return data(importOf(row))
      if (row.state !== 'read') return refuse('import.not_read')
      if (body.rows === 'all' && row.rowsBad > 0) return refuse('import.bad_rows', { bad: row.rowsBad })
      const good = row.rowsRead - row.rowsBad
      if (good === 0) return refuse('import.no_rows')
      if ((await countDrafts(tx, companyId)) + good > DRAFTS_MOST) return refuse('lot.too_many', { most: DRAFTS_MOST })
      return data(importOf(await makeDrafts(tx, row, by, at)))
    })
  }),

  lotImportCancel: signedIn(calls.lotImportCancel, async ({ body, at }, caller) => {
    const acting = actingOf(caller, at)
    if ('kind' in acting) return acting
    const found = await findImport(db, body.lotImportId, acting.companyId)
    if (!found) return missing()
    if (found.state === 'cancelled' || found.state === 'failed') return done
    return (await cancelImport(db, found.id, at)) ? done : refuse('import.not_read')
  }),
})

function importOf(row: LotImportRow): z.output<typeof calls.LotImport> {
  const [reason, ...columns] = row.reason?.split(' ') ?? []
  const { id, fileId, fileName, state, rowsTotal, found, rowsRead, rowsBad, rowsApplied, createdAt } = row
  return {
    lotImportId: id,
    fileName,
    state,
    reason: SHEET_REASONS.find((one) => one === reason) ?? null,
    columns,
    rowsTotal,
    file: `/common/files/${fileId}`,
    found,
    rowsRead,
    rowsBad,
    rowsApplied,
    createdAt,
  }
}

const rowOf = ({ row, content, problems }: ImportedRow, terms: Terms, locale: Locale) => ({
  row,
  lot: content && {
    nameZh: content.nameZh,
    nameEn: content.nameEn,
    species: nameOf(terms, 'species', content.species, locale),
    origin: nameOf(terms, 'origin', content.origin, locale),
    grade: nameOf(terms, 'grade', content.grade, locale),
    length: content.length,
    thickness: content.thickness,
    width: content.width,
    diameter: content.diameter,
    humidity: content.humidity,
    pieces: content.pieces,
    deliveryDate: content.deliveryDate,
    quantity: content.quantity,
    unit: content.unit,
    startPrice: content.startPrice,
    currency: content.currency,
  },
  problems: problems.map(({ column, value, code, numbers }) => {
    const near = numbers?.['near']
    return {
      column,
      value,
      code: CELL_CODES.find((one) => one === code) ?? 'not_text',
      near: near === undefined ? null : termNamed(terms, column, String(near), locale),
    }
  }),
})

/** The nearest term, by its name in the reader's language. */
const termNamed = (terms: Terms, column: string, code: string, locale: Locale): string =>
  column === 'species' ||
  column === 'origin' ||
  column === 'grade' ||
  column === 'category' ||
  column === 'tradeArea' ||
  column === 'tradeMode'
    ? nameOf(terms, column, code, locale)
    : code
