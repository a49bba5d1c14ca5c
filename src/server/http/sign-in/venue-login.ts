import type * as z from 'zod'
import type { Locale } from '../../../contract/constants.ts'
import { normalPhone } from '../../../contract/contacts.ts'
import type * as calls from '../../../contract/calls/index.ts'
import type { Brought } from '../../factors/factors.ts'
import { enterSession } from '../../auth/entry.ts'
import type { Entry, EntryNeeds } from '../../auth/entry.ts'
import { openSessions } from '../../store/schedules.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import { data, refuse } from '../answer.ts'
import type { Answer, Failure } from '../answer.ts'
import type { About } from '../route.ts'
import { signIn } from './sign-in.ts'
import type { SignedIn, SignInNeeds } from './sign-in.ts'

type Call = typeof calls.venueLogin
type Entered = NonNullable<z.output<Call['data']>['entered']>

type Here = Brought & Pick<About, 'locale' | 'address' | 'device'>

interface VenueLoginNeeds extends SignInNeeds {
  readonly entry: EntryNeeds
  readonly admit: (
    who: SignedIn,
    timelineId: string,
    entered: Entry,
    about: Here,
  ) => Promise<Omit<Entered, 'scheduleTimelineId'> | Failure>
}
interface Open {
  readonly session: SessionOfSchedule
  readonly entered: Entry
}

/**
 * By account, password and the account's phone: enters the person's one open session, or offers the choice. Practice is
 * excluded.
 */
export async function venueLogin(
  needs: VenueLoginNeeds,
  { account, password, phone }: z.output<Call['body']>,
  about: Here,
): Promise<Answer<Call>> {
  const given = normalPhone(phone)
  const who = await signIn(
    needs,
    account,
    password,
    about,
    (member) => member.account.phone !== null && normalPhone(member.account.phone) === given,
  )
  if (who.kind === 'failed') return who

  const { person } = who
  const { at, locale } = about
  const open: Open[] = []
  for (const session of await openSessions(needs.db)) {
    const entered = await enterSession(needs.entry, person, session.timeline.id, at)
    if (entered.kind === 'entry') open.push({ session, entered })
    // A suspension is the same for every session, and tells more than "no session is open".
    else if (entered.reason === 'auth.account_suspended') return entered
  }
  const [first, ...others] = open
  if (!first) return refuse('venue.no_session')
  if (others.length > 0) return data({ entered: null, choice: open.map(({ session }) => doorOf(session, locale)) })
  const { timeline } = first.session
  const admitted = await needs.admit(who, timeline.id, first.entered, about)
  return 'kind' in admitted ? admitted : data({ entered: { ...admitted, scheduleTimelineId: timeline.id }, choice: [] })
}

const doorOf = ({ timeline, schedule, head }: SessionOfSchedule, locale: Locale) => ({
  scheduleTimelineId: timeline.id,
  scheduleName: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
  startTime: timeline.startTime,
  state: head?.phase ?? 1,
})
