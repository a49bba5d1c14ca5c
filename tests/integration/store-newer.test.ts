import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { quiet } from '../../src/server/logger.ts'
import { connect } from '../../src/server/store/connections.ts'
import { openEmbedded } from '../../src/server/store/embedded/index.ts'
import { migrate } from '../../src/server/store/migrate.ts'
import { temporaryStore } from '../support/store/temporary.ts'

test('a node refuses a schema that is newer than its own, and takes its own again (build 1)', async () => {
  const store = await temporaryStore()
  const embedded = await openEmbedded(store.dataDir, quiet)
  const client = await connect(embedded.owner, 'start')
  const db = drizzle(client)
  try {
    await migrate(client)
    const later = Date.now() + 365 * 86_400_000
    await db.execute(
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of a newer version', ${later})`,
    )
    await expect(migrate(client)).rejects.toThrow(/migrated by a newer version/)
    await db.execute(sql`DELETE FROM drizzle.__drizzle_migrations WHERE hash = 'of a newer version'`)
    await migrate(client)
  } finally {
    await client.end()
    await embedded.close()
    await store.close()
  }
})
