import {
  bigint,
  boolean,
  date,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import type { AnyReason } from '../../contract/codes.ts'
import type { Rule } from '../../domain/rule.ts'
import type { SessionPhase, Stage } from '../../domain/state.ts'
import type { Currency, Milli, Minor } from '../../domain/units.ts'
import type { LotPaper } from '../../contract/lot-content.ts'
import { at, money } from './schema/columns.ts'

export * from './schema/admissions.ts'
export * from './schema/audit.ts'
export * from './schema/devices.ts'
export * from './schema/factors.ts'

const quantityOf = (name: string) => bigint(name, { mode: 'number' }).$type<Milli>()

/** Upper end of an open size (`200+`), mm. */
const ENDLESS_MM = 1_000_000
/**
 * Ends of a size in mm, of its canonical text (`formatSizeMm`). They are computed for other texts too, since columns of a
 * table that is in use keep their expressions; filters leave those lots out (`hasSize`, store/lots.ts).
 */
const plainly = (text: string): string => `regexp_replace(${text}, '[(（][^)）]*[)）]|[.][0-9]+', '', 'g')`
const leastOf = (text: string) => sql.raw(`substring(${plainly(text)} from '[0-9]{1,6}')::integer`)
const mostOf = (text: string) =>
  sql.raw(
    `CASE WHEN ${plainly(text)} ~ '[0-9] *[+] *$' THEN ${ENDLESS_MM} ELSE substring(${plainly(text)} from '([0-9]{1,6})[^0-9]*$')::integer END`,
  )
/** The section of boards is their thickness, that of logs their diameter. */
const SECTION = `coalesce(nullif(thickness, ''), diameter)`

// Content ----------------------------------------------------------------------------------------------------------

/** Written in Markdown, in both languages. */
export const document = pgTable(
  'document',
  {
    /** Its name in an address: `rules`, `privacy`, `help-ceilings`. */
    name: text('name').primaryKey(),
    /** `rule`: binding for every user of the platform; `help`. */
    kind: text('kind').notNull(),
    position: integer('position').notNull(),
    version: integer('version').notNull().default(1),
    titleZh: text('title_zh').notNull(),
    titleEn: text('title_en').notNull(),
    summaryZh: text('summary_zh').notNull(),
    summaryEn: text('summary_en').notNull(),
    bodyZh: text('body_zh').notNull(),
    bodyEn: text('body_en').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [index('document_kind').on(table.kind, table.position)],
)

export const news = pgTable(
  'news',
  {
    id: text('id').primaryKey(),
    /** 1 notices, 2 the market, 3 the platform */
    type: integer('type').notNull(),
    titleZh: text('title_zh').notNull(),
    titleEn: text('title_en').notNull(),
    summaryZh: text('summary_zh').notNull(),
    summaryEn: text('summary_en').notNull(),
    bodyZh: text('body_zh').notNull(),
    bodyEn: text('body_en').notNull(),
    /** Readers see it from this time on. */
    publishedAt: at('published_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('news_published').on(table.publishedAt.desc(), table.id),
    index('news_type').on(table.type, table.publishedAt.desc(), table.id),
  ],
)

// People ------------------------------------------------------------------------------------------------------------

export const company = pgTable(
  'company',
  {
    id: text('id').primaryKey(),
    nameZh: text('name_zh').notNull(),
    nameEn: text('name_en').notNull(),
    country: text('country').notNull(),
    /** Bidders that share one of these values are flagged to the operator. */
    legalPerson: text('legal_person'),
    bankAccount: text('bank_account'),
    /** 0 not generated, 1 in effect, 2 awaiting signature */
    agreementStatus: integer('agreement_status').notNull().default(0),
    /** Unified social credit code, or the number in its own country's register. Unique only within a country. */
    creditCode: text('credit_code'),
    /** `CompanyDetails` of the contract, from the newest certification. */
    form: jsonb('form').$type<CompanyDetails>(),
  },
  (t) => [unique('company_credit_code').on(t.country, t.creditCode)],
)

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    /** Unique whatever its case. */
    login: text('login').notNull(),
    passwordHash: text('password_hash').notNull(),
    name: text('name').notNull(),
    appellationName: text('appellation_name'),
    phone: text('phone'),
    email: text('email'),
    /** When a code proved the number or address. Unproven ones are not unique, and cannot recover a password. */
    phoneProvenAt: at('phone_proven_at'),
    emailProvenAt: at('email_proven_at'),
    companyId: text('company_id').references(() => company.id),
    /** 0 suspended trading, 2 new user, 3 to be certified, 4 certified */
    status: integer('status').notNull(),
    /** `admin` (operator), `host`, `seller`, `buyer`. Rights in a session follow from the session, not from these. */
    roles: text('roles').array().notNull(),
    permissions: text('permissions').array().notNull(),
    /** A robot of the practice sale. */
    robot: boolean('robot').notNull().default(false),
    /** `null`: no second factor is set up. */
    secondFactorAt: at('second_factor_at'),
    createdAt: at('created_at').notNull(),
    /** ISO 3166-1 alpha-2. */
    country: text('country'),
    /** `buyer`, `seller`: chosen at registration. Rights never come from here, but from roles and sessions. */
    accountTypes: text('account_types')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** As given at registration; the certified name is in the company's row. */
    companyName: text('company_name'),
    position: text('position'),
    preferredContact: text('preferred_contact').$type<'phone' | 'email'>(),
    profileAt: at('profile_at'),
    /** When the person agreed to the privacy terms. */
    agreedAt: at('agreed_at'),
    /** When its personal data were erased. */
    erasedAt: at('erased_at'),
    suspendedReason: text('suspended_reason'),
    /** The status restored when a suspension ends. */
    statusBefore: integer('status_before'),
  },
  (t) => [
    uniqueIndex('account_login').on(sql`lower(${t.login})`),
    uniqueIndex('account_phone')
      .on(t.phone)
      .where(sql`phone_proven_at is not null`),
    uniqueIndex('account_email')
      .on(t.email)
      .where(sql`email_proven_at is not null`),
    index('account_company').on(t.companyId),
  ],
)

/** Opaque tokens, stored as SHA-256 (hex) of the client's text. */
export const token = pgTable(
  'token',
  {
    hash: text('hash').primaryKey(),
    kind: text('kind').$type<'seller' | 'venue' | 'ticket' | 'key' | 'platform' | 'reset'>().notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id),
    /** The seller token that a ticket or venue token was derived from; ends with it. */
    parent: text('parent'),
    timelineId: text('timeline_id'),
    identityType: integer('identity_type'),
    biddingNumber: integer('bidding_number'),
    sellerCode: text('seller_code'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    /** Address and device it was given to, for the list of sign-ins. */
    address: text('address').notNull().default(''),
    agent: text('agent').notNull().default(''),
    /** Accurate to minutes; `null`: not used since it was given. */
    lastSeenAt: at('last_seen_at'),
  },
  (t) => [index('token_account').on(t.accountId), index('token_parent').on(t.parent)],
)

/** Image codes: one use, five minutes. The text is stored hashed. */
export const captcha = pgTable('captcha', {
  id: text('id').primaryKey(),
  textHash: text('text_hash').notNull(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
})

/** Codes sent to a phone or a mail address, hashed. */
export const verificationCode = pgTable(
  'verification_code',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose').$type<'register' | 'recovery' | 'proof'>().notNull(),
    channel: text('channel').$type<'sms' | 'mail'>().notNull(),
    /** Phone (E.164) or mail address. */
    target: text('target').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Requested by a device on which the account signed in before. */
    known: boolean('known').notNull().default(false),
    /** The device that requested it, see `requesterOf`; empty: requested at a node of the release before. */
    requester: text('requester').notNull().default(''),
    /** Guesses, and those that it took over from the requester's code before. */
    attempts: integer('attempts').notNull().default(0),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [
    index('verification_code_target').on(t.target, t.createdAt),
    index('verification_code_created').on(t.createdAt),
  ],
)

/** Uploaded files. The bytes are below `DATA_DIR/files`, under the id. */
export const file = pgTable(
  'file',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => account.id),
    name: text('name').notNull(),
    /** By content, not by name. */
    type: text('type').notNull(),
    size: integer('size').notNull(),
    /** SHA-256 (hex) */
    sha256: text('sha256').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('file_owner').on(t.ownerId)],
)

/** Uploads in pieces. The bytes received are below `DATA_DIR/files/parts`, under the id, or in `pieces`. */
export const upload = pgTable(
  'upload',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => account.id),
    kind: text('kind').$type<'document' | 'picture' | 'sheet'>().notNull(),
    name: text('name').notNull(),
    size: integer('size').notNull(),
    /** SHA-256 (hex) claimed by the sender */
    sha256: text('sha256'),
    createdAt: at('created_at').notNull(),
    /** Id of the file that it became. */
    fileId: text('file_id'),
    /** Reason that the complete file was refused. */
    refused: text('refused').$type<AnyReason>(),
    /** Where files are in an object store: the bytes received, and the objects that hold them, in order. */
    received: integer('received').notNull().default(0),
    pieces: text('pieces').array().notNull().default([]),
  },
  (t) => [index('upload_owner').on(t.ownerId)],
)

/** Applications for certification; an account's newest one is the valid one. */
export const certification = pgTable(
  'certification',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id),
    state: text('state').$type<'pending' | 'approved' | 'refused'>().notNull(),
    /** `CompanyDetails` of the contract. */
    form: jsonb('form').$type<CompanyDetails>().notNull(),
    companyName: text('company_name').notNull(),
    creditCode: text('credit_code').notNull(),
    /** The uploaded licence, for permitted readers. */
    fileId: text('file_id')
      .notNull()
      .references(() => file.id),
    submittedAt: at('submitted_at').notNull(),
    reviewedAt: at('reviewed_at'),
    reviewedBy: text('reviewed_by').references(() => account.id),
    reason: text('reason'),
    /** The company that the approval made, changed, or added the applicant to. */
    companyId: text('company_id').references(() => company.id),
  },
  (t) => [
    uniqueIndex('certification_pending')
      .on(t.accountId)
      .where(sql`state = 'pending'`),
    index('certification_state').on(t.state, t.submittedAt),
    index('certification_file').on(t.fileId),
  ],
)

/** The service agreement of a company: a numbered version with its hash; the signature stores its evidence. */
export const serviceAgreement = pgTable(
  'service_agreement',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => company.id),
    version: integer('version').notNull(),
    textZh: text('text_zh').notNull(),
    textEn: text('text_en').notNull(),
    /** SHA-256 (hex) over the canonical JSON of both texts. */
    hash: text('hash').notNull(),
    generatedAt: at('generated_at').notNull(),
    signedAt: at('signed_at'),
    signedBy: text('signed_by').references(() => account.id),
    /** Signer, consent text, address, device. */
    evidence: jsonb('evidence').$type<Record<string, string>>(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.version] })],
)

/** The operator's settings, by name. */
export const setting = pgTable('setting', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: at('changed_at').notNull(),
  changedBy: text('changed_by').references(() => account.id),
})

// Catalogue ---------------------------------------------------------------------------------------------------------

export const schedule = pgTable('schedule', {
  id: text('id').primaryKey(),
  nameZh: text('name_zh').notNull(),
  nameEn: text('name_en').notNull(),
  venueZh: text('venue_zh').notNull(),
  venueEn: text('venue_en').notNull(),
  practice: boolean('practice').notNull().default(false),
  /** Version number, raised by each change: a save names the version that it began from. */
  version: integer('version').notNull().default(1),
})

/** A session (`scheduleTimelineId`). Its state is in its log; this row holds the facts fixed before the log begins. */
export const timeline = pgTable(
  'timeline',
  {
    id: text('id').primaryKey(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => schedule.id),
    startTime: at('start_time').notNull(),
    signUpDeadline: at('sign_up_deadline').notNull(),
    rule: jsonb('rule').$type<Rule>().notNull(),
    hostAccountId: text('host_account_id').references(() => account.id),
    createdAt: at('created_at').notNull(),
    /** Counted when lots are added, so that a list of sessions need not count ten thousand rows. */
    lotCount: integer('lot_count').notNull().default(0),
    /** Whether sellers set a reserve. */
    reservePolicy: text('reserve_policy').$type<'allowed' | 'required' | 'none'>().notNull().default('allowed'),
    /** Required of each bidder, in any one of these currencies; empty: no deposit. */
    deposits: jsonb('deposits')
      .$type<readonly { readonly currency: Currency; readonly amount: Minor }[]>()
      .notNull()
      .default([]),
    /** A bidder's limit is its deposit times this factor. */
    depositFactor: integer('deposit_factor').notNull().default(1),
    /** The deposit is due so many hours before the start, which a postponement moves along. */
    depositHours: integer('deposit_hours').notNull().default(0),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('timeline_schedule').on(t.scheduleId)],
)

export const lot = pgTable(
  'lot',
  {
    id: text('id').primaryKey(),
    timelineId: text('timeline_id')
      .notNull()
      .references(() => timeline.id),
    position: integer('position').notNull(),
    sellerCompanyId: text('seller_company_id')
      .notNull()
      .references(() => company.id),
    /** `S1`, `S2` …: the seller's code in the session. */
    sellerCode: text('seller_code').notNull(),
    nameZh: text('name_zh').notNull(),
    nameEn: text('name_en').notNull(),
    /**
     * Keys of `species`, `origin`, `grade`, `category`, `tradeArea` are language-free; their names are in `lot_term`.
     */
    species: text('species').notNull(),
    origin: text('origin').notNull(),
    grade: text('grade').notNull(),
    category: text('category').notNull(),
    tradeArea: text('trade_area').notNull(),
    /** `FOB`, `CIF` … (Incoterms 2020) */
    tradeClause: text('trade_clause').notNull(),
    tradeMode: text('trade_mode').notNull(),
    departurePort: text('departure_port').notNull(),
    arrivalPort: text('arrival_port').notNull(),
    deliveryPlace: text('delivery_place').notNull(),
    paymentTerms: text('payment_terms').notNull(),
    length: text('length').notNull(),
    thickness: text('thickness'),
    diameter: text('diameter'),
    width: text('width'),
    humidity: text('humidity').notNull(),
    pieces: integer('pieces'),
    supplementaryZh: text('supplementary_zh').notNull(),
    supplementaryEn: text('supplementary_en').notNull(),
    currency: text('currency').$type<'CNY' | 'USD' | 'EUR'>().notNull(),
    unit: text('unit').$type<'m3' | 'piece' | 'tonne'>().notNull(),
    quantity: quantityOf('quantity').notNull(),
    startPrice: money('start_price').notNull(),
    addRange: money('add_range').notNull(),
    reserve: money('reserve'),
    deliveryDate: date('delivery_date', { mode: 'string' }).notNull(),
    /** File names below the picture store, first one is the thumbnail's source. */
    pictures: text('pictures').array().notNull(),
    placeholder: text('placeholder'),
    papers: jsonb('papers').$type<readonly LotPaper[]>().notNull().default([]),
    /**
     * The lot's outcome, repeated from the log, so that lists of all sales need not read each log. `null`: not ended
     * yet.
     */
    outcome: text('outcome').$type<'sold' | 'failed' | 'withdrawn'>(),
    /** mm, of the canonical text; `null` where a text has no number. */
    lengthMin: integer('length_min').generatedAlwaysAs(leastOf('length')),
    lengthMax: integer('length_max').generatedAlwaysAs(mostOf('length')),
    sectionMin: integer('section_min').generatedAlwaysAs(leastOf(SECTION)),
    sectionMax: integer('section_max').generatedAlwaysAs(mostOf(SECTION)),
  },
  (t) => [
    unique('lot_position').on(t.timelineId, t.position),
    // Include the position and the outcome, so that a filtered page, and its count among the unsold lots of all sales,
    // come from the index alone and in order.
    index('lot_species_outcome').on(t.timelineId, t.species, t.position, t.outcome).concurrently(),
    index('lot_origin_outcome').on(t.timelineId, t.origin, t.position, t.outcome).concurrently(),
    index('lot_grade_outcome').on(t.timelineId, t.grade, t.position, t.outcome).concurrently(),
    index('lot_trade_area_outcome').on(t.timelineId, t.tradeArea, t.position, t.outcome).concurrently(),
    index('lot_seller').on(t.timelineId, t.sellerCompanyId),
    index('lot_price').on(t.timelineId, t.startPrice, t.position),
    index('lot_quantity').on(t.timelineId, t.quantity, t.position),
    // Includes both ends and the position, so that a filtered page and its count come from the index alone.
    index('lot_length').on(t.timelineId, t.lengthMax, t.lengthMin, t.position),
    index('lot_section').on(t.timelineId, t.sectionMax, t.sectionMin, t.position),
    index('lot_pictures').using('gin', t.pictures),
    // For all sales: counts and positions of unsold lots come from the index alone.
    index('lot_open')
      .on(t.timelineId, t.position)
      .where(sql`outcome IS NULL`),
    index('lot_failed')
      .on(t.timelineId, t.position)
      .where(sql`outcome = 'failed'`),
  ],
)

/** Names of coded terms (species, origin, grade, port, …) in both languages. */
export const term = pgTable(
  'term',
  {
    kind: text('kind').notNull(),
    code: text('code').notNull(),
    zh: text('zh').notNull(),
    en: text('en').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.code] })],
)

export const attention = pgTable(
  'attention',
  {
    accountId: text('account_id')
      .notNull()
      .references(() => account.id),
    lotId: text('lot_id')
      .notNull()
      .references(() => lot.id),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.lotId] })],
)

/** A company's sign-up for a session. The log decides the bidding number, which is copied here on admission. */
export const registration = pgTable(
  'registration',
  {
    timelineId: text('timeline_id')
      .notNull()
      .references(() => timeline.id),
    companyId: text('company_id').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => account.id),
    biddingNumber: integer('bidding_number'),
    /** Hash of the sale's rules as its signer was shown them; `null`: signed up before rules had one. */
    rulesHash: text('rules_hash'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.timelineId, t.companyId] }), index('registration_company').on(t.companyId)],
)

// The log -----------------------------------------------------------------------------------------------------------

/**
 * The head of a session's log. An append updates it and inserts its events in one statement: the fence between nodes.
 */
export const sessionHead = pgTable('session_head', {
  timelineId: text('timeline_id')
    .primaryKey()
    .references(() => timeline.id),
  epoch: text('epoch').notNull(),
  seq: integer('seq').notNull(),
  hash: text('hash').notNull(),
  /** Last time that the room was known to be alive (O1). */
  aliveAt: at('alive_at'),
  /** Summary for lists, updated by the same append. */
  phase: integer('phase').$type<SessionPhase>().notNull().default(1),
  stage: text('stage').$type<Stage>().notNull().default('preparation'),
  sold: integer('sold').notNull().default(0),
  unsold: integer('unsold').notNull().default(0),
  /** Log position up to which a sealed session's orders and mails are written. */
  projectedSeq: integer('projected_seq').notNull().default(0),
})

/**
 * No foreign key: only appends insert here, under the head's lock, and a check per row would cost a tenth of their
 * time.
 */
export const sessionEvent = pgTable(
  'session_event',
  {
    timelineId: text('timeline_id').notNull(),
    seq: integer('seq').notNull(),
    epoch: text('epoch').notNull(),
    at: at('at').notNull(),
    type: text('type').notNull(),
    actor: text('actor').notNull(),
    /** The lot of bids and voids, for the lot's history; the payload is authoritative. */
    lotId: text('lot_id'),
    /** As hashed: secret fields are commitments. */
    payload: json('payload').$type<Record<string, unknown>>().notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
    /** Salts and values of the commitments: private, erasable. */
    openings: json('openings').$type<Record<string, { salt: string; value: unknown }>>(),
  },
  (t) => [
    primaryKey({ columns: [t.timelineId, t.seq] }),
    // For the bids of one lot, without the rest of a long sale.
    index('session_event_lot')
      .on(t.timelineId, t.lotId, t.type, t.seq)
      .where(sql`${t.lotId} IS NOT NULL`),
    index('session_event_round')
      .on(t.timelineId, t.seq)
      .where(sql`${t.type} = 'round.opened'`),
    // For the places of secrets, without their contents.
    index('session_event_sealed')
      .on(t.timelineId, t.seq)
      .where(sql`${t.type} = 'sealed'`),
    // For the admission of a bidder, also once the sale is over, without the rest of a long sale.
    index('session_event_bidder')
      .on(t.timelineId, t.seq)
      .concurrently()
      .where(sql`${t.type} IN ('bidder.admitted', 'bidder.suspended', 'bidder.dismissed')`),
  ],
)

/** The folded state at some `seq`, so that a room need not read its whole log. The log is authoritative. */
export const sessionSnapshot = pgTable('session_snapshot', {
  timelineId: text('timeline_id')
    .primaryKey()
    .references(() => timeline.id),
  seq: integer('seq').notNull(),
  hash: text('hash').notNull(),
  state: json('state').notNull(),
})

/** Verdicts by key: the same key has the same verdict forever. Written in the same statement as their events. */
export const verdict = pgTable(
  'verdict',
  {
    accountId: text('account_id').notNull(),
    bidKey: text('bid_key').notNull(),
    timelineId: text('timeline_id').notNull(),
    /** Fingerprint of the request (SHA-256 of its canonical JSON): the same key with other content is refused. */
    fingerprint: text('fingerprint').notNull(),
    /** The wire's `Verdict`. */
    body: json('body').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.bidKey] }),
    // For those who took part in a session, and for the deletion of practice.
    index('verdict_timeline').on(t.timelineId, t.accountId).concurrently(),
  ],
)

/**
 * When a company's devices on one node last answered: presence across nodes. Row 0: the time up to which that node has
 * reported.
 */
export const presence = pgTable(
  'presence',
  {
    timelineId: text('timeline_id').notNull(),
    nodeId: text('node_id').notNull(),
    biddingNumber: integer('bidding_number').notNull(),
    lastSeen: at('last_seen').notNull(),
  },
  (t) => [primaryKey({ columns: [t.timelineId, t.nodeId, t.biddingNumber] })],
)

// Results of a sale ---------------------------------------------------------------------------------------------------

/** An order per deal, derived from the `lot.sold` event; idempotent by lot. Practice sessions make none. */
export const saleOrder = pgTable(
  'sale_order',
  {
    lotId: text('lot_id').primaryKey(),
    timelineId: text('timeline_id').notNull(),
    seq: integer('seq').notNull(),
    biddingNumber: integer('bidding_number').notNull(),
    companyId: text('company_id').notNull(),
    sellerCompanyId: text('seller_company_id').notNull(),
    currency: text('currency').notNull(),
    price: money('price').notNull(),
    quantity: quantityOf('quantity').notNull(),
    amount: money('amount').notNull(),
    onHold: boolean('on_hold').notNull().default(false),
    /** Reason of a cancellation; `null`: the deal is in force. */
    cancelled: text('cancelled'),
    /** The log position that this row reflects; earlier entries are ignored. */
    logSeq: integer('log_seq').notNull().default(0),
    at: at('at').notNull(),
    /** The contract that covers it, complete or not. */
    contractId: text('contract_id'),
  },
  (t) => [
    index('sale_order_at').on(t.at.desc(), t.lotId),
    index('sale_order_buyer').on(t.companyId, t.at, t.lotId),
    index('sale_order_seller').on(t.sellerCompanyId, t.at, t.lotId),
    index('sale_order_contract').on(t.contractId),
  ],
)

/**
 * The order of a cancelled deal whose lot has had another deal since: it stays visible to both of its parties beside the
 * order of the next buyer. With `sale_order`, which holds each lot's newest deal, every deal has its row.
 */
export const cancelledOrder = pgTable(
  'cancelled_order',
  {
    lotId: text('lot_id').notNull(),
    /** The deal's place in the log. */
    seq: integer('seq').notNull(),
    timelineId: text('timeline_id').notNull(),
    biddingNumber: integer('bidding_number').notNull(),
    companyId: text('company_id').notNull(),
    sellerCompanyId: text('seller_company_id').notNull(),
    currency: text('currency').notNull(),
    price: money('price').notNull(),
    quantity: quantityOf('quantity').notNull(),
    amount: money('amount').notNull(),
    /** Reason of the cancellation. */
    cancelled: text('cancelled').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.lotId, t.seq] }),
    index('cancelled_order_buyer').on(t.companyId, t.at, t.lotId),
    index('cancelled_order_seller').on(t.sellerCompanyId, t.at, t.lotId),
  ],
)

/** Mails and short messages, waiting or sent. Visible to the operator. */
export const outbox = pgTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    createdAt: at('created_at').notNull(),
    sentAt: at('sent_at'),
    /** The mail server's last answer. */
    error: text('error'),
    attempts: integer('attempts').notNull().default(0),
    /** How often in a row the provider said that it does not know the address. */
    refusals: integer('refusals').notNull().default(0),
    /** Time of the next attempt; `null`: sent or given up. */
    nextAttemptAt: at('next_attempt_at'),
    channel: text('channel').$type<'mail' | 'sms'>().notNull().default('mail'),
    /** The body holds a secret, which is deleted when sent, given up, or past this time. */
    secretUntil: at('secret_until'),
    /** Address that turns such mails off in one step (RFC 8058); `null`: they cannot be declined. */
    unsubscribe: text('unsubscribe'),
  },
  (t) => [
    index('outbox_due').on(t.nextAttemptAt),
    // For the operator's list (read backwards), and for the deletion of old ones.
    index('outbox_created').on(t.createdAt, t.id).concurrently(),
    index('outbox_secret')
      .on(t.secretUntil)
      .where(sql`body <> ''`),
  ],
)

/**
 * Keys of messages that are derived from a log, so that they can be derived again at any time. They outlive the messages,
 * which are deleted after a year.
 */
export const outboxKey = pgTable('outbox_key', {
  id: text('id').primaryKey(),
  at: at('at').notNull(),
})

/** Keys that sign receipts; the newest signs, all verify. */
export const signingKey = pgTable('signing_key', {
  keyId: text('key_id').primaryKey(),
  /** base64url, raw 32 bytes */
  publicKey: text('public_key').notNull(),
  /** PKCS#8 PEM */
  privateKey: text('private_key').notNull(),
  since: timestamp('since', { withTimezone: true, mode: 'date' }).notNull(),
})

export * from './schema/limits.ts'
export * from './schema/preparation.ts'
export * from './schema/sentForms.ts'
export * from './schema/trade.ts'
export * from './schema/notifications.ts'
