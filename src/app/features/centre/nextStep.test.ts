import { expect, it } from 'vitest'
import type { User } from '../../lib/user.ts'
import { nextStepOf } from './nextStep.ts'
import type { SignUp } from './signUps/entry.ts'

const now = Date.parse('2026-11-24T06:00:00.000Z')
const user: User = {
  userId: 'u1',
  account: 'buyer1',
  name: '沈国强',
  appellationName: null,
  company: { companyId: 'c1', name: '湖州恒森地板有限公司', country: 'CN' },
  status: 4,
  agreementStatus: 1,
  roles: ['buyer'],
  permissions: [],
}
const signUp = (id: string, state: SignUp['state'], startTime: string): SignUp => ({
  scheduleTimelineId: id,
  scheduleName: id,
  venue: '',
  practice: false,
  startTime,
  signUpDeadline: startTime,
  state,
  biddingNumber: 7,
  identityType: 1,
  registrationTime: startTime,
  lotCount: 3,
  pinTries: null,
})
const running = signUp('running', 4, '2026-11-24T05:00:00.000Z')
const open = signUp('open', 3, '2026-11-24T07:00:00.000Z')
const later = signUp('later', 2, '2026-11-30T07:00:00.000Z')
const nothing = { user, waiting: 0, unsigned: 0, signUps: [] }

it('the company’s papers come before everything, and have a card of their own', () =>
  expect(nextStepOf({ ...nothing, user: { ...user, status: 2 }, waiting: 3 }, now)).toBeNull())
it('a sale that runs cannot wait for a contract', () =>
  expect(nextStepOf({ ...nothing, waiting: 1, signUps: [later, running] }, now)).toEqual({
    kind: 'enter',
    signUp: running,
  }))
it('a contract to sign, then lots without one, then doors that are open, then the nearest sale', () => {
  const signUps = [later, open]
  expect(nextStepOf({ ...nothing, waiting: 2, unsigned: 1, signUps }, now)).toEqual({ kind: 'contracts', count: 2 })
  expect(nextStepOf({ ...nothing, unsigned: 1, signUps }, now)).toEqual({ kind: 'unsigned', count: 1 })
  expect(nextStepOf({ ...nothing, signUps }, now)).toEqual({ kind: 'enter', signUp: open })
  expect(nextStepOf({ ...nothing, signUps: [later] }, now)).toEqual({ kind: 'await', signUp: later })
})
it('without any of them, the sales', () => expect(nextStepOf(nothing, now)).toEqual({ kind: 'sales' }))
it('a practice sale, one that is over and one without admission are no next step', () =>
  expect(
    nextStepOf(
      {
        ...nothing,
        signUps: [
          { ...running, practice: true },
          { ...running, state: 5 },
          { ...open, identityType: 0 },
        ],
      },
      now,
    ),
  ).toEqual({ kind: 'sales' }))
