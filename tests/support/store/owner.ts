import { connect } from '../../../src/server/store/connections.ts'
import { OWNER } from '../../../src/server/store/embedded/access.ts'
import type { Store } from '../../../src/server/store/open.ts'

/** Runs statements as the owner of the tables: the role that serves may not change what happened. */
export async function asOwner({ address }: Pick<Store, 'address'>, ...statements: readonly string[]): Promise<void> {
  const client = await connect({ ...address, user: OWNER }, 'test')
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
