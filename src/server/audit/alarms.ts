import { LOCALES } from '../../contract/constants.ts'
import { AUDIT } from '../../contract/audit.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { networkOf } from '../auth/network.ts'
import { translator } from '../i18n.ts'
import type { Clock } from '../ports.ts'
import { Counter } from '../room/metrics.ts'
import { operators } from '../store/accounts.ts'
import { actedBefore, refusedSince } from '../store/audit.ts'
import type { NewAuditRow } from '../store/audit.ts'
import type { Db } from '../store/open.ts'
import { putMails } from '../store/outbox.ts'
import type { Refusals } from './refusals.ts'

const HOUR_MS = 3_600_000
/** More refused sign-ins than this within this time are not typing errors. */
export const BURST = { most: 30, withinMs: 5 * 60_000 } as const
/** Refusals of one act for one reason by one actor, within a minute, that no person causes by hand. */
export const FLOOD = 120

const texts = {
  signIns: {
    subject: /*i18n*/ { id: 'alarm.signIns.subject', message: 'Alarm: many refused sign-ins' },
    body: /*i18n*/ {
      id: 'alarm.signIns.body',
      message:
        '{count} sign-ins were refused within 5 minutes. Somebody may be guessing passwords.\n\nThe audit trail lists them with their addresses.',
    },
  },
  refusals: {
    subject: /*i18n*/ { id: 'alarm.refusals.subject', message: 'Alarm: many refused calls by one caller' },
    body: /*i18n*/ {
      id: 'alarm.refusals.body',
      message:
        'Within a minute {count} calls of one kind ({act}) by one caller were refused.\n\nAccount: {login}\nAddress: {address}\n\nA program may be trying out rights. The audit trail has one line for each minute, with the number of calls.',
    },
  },
  messages: {
    subject: /*i18n*/ { id: 'alarm.messages.subject', message: 'Alarm: the hourly budget of messages is used up' },
    body: /*i18n*/ {
      id: 'alarm.messages.body',
      message:
        'So many mails and short messages with codes went out this hour that no more are sent until the next one. Somebody may be asking for codes in bulk.',
    },
  },
  operatorDevice: {
    subject: /*i18n*/ { id: 'alarm.operatorDevice.subject', message: 'Alarm: an operator signed in from a new device' },
    body: /*i18n*/ {
      id: 'alarm.operatorDevice.body',
      message:
        '“{login}” has signed in from a device that was not seen with this account before.\n\nAddress: {address}\nDevice: {device}\n\nIf nobody of yours did that, change the password and end the sign-ins of this account at once.',
    },
  },
} as const
export type Alarm = keyof typeof texts

export interface Alarms {
  /** Counts the alarm and mails the operators: once an hour for each `about`, on whichever node it is raised. */
  raise(alarm: Alarm, gaps?: Readonly<Record<string, string>>, about?: string): Promise<void>
  /** Judges a line of the trail before it is written; `held` counts refusals of acts that are not written yet. */
  watch(row: NewAuditRow, held: Refusals['held']): Promise<void>
  /** Judges a line that stands for the refusals of a minute. */
  watchFolded(row: NewAuditRow): Promise<void>
  readonly metrics: readonly [Counter]
}

const SIGN_INS = Object.entries(AUDIT).flatMap(([name, rule]) => ('opens' in rule && rule.opens ? [name] : []))

interface Needs {
  readonly db: Db
  readonly clock: Clock
  /** Called when a mail was added to the outbox. */
  readonly put: () => void
}

export function openAlarms({ db, clock, put }: Needs): Alarms {
  const raised = new Counter('alarms_total', 'Alarms raised on this node, by what they are about.', 'alarm')
  const raise: Alarms['raise'] = async (alarm, gaps = {}, about = '') => {
    raised.add(1, alarm)
    const now = clock.now()
    const { subject, body } = texts[alarm]
    const inEach = (text: typeof subject | typeof body, between: string) =>
      LOCALES.map((locale) => translator(locale)(text, gaps)).join(between)
    const mail = { subject: inEach(subject, ' · '), body: inEach(body, '\n\n———\n\n') }
    await putMails(
      db,
      (await operators(db)).flatMap(({ id, email }) =>
        email === null ? [] : [{ ...mail, id: `alarm:${alarm}:${about}:${hourOf(now)}:${id}`, recipient: email }],
      ),
      now,
    )
    put()
  }
  return {
    raise,
    async watch({ act, outcome, actorId, actorLogin, device, address, at }, held) {
      if (!SIGN_INS.includes(act)) return
      if (outcome === 'refused') {
        // The current refusal is not recorded yet.
        const count = (await refusedSince(db, SIGN_INS, later(at, -BURST.withinMs))) + held(SIGN_INS) + 1
        if (count >= BURST.most) await raise('signIns', { count: String(count) })
        return
      }
      if (outcome !== 'done' || typeof actorId !== 'string' || !(await isOperatorId(db, actorId))) return
      if (await actedBefore(db, actorId, SIGN_INS, device)) return
      await raise('operatorDevice', { login: actorLogin ?? actorId, address, device: device || '–' }, actorId)
    },
    async watchFolded({ times = 1, act, actorId, actorLogin, address }) {
      if (times < FLOOD) return
      const about = `${actorId ?? networkOf(address).nearest}:${act}`
      await raise('refusals', { count: String(times), act, login: actorLogin ?? '–', address }, about)
    },
    metrics: [raised],
  }
}

const hourOf = (now: Instant): number => Math.floor(now / HOUR_MS)

const isOperatorId = async (db: Db, id: string): Promise<boolean> =>
  (await operators(db)).some((operator) => operator.id === id)
