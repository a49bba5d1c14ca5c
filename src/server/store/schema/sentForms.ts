import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Forms that were taken, by the key under which their sender may send them again. */
export const sentForm = pgTable(
  'sent_form',
  {
    accountId: text('account_id').notNull(),
    key: text('key').notNull(),
    /** Of the contract. */
    call: text('call').notNull(),
    /** Id of the record made of the form. */
    result: text('result').notNull(),
    sentAt: at('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('sent_form_sent').on(t.sentAt)],
)
