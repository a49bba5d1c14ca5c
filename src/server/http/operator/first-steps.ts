import { sql } from 'drizzle-orm'
import { FIRST_STEPS } from '../../../contract/calls/firstSteps.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { Db } from '../../store/open.ts'
import { account, company, lot, schedule, sessionHead, timeline } from '../../store/schema.ts'
import { data } from '../answer.ts'
import { signedIn } from '../route.ts'
import type { Site } from '../site/site.ts'

interface Needs {
  readonly db: Db
  readonly site: Pick<Site, 'read'>
}

type Facts = Record<Exclude<(typeof FIRST_STEPS)[number], 'settings'>, boolean>

/** Practice sessions do not count. */
const REAL = sql`${timeline.scheduleId} = ${schedule.id} AND NOT ${schedule.practice}`

/** The steps to the first sale, and which are done. */
export const firstStepRoutes = ({ db, site }: Needs) => ({
  firstSteps: signedIn(calls.firstSteps, async () => {
    const [{ phone, copyright, licences }, { rows }] = await Promise.all([
      site.read(),
      db.execute<Facts>(sql`SELECT
        EXISTS (SELECT FROM ${account} WHERE 'host' = ANY (${account.roles}) AND ${account.status} <> 0 AND NOT ${account.robot}) AS host,
        EXISTS (SELECT FROM ${account} JOIN ${company} ON ${company.id} = ${account.companyId}
          WHERE 'seller' = ANY (${account.roles}) AND ${account.status} = 4 AND NOT ${account.robot}) AS seller,
        EXISTS (SELECT FROM ${schedule} WHERE NOT ${schedule.practice}) AS schedule,
        EXISTS (SELECT FROM ${timeline}, ${schedule} WHERE ${REAL}) AS session,
        EXISTS (SELECT FROM ${lot}, ${timeline}, ${schedule} WHERE ${lot.timelineId} = ${timeline.id} AND ${REAL}) AS lots,
        EXISTS (SELECT FROM ${sessionHead}, ${timeline}, ${schedule}
          WHERE ${sessionHead.timelineId} = ${timeline.id} AND ${sessionHead.phase} > 1 AND ${REAL}) AS published`),
    ])
    const [facts] = rows
    if (!facts) throw new Error('the database answered with no row')
    const known = phone !== '' && copyright.zh !== '' && copyright.en !== '' && licences.length > 0
    return data({
      steps: FIRST_STEPS.map((step) => ({ step, done: step === 'settings' ? known : facts[step] })),
    })
  }),
})
