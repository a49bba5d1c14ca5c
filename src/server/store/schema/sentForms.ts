import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'

/** Forms that were accepted, by the key under which the sender may repeat them. */
export const sentForm = pgTable(
  'sent_form',
  {
    accountId: text('account_id').notNull(),
    key: text('key').notNull(),
    /** Name of the call in the contract. */
    call: text('call').notNull(),
    /** Id of the record that the form created. */
    result: text('result').notNull(),
    /** SHA-256 of the call and its input; null: of a release that did not keep it. */
    hash: text('hash'),
    sentAt: at('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.key] }), index('sent_form_sent').on(t.sentAt)],
)
