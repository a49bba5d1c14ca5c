import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { CompanyId } from '../../../src/domain/lot.ts'
import { minor } from '../../../src/domain/units.ts'
import { company } from '../../../src/server/store/schema.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { makeWorld } from '../../support/world.ts'
import type { WorldSession } from '../../support/world.ts'

interface DepositSale {
  readonly session: WorldSession
  /** The bidders' companies, in the order of their names. */
  readonly companies: readonly CompanyId[]
}

/** A sale that asks for a deposit of 20,000 CNY, with bidders of companies of these names. */
export async function depositSale(store: Store, names: readonly string[]): Promise<DepositSale> {
  const world = { prefix: `${randomUUID()}-`, bidders: names.length, lots: 1, deposit: minor(2_000_000) }
  const [session] = await makeWorld(store, world)
  if (!session) throw new Error('a world has a session')
  const companies = session.bidders.map(({ account }) => account.replace('account', 'company'))
  for (const [at, nameZh] of names.entries())
    await store.db.update(company).set({ nameZh }).where(eq(company.id, companies[at]!))
  return { session, companies }
}
