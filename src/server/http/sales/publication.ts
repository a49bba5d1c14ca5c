import type { RoomCommand } from '../../../domain/commands.ts'
import { DEFAULT_RULE } from '../../../domain/rule.ts'
import { saleRulesOf } from '../../content/saleRules.ts'
import { accountById } from '../../store/accounts.ts'
import { lotsOf } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { findSession } from '../../store/schedules.ts'

/** The first event of a sale's log, made from its catalogue; `null`: no such sale. */
export async function publication(
  db: Db,
  timelineId: string,
): Promise<Extract<RoomCommand, { type: 'publish' }> | null> {
  const session = await findSession(db, timelineId)
  if (!session) return null
  const { startTime, signUpDeadline, hostAccountId, rule } = session.timeline
  const [lots, host] = await Promise.all([
    lotsOf(db, timelineId),
    hostAccountId === null ? null : accountById(db, hostAccountId),
  ])
  const sellers = new Map(lots.map(({ sellerCode, sellerCompanyId }) => [sellerCode, sellerCompanyId]))
  return {
    type: 'publish',
    practice: session.schedule.practice,
    // Rules stored before a number was added get its default.
    rule: { ...DEFAULT_RULE, ...rule },
    rulesHash: saleRulesOf(session.timeline).hash,
    startTime,
    signUpDeadline,
    hostCompany: host?.account.companyId ?? null,
    sellers: [...sellers].map(([seller, company]) => ({ seller, company })),
    lots: lots.map((row) => ({
      lot: row.id,
      position: row.position,
      seller: row.sellerCode,
      currency: row.currency,
      unit: row.unit,
      quantity: row.quantity,
      startPrice: row.startPrice,
      addRange: row.addRange,
      deliveryDate: row.deliveryDate,
      reserve: row.reserve,
    })),
  }
}
