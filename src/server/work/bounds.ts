import type * as calls from '../../contract/calls/index.ts'
import type { InLine } from './turns.ts'

/** Bounds of one kind of work on a node. */
export interface Bound extends InLine {
  readonly atOnce: number
  /** Longest time of one piece of work, from its begin, ms. */
  readonly ms: number
}

/** Kinds of work whose size a caller decides. */
export const BOUNDS = {
  /** PDFs and calendar entries. */
  document: { atOnce: 2, ofOne: 12, ofAll: 120, ms: 60_000 },
  /** Exports and templates as spreadsheets: each holds all its rows. */
  sheet: { atOnce: 1, ofOne: 12, ofAll: 120, ms: 60_000 },
  /** The audit trail as a file: it streams, as fast as its reader takes it. */
  trail: { atOnce: 2, ofOne: 4, ofAll: 16, ms: 600_000 },
  /** Searches, statements and late pages, whose cost grows with the years. */
  report: { atOnce: 1, ofOne: 8, ofAll: 120, ms: 15_000 },
  /** Checks of uploaded files: pictures are decoded, documents unpacked. */
  upload: { atOnce: 1, ofOne: 20, ofAll: 200, ms: 60_000 },
  /** Public pictures, cut to their sizes. */
  picture: { atOnce: 2, ofOne: 8, ofAll: 500, ms: 60_000 },
} as const satisfies Readonly<Record<string, Bound>>
export type WorkKind = keyof typeof BOUNDS

type Calls = typeof calls
/** Calls that take or give bytes. */
type RawCallName = {
  [Name in keyof Calls]: Calls[Name] extends { readonly raw: 'bytes' | 'upload' | 'tus' } ? Name : never
}[keyof Calls]

/** The bound of each call that takes or gives bytes; `stored`: a file that streams as it is stored. */
export const ROADS = {
  agreementFile: 'document',
  auditExport: 'trail',
  calendarFile: 'document',
  catalogueFile: 'document',
  contractFile: 'document',
  fileBytes: 'stored',
  lotDraftFile: 'sheet',
  orderFile: 'sheet',
  receiptFile: 'document',
  resultFile: 'sheet',
  resumableUpload: 'upload',
  statementFile: 'sheet',
  upload: 'upload',
} as const satisfies Readonly<Record<RawCallName, WorkKind | 'stored'>>
