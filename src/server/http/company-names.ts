import type { Locale } from '../../contract/constants.ts'
import type { CompanyId } from '../../domain/lot.ts'
import { accountsById, companiesById } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'

/** Names of companies. In a practice session a person may bid alone: `person:<account>`. */
export async function companyNames(
  db: Db,
  ids: readonly (CompanyId | null)[],
  locale: Locale,
): Promise<(id: CompanyId | null) => string | null> {
  const all = [...new Set(ids)].filter((id) => id !== null)
  const persons = all.flatMap((id) => personIn(id) ?? [])
  const [companies, members] = await Promise.all([
    all.length > 0 ? companiesById(db, all) : [],
    persons.length > 0 ? accountsById(db, persons) : [],
  ])
  const names = new Map<string, string>([
    ...companies.map(({ id, nameZh, nameEn }) => [id, locale === 'zh' ? nameZh : nameEn] as const),
    ...members.map(({ account }) => [`person:${account.id}`, account.name] as const),
  ])
  return (id) => (id === null ? null : (names.get(id) ?? null))
}

const personIn = (id: CompanyId): string | null => (id.startsWith('person:') ? id.slice('person:'.length) : null)
