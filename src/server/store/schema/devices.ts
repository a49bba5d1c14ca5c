import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Devices on which an account has signed in: another one is told to its owner. */
export const signInDevice = pgTable(
  'sign_in_device',
  {
    accountId: text('account_id').notNull(),
    /** By its secret; or, where it brings none, by its network and its `User-Agent`. Hashed. */
    device: text('device').notNull(),
    /** In which language it was used last. */
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    firstAt: at('first_at').notNull(),
    lastAt: at('last_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.device] }), index('sign_in_device_last').on(t.lastAt)],
)

/** Bank details that an account has confirmed, to be submitted next. */
export const bankConfirmation = pgTable('bank_confirmation', {
  accountId: text('account_id').primaryKey(),
  /** SHA-256 (hex) of bank and account. */
  hash: text('hash').notNull(),
  confirmedAt: at('confirmed_at').notNull(),
})
