import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../src/server/store/connections.ts'
import { migrate, MIGRATIONS } from '../../src/server/store/migrate.ts'
import type { Store } from '../../src/server/store/open.ts'
import { temporaryFolder, temporaryStore } from '../support/store/temporary.ts'

let store: Store
const folder = temporaryFolder()
const clients: Client[] = []
beforeAll(async () => {
  store = await temporaryStore()
  cpSync(MIGRATIONS, folder.path, { recursive: true })
})
afterAll(async () => {
  for (const client of clients) await client.end()
  await store.close()
  rmSync(folder.path, { recursive: true })
})

async function opened(): Promise<Client> {
  const client = await connect(store.owner, 'test')
  clients.push(client)
  return client
}

/** Adds a migration to the folder, as the next release has it. */
function release(tag: string, statement: string): void {
  const path = join(folder.path, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] }
  const last = journal.entries.at(-1)
  if (!last) throw new Error('an empty journal')
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  writeFileSync(path, JSON.stringify(journal))
  writeFileSync(join(folder.path, `${tag}.sql`), statement)
}

test('a migration behind a long reader does not hold up a running node', async () => {
  release('9000_column', 'ALTER TABLE "timeline" ADD COLUMN "of_the_test" integer;')
  const [reader, node, starting] = [await opened(), await opened(), await opened()]
  await reader.query('BEGIN; SELECT count(*) FROM timeline')
  let tries = 0
  const migrating = migrate(starting, { folder: folder.path, onLocked: () => (tries += 1) })
  // The reader ends after the node's: a node that waited for the migration would wait here for good.
  while (tries < 3) {
    await node.query('SELECT count(*) FROM timeline')
    await wait(20)
  }
  await reader.query('COMMIT')
  await migrating
  expect((await node.query('SELECT of_the_test FROM timeline')).rows).toEqual([])
})

test('an index is built concurrently while writers hold the table and a second node waits for its turn', async () => {
  release('9001_index', 'CREATE INDEX CONCURRENTLY "index_of_the_test" ON "lot" ("position");')
  const [writer, first, second] = [await opened(), await opened(), await opened()]
  // As a broken try leaves it: there, but not what it should be.
  await first.query('CREATE INDEX index_of_the_test ON lot (id)')
  await writer.query('BEGIN; LOCK TABLE lot IN ROW EXCLUSIVE MODE')
  const ended = wait(1_500).then(() => writer.query('COMMIT'))
  await Promise.all([migrate(first, { folder: folder.path }), migrate(second, { folder: folder.path }), ended])
  const { rows } = await first.query<{ valid: boolean; text: string }>(
    `SELECT indisvalid AS valid, pg_get_indexdef(indexrelid) AS text FROM pg_index WHERE indexrelid = 'index_of_the_test'::regclass`,
  )
  expect(rows).toEqual([{ valid: true, text: expect.stringMatching(/\("?position"?\)/) as string }])
})

test('CONCURRENTLY beside other statements is refused', async () => {
  release(
    '9002_mixed',
    'ALTER TABLE "lot" ADD COLUMN "mixed" text;\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY "mixed" ON "lot" ("mixed");',
  )
  await expect(migrate(await opened(), { folder: folder.path })).rejects.toThrow(/a migration of its own/)
})
