import * as z from 'zod'
import { call } from '../call.ts'
import {
  FileRef,
  LotContent,
  LotPaper,
  LOT_PAPERS_MOST,
  LOT_PICTURES_MOST,
  LOTS_AT_ONCE,
  SavedLot,
} from '../lot-content.ts'
import type { FormText } from '../people.ts'
import { TERM_KINDS } from '../lot-fields.ts'
import {
  DecimalSign,
  Currency,
  Day,
  Id,
  Key,
  Keyword,
  Money,
  Page,
  Phase,
  Quantity,
  Stage,
  Text,
  Time,
  Unit,
} from '../scalars.ts'
import { wire } from '../wire.ts'

/** A seller's lots before a sale, one by one and by the sheet; and the terms that they are described with. */

export const LOT_DRAFT_STATES = ['draft', 'submitted', 'accepted', 'returned'] as const
export const LotDraftState = z.enum(LOT_DRAFT_STATES)

const Session = z.object({ scheduleTimelineId: Id, name: z.string(), startTime: Time, state: Phase, stage: Stage })

export const LotDraftRow = z.object({
  lotDraftId: Id,
  version: z.int(),
  state: LotDraftState,
  name: z.string(),
  species: z.string(),
  origin: z.string(),
  grade: z.string(),
  specification: z.string(),
  /** A size or the moisture cannot be read in one way: the lot cannot be submitted before it is written anew. */
  sizeUnclear: z.boolean().optional(),
  quantity: Quantity,
  unit: Unit,
  currency: Currency,
  startPrice: Money,
  reserve: Money.nullable(),
  deliveryDate: Day,
  /** Id of the first picture's file. */ picture: Id.nullable(),
  pictures: z.int(),
  papers: z.int(),
  /** The session it was submitted to. */ session: Session.nullable(),
  /** Accepted, and not in the sale yet: its host adds it. */
  isToAdd: z.boolean().optional(),
  /** Its deals in force cover all of it, or a part; null: it is not sold. */
  sold: z.enum(['whole', 'part']).nullable().optional(),
  /** The operator's remark on a returned lot. */ remark: z.string().nullable(),
  changedAt: Time,
  changedBy: z.string(),
})

export const lotDraftList = call({
  ...wire.lotDraftList,
  about:
    'Lots of one’s own company in preparation, newest first. A lot that was accepted stands in its session’s catalogue under the same id.',
  query: Page.extend({
    state: LotDraftState.optional(),
    scheduleTimelineId: Id.optional(),
    keyword: Keyword.optional(),
  }),
  rows: LotDraftRow,
})

export const lotDraftInfo = call({
  ...wire.lotDraftInfo,
  about: 'One lot of one’s own company in preparation. Pictures and papers are files, to be read by their ids.',
  params: z.object({ lotDraftId: Id }),
  data: LotDraftRow.extend({ content: LotContent }),
})

export const lotDraftSave = call({
  ...wire.lotDraftSave,
  about:
    'Saves a lot. `version`: the one that the change began from, or null for a new lot, whose id is of the sender’s making. Changed by another since: 409, and nothing is overwritten. Only a draft and one that was returned can be changed; a returned one becomes a draft. Pictures and papers are uploads of one’s own company. Sizes are whole mm as text (`3900`, `2500-5800`, `200+`, `27 (4/4)`), moisture is percent (`10-12`, `30+`); other notations are taken where they can be read in one way, and kept in this one.',
  body: z.strictObject({ lotDraftId: Key, version: z.int().min(1).nullable(), content: SavedLot }),
  data: z.object({ lotDraftId: Id, version: z.int() }),
})

const LotDraftIds = z.array(Id).min(1).max(LOTS_AT_ONCE)

export const lotDraftDelete = call({
  ...wire.lotDraftDelete,
  about: 'Deletes lots that are drafts or were returned: all of them, or none.',
  body: z.strictObject({ lotDraftIds: LotDraftIds }),
})

export const lotDraftSubmit = call({
  ...wire.lotDraftSubmit,
  about:
    'Submits lots to a session that is being prepared, or to a published one in which the company sells already and whose first round has not begun, for the operator to accept or return: all of them, or none. `lotDraftIds` null: every lot that is a draft. Each is to be delivered after the session, and has a reserve if the session asks for one.',
  body: z.strictObject({ lotDraftIds: LotDraftIds.nullable(), scheduleTimelineId: Id }),
  data: z.object({ submitted: z.int() }),
})

export const lotDraftRecall = call({
  ...wire.lotDraftRecall,
  about: 'Takes submitted lots back, as long as they are not accepted: all of them, or none.',
  body: z.strictObject({ lotDraftIds: LotDraftIds }),
})

export const lotFilesAdd = call({
  ...wire.lotFilesAdd,
  about:
    'Adds photographs and papers to a lot of one’s own company in a published sale, in the preparation and between rounds. Nothing is taken away, since bidders rely on what they have read. Photographs and papers are uploads of one’s own company.',
  body: z
    .strictObject({
      scheduleTimelineId: Id,
      contractObjectId: Id,
      pictures: z.array(FileRef).max(LOT_PICTURES_MOST).default([]),
      papers: z.array(LotPaper).max(LOT_PAPERS_MOST).default([]),
    })
    .refine(({ pictures, papers }) => pictures.length + papers.length > 0, {
      path: ['pictures'],
      message: 'required' satisfies FormText,
    }),
  data: z.object({ pictures: z.int(), papers: z.int() }),
})

export const lotSessionList = call({
  ...wire.lotSessionList,
  about:
    'Sessions that take lots, next first: those that are being prepared, and published ones (`state` 2 and more) in which the company sells already, until their first round.',
  rows: Session.extend({ reservePolicy: z.enum(['allowed', 'required', 'none']), signUpDeadline: Time }),
})

export const lotDraftFile = call({
  ...wire.lotDraftFile,
  about:
    'Lots of one’s own company as a sheet with a header in both languages, as it can be read in again. `template`: without lots, with an example; as XLSX it has a second sheet of all terms.',
  query: z.strictObject({
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
    decimal: DecimalSign.default('point'),
    template: z.stringbool().optional(),
    state: LotDraftState.optional(),
  }),
})

// Import of sheets ----------------------------------------------------------------------------------------------

/** Reasons for which a whole sheet is refused. */
export const SHEET_REASONS = [
  'unreadable',
  'too_large',
  'too_many_rows',
  'no_header',
  'missing_columns',
  'unknown_unit',
  'unit_below',
  'headings_again',
  'column_twice',
  'empty',
  'too_slow',
  'stopped',
] as const
export type SheetReason = (typeof SHEET_REASONS)[number]

/** What its seller states of a sheet; null: what the file itself says. */
export interface ImportAsked {
  readonly sheet: string | null
  readonly decimal: DecimalSign | null
}
const ImportFound = z.object({
  /** The sheet that was read; null: a text file. */ sheet: z.string().nullable(),
  /** Sheets that show, of which another can be read. */ sheets: z.array(z.string()),
  /** Left out. */ hiddenSheets: z.array(z.string()),
  hiddenRows: z.int(),
  hiddenColumns: z.int(),
  /** Rows of sums, left out. */ sumRows: z.int(),
  /** Columns that are not read: their headings as written, else their letters. An older server does not say. */
  unread: z.array(z.string()).optional(),
  /** Computed cells that were taken as they show, with fewer decimals. An older server does not say. */
  asShown: z.int().optional(),
  /** Between the cells of a text file; null: a workbook. */ separator: z.enum([',', ';', '\t']).nullable(),
  /** The decimal sign by which texts were read. */ decimal: DecimalSign,
})
export type ImportFound = z.output<typeof ImportFound>
export const LotImportState = z.enum(['reading', 'read', 'applying', 'applied', 'cancelled', 'failed'])
export const LotImport = z.object({
  lotImportId: Id,
  fileName: z.string(),
  state: LotImportState,
  /** Reason of the refusal. */ reason: z.enum(SHEET_REASONS).nullable(),
  /** Columns that the sheet lacks. */ columns: z.array(z.string()),
  /** null: unknown so far. */ rowsTotal: z.int().nullable(),
  /** Path of the uploaded file, by which it can be read again. */ file: z.string(),
  /** What the file has besides its rows; null until it is read. */ found: ImportFound.nullable(),
  rowsRead: z.int(),
  rowsBad: z.int(),
  rowsApplied: z.int(),
  createdAt: Time,
})

export const lotImportBegin = call({
  ...wire.lotImportBegin,
  about:
    'Begins to read an uploaded sheet of lots (kind `sheet`). Nothing becomes a lot before it is applied. One at a time for each company. Read by a node that ends, it is read again by another.',
  body: z.strictObject({
    file: Text.regex(/^(?:\/common\/files\/)?[\w-]{20,60}$/),
    /** Name of the sheet to read; the first that shows. */ sheet: Text.max(200).optional(),
    /** The decimal sign of the file's texts; by its separator. */ decimal: DecimalSign.optional(),
  }),
  data: LotImport,
})
export const lotImportList = call({
  ...wire.lotImportList,
  about: 'Sheets that one’s own company has read in, newest first, for 30 days.',
  query: Page,
  rows: LotImport,
})
export const lotImportInfo = call({
  ...wire.lotImportInfo,
  about: 'How far the reading of a sheet is.',
  params: z.object({ lotImportId: Id }),
  data: LotImport,
})

/** A code of the texts in `texts/sheet.ts`, with the values that fill their gaps. */
export const CELL_CODES = [
  'required',
  'not_a_price',
  'not_a_quantity',
  'not_whole',
  'not_a_date',
  'not_a_choice',
  'unknown_term',
  'too_long',
  'not_text',
  'letters_missing',
  'cell_error',
  'formula_unvalued',
  'unclear',
  'unit_differs',
  'not_a_size',
  'size_fraction',
  'size_large',
  'size_small',
  'not_moisture',
  'excel_date',
  'date_year',
  'merged_with',
  'as_above',
  'positive',
  'whole_pieces',
  'reserve_low',
  'section_needed',
  'amount_large',
] as const
export type CellCode = (typeof CELL_CODES)[number]

export const lotImportRows = call({
  ...wire.lotImportRows,
  about: 'Rows of a sheet as they were read, in its order. `bad`: those with problems alone.',
  params: z.object({ lotImportId: Id }),
  query: Page.extend({ bad: z.stringbool().optional() }),
  rows: z.object({
    /** The spreadsheet's row number. */ row: z.int(),
    lot: LotContent.pick({
      nameZh: true,
      nameEn: true,
      species: true,
      origin: true,
      grade: true,
      length: true,
      thickness: true,
      width: true,
      diameter: true,
      humidity: true,
      pieces: true,
      deliveryDate: true,
      quantity: true,
      unit: true,
      startPrice: true,
      currency: true,
    }).nullable(),
    problems: z.array(
      z.object({
        /** A field of the lot. */ column: z.string(),
        value: z.string(),
        code: z.enum(CELL_CODES),
        /** The nearest valid value, where there is one. */ near: z.string().nullable(),
      }),
    ),
  }),
})
export const lotImportApply = call({
  ...wire.lotImportApply,
  about:
    'Makes drafts of a sheet that was read: of `all` rows, refused where one has problems, or of the `good` ones. All at once, or none. Repeating it changes nothing.',
  body: z.strictObject({ lotImportId: Id, rows: z.enum(['all', 'good']) }),
  data: LotImport,
})
export const lotImportCancel = call({
  ...wire.lotImportCancel,
  about: 'Ends the reading of a sheet, or puts what was read away. Nothing of it becomes a lot.',
  body: z.strictObject({ lotImportId: Id }),
})

// Terms ----------------------------------------------------------------------------------------------------------

const TermKind = z.enum(TERM_KINDS)
const TermName = Text.trim().min(1).max(80)
const Term = z.object({ kind: TermKind, code: z.string(), zh: z.string(), en: z.string() })

export const termList = call({
  ...wire.termList,
  about: 'Terms that lots are described with, in both languages, by kind.',
  query: z.strictObject({ kind: TermKind.optional() }),
  rows: Term,
})
export const termSave = call({
  ...wire.termSave,
  about:
    'Adds a term, or renames one. `was`: its names as the sender saw them, null for a new one; changed by another since: 409. A name means one thing within its kind. Permission `sale:term:edit`.',
  body: z.strictObject({
    kind: TermKind,
    code: Text.regex(/^[A-Za-z0-9][\w-]{0,39}$/),
    zh: TermName,
    en: TermName,
    was: z.strictObject({ zh: z.string(), en: z.string() }).nullable(),
  }),
})
