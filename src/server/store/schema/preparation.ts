import type { ImportAsked, ImportFound } from '../../../contract/calls/lotDrafts.ts'
import { sql } from 'drizzle-orm'
import { boolean, customType, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LotContent } from '../../../contract/lot-content.ts'
import type { DepositKind } from '../../../domain/deposit.ts'
import type { KeepRule } from '../../../domain/deposit-hold.ts'
import type { Currency } from '../../../domain/units.ts'
import type { Day } from '../../../domain/trade/money.ts'
import { contentOf } from '../lot-content.ts'
import { at, money } from './columns.ts'

// Before a sale: lots in preparation, imports, deposits; and the operator's texts.

const lotContent = customType<{ data: LotContent; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (content) => JSON.stringify(content),
  fromDriver: contentOf,
})

/**
 * A seller's lot in preparation. `draft` → `submitted` to a session → `accepted` (a row of `lot` under the same id) or
 * `returned` with a remark. A published session's lots are fixed.
 */
export const lotDraft = pgTable(
  'lot_draft',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    content: lotContent('content').notNull(),
    state: text('state').$type<'draft' | 'submitted' | 'accepted' | 'returned'>().notNull().default('draft'),
    /** The session it was submitted to. */
    timelineId: text('timeline_id'),
    /** Reason of the return. */
    remark: text('remark'),
    /** Version number, raised by each change: a save names the version that it began from. */
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull(),
    changedAt: at('changed_at').notNull(),
    changedBy: text('changed_by').notNull(),
  },
  (t) => [
    index('lot_draft_company').on(t.companyId, t.changedAt, t.id),
    index('lot_draft_timeline').on(t.timelineId, t.state, t.changedAt, t.id),
  ],
)

/** Error of a cell of an imported sheet: a code with the numbers and words that fill its text. */
export interface CellProblem {
  readonly column: string
  readonly value: string
  readonly code: string
  readonly numbers?: Readonly<Record<string, string | number>>
}

/** An import: a sheet of lots that is read, reviewed, and made into drafts. */
export const lotImport = pgTable(
  'lot_import',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    accountId: text('account_id').notNull(),
    fileId: text('file_id').notNull(),
    fileName: text('file_name').notNull(),
    state: text('state').$type<'reading' | 'read' | 'applying' | 'applied' | 'cancelled' | 'failed'>().notNull(),
    /** Reason that the whole sheet is refused. */
    reason: text('reason'),
    rowsTotal: integer('rows_total'),
    /** What its seller stated: another sheet, the decimal sign. Null in imports of an older version. */
    asked: jsonb('asked').$type<ImportAsked>(),
    /** What the file has besides its rows. Null until it is read. */
    found: jsonb('found').$type<ImportFound>(),
    rowsRead: integer('rows_read').notNull().default(0),
    rowsBad: integer('rows_bad').notNull().default(0),
    rowsApplied: integer('rows_applied').notNull().default(0),
    /** How often a node has begun to read it. */
    begun: integer('begun').notNull().default(0),
    createdAt: at('created_at').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [index('lot_import_company').on(t.companyId, t.createdAt), index('lot_import_state').on(t.state, t.changedAt)],
)

export const lotImportRow = pgTable(
  'lot_import_row',
  {
    importId: text('import_id').notNull(),
    /** The spreadsheet's row number. */
    row: integer('row').notNull(),
    /** `null`: the row has problems. */
    content: lotContent('content'),
    problems: jsonb('problems').$type<readonly CellProblem[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    index('lot_import_row_bad')
      .on(t.importId, t.row)
      .where(sql`content IS NULL`),
  ],
)

/** Uploaded pictures that are public, in catalogues or on public pages. */
export const publicPicture = pgTable('public_picture', {
  fileId: text('file_id').primaryKey(),
  /** A few pixels, inlined. */
  placeholder: text('placeholder').notNull(),
  publishedAt: at('published_at').notNull(),
})

/** Entries of a company's deposit for one session, numbered in order. Never changed. */
export const sessionDeposit = pgTable(
  'session_deposit',
  {
    timelineId: text('timeline_id').notNull(),
    companyId: text('company_id').notNull(),
    seq: integer('seq').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    kind: text('kind').$type<DepositKind>().notNull(),
    amount: money('amount').notNull(),
    day: text('day').$type<Day>().notNull(),
    /** The bank's reference, or the reason. */
    reference: text('reference').notNull(),
    /** Number of the entry that a correction corrects. */
    corrects: integer('corrects'),
    /** Of a hold, the rule by which the deposit may be kept; null in holds of releases before. */
    rule: text('rule').$type<KeepRule>(),
    /** Of what was forfeited, number of the hold that it is taken from. */
    hold: integer('hold'),
    accountId: text('account_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.timelineId, t.companyId, t.seq] })],
)

/** A company's objection to a hold of its deposit, with the operator's answer. */
export const depositObjection = pgTable(
  'deposit_objection',
  {
    timelineId: text('timeline_id').notNull(),
    companyId: text('company_id').notNull(),
    /** Number of the held entry. */
    hold: integer('hold').notNull(),
    text: text('text').notNull(),
    accountId: text('account_id').notNull(),
    at: at('at').notNull(),
    /** Null: not answered yet. */
    answer: text('answer').$type<'upheld' | 'rejected'>(),
    answerReason: text('answer_reason').notNull().default(''),
    answeredBy: text('answered_by'),
    answeredAt: at('answered_at'),
  },
  (t) => [primaryKey({ columns: [t.timelineId, t.companyId, t.hold] })],
)

/** A role: a named set of permissions. An account has the permissions of its roles, and its own. */
export const role = pgTable('role', {
  code: text('code').primaryKey(),
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull(),
  permissions: text('permissions').array().notNull(),
  /** Delivered with the platform; cannot be deleted. */
  builtIn: boolean('built_in').notNull().default(false),
  version: integer('version').notNull().default(1),
  changedAt: at('changed_at').notNull(),
})

/** Earlier texts of articles, documents and banners. Never changed. */
export const contentVersion = pgTable(
  'content_version',
  {
    kind: text('kind').$type<'news' | 'document' | 'banner'>().notNull(),
    id: text('id').notNull(),
    version: integer('version').notNull(),
    content: jsonb('content').$type<Readonly<Record<string, unknown>>>().notNull(),
    at: at('at').notNull(),
    accountId: text('account_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id, t.version] })],
)

/** A banner of the home page. */
export const banner = pgTable(
  'banner',
  {
    id: text('id').primaryKey(),
    position: integer('position').notNull(),
    titleZh: text('title_zh').notNull(),
    titleEn: text('title_en').notNull(),
    textZh: text('text_zh').notNull(),
    textEn: text('text_en').notNull(),
    /** A page of the app, or an external address; `''`: no link. */
    href: text('href').notNull(),
    /** A picture of `public_picture`; `null`: text only. */
    fileId: text('file_id'),
    shownFrom: at('shown_from').notNull(),
    /** `null`: until it is taken down. */
    shownUntil: at('shown_until'),
    version: integer('version').notNull().default(1),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [index('banner_shown').on(t.shownUntil, t.position)],
)
