import * as calls from '../../../contract/calls/index.ts'
import { CODE } from '../../../contract/codes.ts'
import { TERM_KINDS } from '../../../contract/lot-fields.ts'
import type { Db } from '../../store/open.ts'
import { allTerms, saveTerm } from '../../store/terms.ts'
import { done, fail, refuse, rows } from '../answer.ts'
import { signedIn } from '../route.ts'

/** The vocabulary of lots. */
export const termRoutes = ({ db, forgetTerms }: { readonly db: Db; readonly forgetTerms: () => void }) => ({
  termList: signedIn(calls.termList, async ({ query }) => {
    const terms = await allTerms(db)
    return rows(
      TERM_KINDS.filter((kind) => query.kind === undefined || query.kind === kind).flatMap((kind) =>
        [...(terms.get(kind) ?? [])].map(([code, names]) => ({ kind, code, ...names })),
      ),
    )
  }),

  termSave: signedIn(calls.termSave, async ({ body }) => {
    const saved = await saveTerm(db, body)
    if (saved === 'changed') return fail(CODE.conflict, 'term.changed')
    if (saved === 'taken') return refuse('term.name_taken')
    forgetTerms()
    return done
  }),
})
