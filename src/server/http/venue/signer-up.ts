import type { CompanyId } from '../../../domain/lot.ts'
import { accountById } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import type { NewMail } from '../../store/outbox.ts'
import { findRegistration } from '../../store/registrations.ts'

/** Proven contact of the person who signed a company up: mail, else phone; `null`: none is proven. */
export async function signerUp(
  db: Db,
  timelineId: string,
  companyId: CompanyId,
): Promise<Required<Pick<NewMail, 'recipient' | 'channel'>> | null> {
  const registration = await findRegistration(db, timelineId, companyId)
  const member = registration && (await accountById(db, registration.accountId))
  if (!member) return null
  const { email, emailProvenAt, phone, phoneProvenAt, preferredContact } = member.account
  const mail = email !== null && emailProvenAt !== null ? ({ channel: 'mail', recipient: email } as const) : null
  const sms = phone !== null && phoneProvenAt !== null ? ({ channel: 'sms', recipient: phone } as const) : null
  return preferredContact === 'phone' ? (sms ?? mail) : (mail ?? sms)
}
