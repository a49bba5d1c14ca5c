import { COMPANY_AGREEMENT } from '../../contract/agreement.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from '../store/open.ts'
import { document, term } from '../store/schema.ts'
import { TERMS } from './terms.ts'
import { bothOf } from './written.ts'

/** Documents of every installation, in reading order. */
const DOCUMENTS = {
  rule: ['rules', 'service', 'privacy'],
  agreement: [COMPANY_AGREEMENT],
  help: ['help-certification', 'help-bidding', 'help-ceilings', 'help-weak-links', 'help-receipts'],
} as const

/** Adds missing documents. Texts edited by the operator are kept. */
export async function seedDocuments(db: Db, now: Instant): Promise<void> {
  const rows = Object.entries(DOCUMENTS).flatMap(([kind, names]) =>
    names.map((name, position) => ({ name, kind, position, changedAt: now, ...bothOf(name) })),
  )
  await db.insert(document).values(rows).onConflictDoNothing()
}

/** Adds missing terms. Names changed by the operator are kept. */
export async function seedTerms(db: Db): Promise<void> {
  const rows = Object.entries(TERMS).flatMap(([kind, table]) =>
    Object.entries(table).map(([code, [zh, en]]) => ({ kind, code, zh, en })),
  )
  await db.insert(term).values(rows).onConflictDoNothing()
}
