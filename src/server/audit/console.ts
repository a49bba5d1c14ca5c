import { randomUUID } from 'node:crypto'
import { hostname, userInfo } from 'node:os'
import { instant } from '../../domain/units.ts'
import type { NewAuditRow } from '../store/audit.ts'

/** The line of a command that was given at the server itself: its actor is a user of the machine. */
export const consoleLine = (act: string, subject: string | null): NewAuditRow => {
  const { username } = userInfo()
  return {
    at: instant(Date.now()),
    requestId: randomUUID(),
    act,
    outcome: 'done',
    reason: null,
    actorId: null,
    actorLogin: username,
    actorName: null,
    actorAs: 'console',
    subjectKind: subject === null ? null : 'account',
    subjectId: subject,
    subjectName: subject === null ? null : { zh: subject, en: subject },
    timelineId: null,
    address: hostname(),
    device: '',
    asked: {},
    before: {},
    after: {},
    once: null,
  }
}
