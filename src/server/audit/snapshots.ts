import { hash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AuditSubject, Names } from '../../contract/audit.ts'
import type { Instant } from '../../domain/units.ts'
import type { Rooms } from '../ports.ts'
import { accountById, accountByLogin } from '../store/accounts.ts'
import type { Company, Member } from '../store/accounts.ts'
import { applicationById } from '../store/certifications.ts'
import { contractById } from '../store/contracts.ts'
import type { Db } from '../store/open.ts'
import { findSession } from '../store/schedules.ts'
import { banner, document, lot, lotDraft, news, role, schedule, setting, term } from '../store/schema.ts'

/** The state of a subject: its id, its name, and the fields that the trail compares before and after an act. */
export interface Snapshot {
  readonly id: string
  readonly name: Names | null
  readonly stands: Readonly<Record<string, unknown>>
}

interface Needs {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'state'>
}
type Read = (id: string, timelineId: string | null) => Promise<Snapshot | null>

/** Reads a subject's state. Never contains passwords, tokens, codes, reserves, ceilings or whole bank accounts. */
export function snapshotsOf({ db, rooms }: Needs): Readonly<Record<AuditSubject, Read>> {
  return {
    account: async (id) => {
      const member = (await accountById(db, id)) ?? (await accountByLogin(db, id))
      return member && accountOf(member)
    },
    certification: async (id) => {
      const found = await applicationById(db, id)
      if (!found) return null
      const { certification, applicant } = found
      return {
        id,
        name: both(`${certification.companyName} (${applicant.login})`),
        stands: { state: certification.state, accountStatus: applicant.status, company: applicant.companyId },
      }
    },
    company: async (accountId) => {
      const member = await accountById(db, accountId)
      if (!member) return null
      return member.company
        ? companyOf(member.company, member)
        : { ...accountOf(member), name: both(member.account.companyName ?? member.account.login) }
    },
    schedule: async (id) => {
      const [row] = await db.select().from(schedule).where(eq(schedule.id, id))
      if (!row) return null
      const { nameZh, nameEn, venueZh, venueEn, version } = row
      return { id, name: { zh: nameZh, en: nameEn }, stands: { nameZh, nameEn, venueZh, venueEn, version } }
    },
    session: async (id) => {
      const [session, state] = await Promise.all([findSession(db, id), rooms.state(id)])
      if (!session) return null
      const { nameZh: zh, nameEn: en } = session.schedule
      const {
        startTime,
        signUpDeadline,
        hostAccountId,
        rule,
        reservePolicy,
        deposits,
        depositFactor,
        depositHours,
        lotCount,
        version,
      } = session.timeline
      return {
        id,
        name: { zh, en },
        stands: state
          ? {
              phase: state.phase,
              stage: state.stage,
              round: state.round,
              closed: state.closure !== null,
              startTime: new Date(state.startTime).toISOString(),
              signUpDeadline: new Date(state.signUpDeadline).toISOString(),
              cancelled: state.cancelled !== null,
              stageEndsAt: state.stageEndsAt === null ? null : new Date(state.stageEndsAt).toISOString(),
            }
          : {
              startTime: new Date(startTime).toISOString(),
              signUpDeadline: new Date(signUpDeadline).toISOString(),
              host: hostAccountId,
              rule,
              reservePolicy,
              deposits,
              depositFactor,
              depositHours,
              lots: lotCount,
              version,
            },
      }
    },
    lot: async (id, timelineId) => {
      const [[row], state] = await Promise.all([
        db.select({ zh: lot.nameZh, en: lot.nameEn }).from(lot).where(eq(lot.id, id)),
        timelineId === null ? null : rooms.state(timelineId),
      ])
      const now = state?.lots.get(id)
      return {
        id,
        name: row ?? null,
        stands: now
          ? {
              status: now.status,
              startPrice: now.startPrice,
              deliveryDate: now.deliveryDate,
              leading: now.leading && { number: now.leading.number, price: now.leading.price },
            }
          : {},
      }
    },
    lotDraft: async (id) => {
      const [row] = await db.select().from(lotDraft).where(eq(lotDraft.id, id))
      if (!row) return null
      const { content, state, version, timelineId } = row
      const { nameZh: zh, nameEn: en, species, quantity, unit, currency, startPrice, addRange, deliveryDate } = content
      return {
        id,
        name: { zh, en },
        stands: {
          state,
          version,
          session: timelineId,
          name: zh,
          species,
          quantity,
          unit,
          currency,
          startPrice,
          addRange,
          deliveryDate,
          pictures: content.pictures.length,
          papers: content.papers.length,
        },
      }
    },
    term: async (code) => {
      const rows = await db.select().from(term).where(eq(term.code, code))
      return {
        id: code,
        name: null,
        stands: Object.fromEntries(rows.map(({ kind, zh, en }) => [kind, `${zh} · ${en}`])),
      }
    },
    article: async (id) => {
      const [row] = await db.select().from(news).where(eq(news.id, id))
      if (!row) return null
      const { id: _, publishedAt, bodyZh, bodyEn, ...stands } = row
      return {
        id,
        name: { zh: row.titleZh, en: row.titleEn },
        stands: { ...stands, publishedTime: new Date(publishedAt).toISOString(), ...textsOf({ bodyZh, bodyEn }) },
      }
    },
    role: async (id) => {
      const [row] = await db.select().from(role).where(eq(role.code, id))
      if (!row) return null
      const { nameZh, nameEn, permissions, version } = row
      return { id, name: { zh: nameZh, en: nameEn }, stands: { nameZh, nameEn, permissions, version } }
    },
    document: async (id) => {
      const [row] = await db.select().from(document).where(eq(document.name, id))
      if (!row) return null
      const { titleZh, titleEn, summaryZh, summaryEn, bodyZh, bodyEn, version } = row
      return {
        id,
        name: { zh: titleZh, en: titleEn },
        stands: { titleZh, titleEn, summaryZh, summaryEn, version, ...textsOf({ bodyZh, bodyEn }) },
      }
    },
    banner: async (id) => {
      const [row] = await db.select().from(banner).where(eq(banner.id, id))
      if (!row) return null
      const { id: _, shownFrom, shownUntil, changedAt: __, ...stands } = row
      const moment = (at: Instant | null) => (at === null ? null : new Date(at).toISOString())
      return {
        id,
        name: { zh: row.titleZh, en: row.titleEn },
        stands: { ...stands, shownFrom: moment(shownFrom), shownUntil: moment(shownUntil) },
      }
    },
    contract: async (id) => {
      const row = await contractById(db, id)
      return (
        row && {
          id,
          name: both(row.contractNo),
          stands: { status: row.status, version: row.version, hash: row.hash, amount: row.amount, lots: row.lotCount },
        }
      )
    },
    settings: async () => {
      const [row] = await db.select({ value: setting.value }).from(setting).where(eq(setting.name, 'site'))
      return { id: 'site', name: null, stands: { ...(typeof row?.value === 'object' && row.value) } }
    },
  }
}

/** Length and hash of each text; the versions themselves are stored elsewhere. */
const textsOf = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, `${text.length} · ${hash('sha256', text).slice(0, 16)}`]),
  )

const both = (name: string): Names => ({ zh: name, en: name })

const accountOf = ({ account }: Member): Snapshot => ({
  id: account.id,
  name: both(`${account.login} · ${account.name}`),
  stands: {
    status: account.status,
    company: account.companyId,
    roles: account.roles,
    permissions: account.permissions,
    phoneProven: account.phoneProvenAt !== null,
    emailProven: account.emailProvenAt !== null,
    profile: account.profileAt !== null,
    secondFactor: account.secondFactorAt !== null,
  },
})

const companyOf = (company: Company, { account }: Member): Snapshot => ({
  id: company.id,
  name: { zh: company.nameZh, en: company.nameEn },
  stands: {
    accountStatus: account.status,
    creditCode: company.creditCode,
    bankAccount: company.bankAccount && `…${company.bankAccount.slice(-4)}`,
    agreement: company.agreementStatus,
  },
})

/** The fields that differ, with their values before and after. */
export function difference(
  before: Snapshot | null,
  after: Snapshot | null,
): Record<'before' | 'after', Record<string, unknown>> {
  const changed = Object.keys({ ...before?.stands, ...after?.stands }).filter(
    (key) => JSON.stringify(before?.stands[key]) !== JSON.stringify(after?.stands[key]),
  )
  const of = (stands: Snapshot['stands'] = {}) =>
    Object.fromEntries(changed.filter((key) => stands[key] !== undefined).map((key) => [key, stands[key]]))
  return { before: of(before?.stands), after: of(after?.stands) }
}
