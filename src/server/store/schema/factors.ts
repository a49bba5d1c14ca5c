import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** WebAuthn credentials. */
export const passkey = pgTable(
  'passkey',
  {
    /** base64url, as the authenticator named it. */
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    /** base64url */
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports').array().notNull(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('passkey_account').on(t.accountId)],
)

/** The secret shared with an authenticator app, sealed (`server/secrets`). */
export const authenticator = pgTable('authenticator', {
  accountId: text('account_id').primaryKey(),
  secret: text('secret').notNull(),
  createdAt: at('created_at').notNull(),
  /** `null`: not yet confirmed by a code, so not in force. */
  confirmedAt: at('confirmed_at'),
  /** Time step of the last code, so that each code is valid once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Recent time steps whose code was right by a wrong clock: answered with the clock's fault, so not valid any more. */
  toldSteps: bigint('told_steps', { mode: 'number' })
    .array()
    .notNull()
    .default(sql`'{}'`),
})

/** Recovery codes, for a lost device. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    accountId: text('account_id').notNull(),
    position: integer('position').notNull(),
    /** argon2id */
    hash: text('hash').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.position] })],
)

/** A passkey challenge, valid once. */
export const passkeyChallenge = pgTable(
  'passkey_challenge',
  {
    challenge: text('challenge').primaryKey(),
    /** The account of a new passkey; `null`: a sign-in, whose account is not known yet. */
    accountId: text('account_id'),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('passkey_challenge_expires').on(t.expiresAt)],
)
