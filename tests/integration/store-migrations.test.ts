import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../src/server/store/migrate.ts'

// drizzle-kit takes paths below the project only.
const copy = mkdtempSync('node_modules/.migrations-')
afterAll(() => rmSync(copy, { recursive: true }))

function generate(schema: string): string {
  const args = [
    'node_modules/drizzle-kit/bin.cjs',
    'generate',
    '--dialect',
    'postgresql',
    '--schema',
    schema,
    '--out',
    relative('.', copy),
  ]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout
}
const steps = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.sql'))

test('the migrations make what the schema says: generating again yields nothing new', () => {
  cpSync(MIGRATIONS, copy, { recursive: true })
  expect(generate('src/server/store/schema.ts')).toMatch(/No schema changes/)
  expect(steps(copy)).toEqual(steps(MIGRATIONS))
})

test('every step of the journal is there, and no other', () => {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  expect(steps(MIGRATIONS)).toEqual(journal.entries.map(({ tag }) => `${tag}.sql`))
})
