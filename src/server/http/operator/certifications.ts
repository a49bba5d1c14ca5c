import type { Locale } from '../../../contract/constants.ts'
import * as calls from '../../../contract/calls/index.ts'
import { lapseDeparted } from '../../company/rooms.ts'
import { approve, refuseApplication } from '../../company/review.ts'
import type { Decided } from '../../company/review.ts'
import type { AnyReason } from '../../../contract/codes.ts'
import type { Rooms } from '../../ports.ts'
import type { Account } from '../../store/accounts.ts'
import { applicationById, listApplications, sharedWith } from '../../store/certifications.ts'
import type { Application } from '../../store/certifications.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { data, done, missing, refuse, rows } from '../answer.ts'
import type { Done, Failure } from '../answer.ts'
import { certificationOf } from '../company/routes.ts'
import { signedIn } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'expel' | 'give' | 'state'>
  readonly newId: () => string
}

/** The operator's review of certifications. */
export function certificationRoutes({ db, rooms, newId }: Needs) {
  const answerTo = answering(db, rooms)
  return {
    certificationList: signedIn(calls.certificationList, async ({ query }) => {
      const { state, keyword } = query
      const found = await listApplications(db, { ...slice(query), state, keyword })
      return rows(found.rows.map(rowOf), found.total)
    }),

    certificationInfo: signedIn(calls.certificationInfo, async ({ params, locale }) => {
      const found = await applicationById(db, params.certificationId)
      if (!found) return missing()
      const { form } = found.certification
      const shared = await sharedWith(db, form, found.applicant.companyId)
      return data({
        ...rowOf(found),
        form,
        shares: shared.flatMap(({ company, what }) =>
          what.map((one) => ({ companyId: company.id, name: nameIn(company, locale), what: one })),
        ),
      })
    }),

    certificationApprove: signedIn(calls.certificationApprove, async ({ body, at }, { person }) =>
      answerTo(await approve(db, { certificationId: body.certificationId, by: person, at }, newId)),
    ),

    certificationRefuse: signedIn(calls.certificationRefuse, async ({ body, at }, { person }) =>
      answerTo(await refuseApplication(db, { certificationId: body.certificationId, by: person, at }, body.reason)),
    ),
  }
}

/** A person who moved to another company is removed from rooms entered for the previous one; its ceilings there lapse. */
const answering =
  (db: Db, rooms: Pick<Rooms, 'expel' | 'give' | 'state'>) =>
  async (decided: Decided | AnyReason): Promise<Done | Failure> => {
    if (typeof decided === 'string') return decided === 'resource.not_found' ? missing() : refuse(decided)
    if (decided.movedFrom === null) return done
    await rooms.expel(decided.applicant, 'moved')
    await lapseDeparted({ db, rooms })
    return done
  }

const nameIn = ({ nameZh, nameEn }: { readonly nameZh: string; readonly nameEn: string }, locale: Locale): string =>
  locale === 'zh' ? nameZh : nameEn

const rowOf = ({ certification, applicant }: Application) => ({
  ...certificationOf(certification),
  applicant: applicantOf(applicant),
  companyName: certification.companyName,
  country: certification.form.country,
  creditCode: certification.creditCode,
})

export const applicantOf = ({ id, login, name, phone, email }: Account) => ({
  userId: id,
  account: login,
  name,
  phone,
  email,
})
