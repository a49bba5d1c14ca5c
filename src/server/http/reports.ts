import type { Caller } from '../auth/caller.ts'
import type { Db } from '../store/open.ts'
import type { Work } from '../work/work.ts'
import type { About } from './route.ts'
import { workLineOf } from './work.ts'

/**
 * Runs a read whose cost grows with the years of an exchange: a search, a statement, a late page. One at a time on this
 * node, companies in turn, on connections of their own, so that no number of readers holds up a bid. Rejects as
 * `Work.do`.
 */
export type Report = <T>(
  who: Caller | null,
  about: Pick<About, 'address'>,
  read: (reports: Db) => Promise<T>,
) => Promise<T>

export const openReport =
  (reports: Db, work: Pick<Work, 'do'>): Report =>
  (who, about, read) =>
    work.do('report', { line: workLineOf(who, about) }, () => read(reports))
