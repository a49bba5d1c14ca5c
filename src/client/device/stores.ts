import { previousDrafts } from './previous/drafts.ts'
import type { PreviousDatabase } from './previous/databases.ts'

export interface StoreDefinition {
  readonly name: string
  /** `account`: separate for each account, erased at sign-out. `device`: public, shared by all accounts. */
  readonly scope: 'account' | 'device'
  /** Lifetime, counted from the last write of a record. */
  readonly keepDays: number
  /** The store's database in the version before the registry. */
  readonly previous?: PreviousDatabase
}
export type AccountStore = StoreDefinition & { readonly scope: 'account' }
export type SharedStore = StoreDefinition & { readonly scope: 'device' }

export const defineStore = <const D extends StoreDefinition>(definition: D): D => definition

/** All data stored on the device, except pictures and app files, which the service worker caches. */
export const stores = {
  /** `[form]`: the versions of a form's draft. */
  drafts: defineStore({ name: 'drafts', scope: 'account', keepDays: 30, previous: previousDrafts }),
  /** `['item', id]` and `['bytes', id]`: files and forms in the outbox. None is dropped silently, however old. */
  outbox: defineStore({ name: 'outbox', scope: 'account', keepDays: Number.POSITIVE_INFINITY }),
  /** `[scheduleTimelineId, bidKey]`: bids without a verdict. None is dropped silently, however old. */
  bids: defineStore({
    name: 'bids',
    scope: 'account',
    keepDays: Number.POSITIVE_INFINITY,
    previous: { database: 'venue-pending', objects: 'keys', keys: 'array', importing: 'firstRead' },
  }),
  /** `[scheduleTimelineId, seq, hash]`: after a restore two entries may have one place. A receipt is the bidder's evidence: it stays until the account signs out. */
  receipts: defineStore({
    name: 'receipts',
    scope: 'account',
    keepDays: Number.POSITIVE_INFINITY,
    previous: { database: 'venue-receipts', objects: 'receipts', keys: 'array', importing: 'firstRead' },
  }),
  /** `[scheduleTimelineId]`: the room's last known state. */
  rooms: defineStore({
    name: 'rooms',
    scope: 'account',
    keepDays: 7,
    previous: { database: 'venue-states', objects: 'states', keys: 'array', importing: 'idle' },
  }),
  /** `[locale, scheduleTimelineId, 'head' | 'lots N']`: downloaded catalogues. */
  downloads: defineStore({
    name: 'downloads',
    scope: 'account',
    keepDays: 30,
    previous: { database: 'taken', objects: 'catalogues', keys: 'joined', importing: 'idle' },
  }),
  /** `[path]`: downloaded documents. */
  files: defineStore({ name: 'files', scope: 'account', keepDays: 365 }),
  /** `[locale, question]`: answers of the server, for reading offline. */
  answers: defineStore({
    name: 'answers',
    scope: 'account',
    keepDays: 30,
    previous: { database: 'remembered', objects: 'answers', keys: 'joined', importing: 'idle' },
  }),
} as const
