import * as z from 'zod'
import { DepositAccount } from '../../contract/calls/site.ts'
import type { Currency } from '../../domain/units.ts'
import type { Db } from '../store/open.ts'
import { readSetting, SITE_SETTING } from '../store/settings.ts'

const Stored = z.object({ depositAccounts: z.array(DepositAccount).default([]) })

/** The platform's accounts for deposits in these currencies, as they are now. */
export async function depositAccounts(
  db: Pick<Db, 'select'>,
  currencies: readonly Currency[],
): Promise<readonly DepositAccount[]> {
  if (currencies.length === 0) return []
  const { value } = await readSetting(db, SITE_SETTING)
  return value === undefined
    ? []
    : Stored.parse(value).depositAccounts.filter(({ currency }) => currencies.includes(currency))
}
