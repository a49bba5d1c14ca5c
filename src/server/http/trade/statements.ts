import * as calls from '../../../contract/calls/index.ts'
import type { Person } from '../../auth/caller.ts'
import { may, VERIFY_CONTRACTS } from '../../auth/permissions.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { statementLines, statementSums } from '../../store/statements.ts'
import { data, invalid, missing, rows } from '../answer.ts'
import { companyNames } from '../company-names.ts'
import type { Report } from '../reports.ts'
import { signedIn } from '../route.ts'

/** A balance in wire form; it may be negative. */
export const signed = (minor: number): string => {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Refuses a period that ends before it begins. */
export const backwards = () => invalid({ path: 'query.endTime', code: 'too_small' })

/** The company whose statement the caller may read: its own, or with the permission any; `null`: refused. */
export const statementOf = (person: Person, companyId: string | undefined): string | null => {
  const asked = companyId ?? person.companyId
  return asked === person.companyId || may(person, VERIFY_CONTRACTS) ? asked : null
}

/** Statements of a company's contracts. */
export const statementRoutes = ({ db, report }: { readonly db: Db; readonly report: Report }) => ({
  statementInfo: signedIn(
    calls.statementInfo,
    async ({ query: { beginTime, endTime, companyId: asked }, locale, address }, caller) => {
      if (beginTime > endTime) return backwards()
      const companyId = statementOf(caller.person, asked)
      if (companyId === null) return missing()
      const [sums, names] = await Promise.all([
        report(caller, { address }, (reports) => statementSums(reports, { companyId, beginTime, endTime })),
        companyNames(db, [companyId], locale),
      ])
      const companyName = names(companyId)
      if (companyName === null) return missing()
      return data({
        companyName,
        accounts: sums.map((one) => ({ ...one, opening: signed(one.opening), closing: signed(one.closing) })),
      })
    },
  ),

  statementLines: signedIn(calls.statementLines, async ({ query, locale, address }, caller) => {
    const { beginTime, endTime } = query
    if (beginTime > endTime) return backwards()
    const companyId = statementOf(caller.person, query.companyId)
    if (companyId === null) return query.companyId === undefined ? rows([]) : missing()
    const found = await report(caller, { address }, (reports) =>
      statementLines(reports, { companyId, beginTime, endTime }, slice(query)),
    )
    const names = await companyNames(
      db,
      found.rows.map(({ otherCompanyId }) => otherCompanyId),
      locale,
    )
    return rows(
      found.rows.map(({ otherCompanyId, balance, ...line }) => ({
        ...line,
        companyName: names(otherCompanyId),
        balance: signed(balance),
      })),
      found.total,
    )
  }),
})
