import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * The use of each allowance, stored as the time at which it will have grown back in full (ms since epoch). Unlogged:
 * after a crash of the database all allowances are full.
 */
export const allowance = pgTable(
  'allowance',
  { key: text('key').primaryKey(), fullAt: bigint('full_at', { mode: 'number' }).notNull() },
  (t) => [index('allowance_full').on(t.fullAt)],
)

/** Failed passwords at one account from one address or device since its last success. Unlogged too. */
export const guess = pgTable(
  'guess',
  {
    key: text('key').primaryKey(),
    failures: integer('failures').notNull(),
    lastAt: bigint('last_at', { mode: 'number' }).notNull(),
  },
  (t) => [index('guess_last').on(t.lastAt)],
)

/** Where the owner of an account signed in before: an address, or a device by the hash of its secret. */
export const knownWay = pgTable(
  'known_way',
  {
    /** In lower case. */
    login: text('login').notNull(),
    way: text('way').notNull(),
    seenAt: bigint('seen_at', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.login, t.way] }),
    index('known_way_way').on(t.way),
    index('known_way_seen').on(t.seenAt),
  ],
)
