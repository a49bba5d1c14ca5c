import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/server/store/migrate.ts'
import { findingsIn } from './lint.ts'

/** Migrations up to here ran before nodes were replaced one after the other. */
const LAST_UNCHECKED = '0023_invoices.sql'

const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
const text = (name: string) => readFileSync(join(MIGRATIONS, name), 'utf8')
const rulesOf = (sql: string) => findingsIn(sql).map(({ rule }) => rule)

test('nodes of the previous release live with every migration (migrations/README.md)', () => {
  const checked = files.filter((name) => name > LAST_UNCHECKED)
  const found = checked.flatMap((name) => findingsIn(text(name)).map((finding) => ({ name, ...finding })))
  expect(found).toEqual([])
})

test('the check reads the migrations of the past as they are', () => {
  expect(files).toContain(LAST_UNCHECKED)
  // Column additions of those stand; unguarded indexes on tables that were there do not.
  expect(rulesOf(text('0023_invoices.sql'))).toEqual([])
  expect(new Set(rulesOf(text('0022_preparation.sql')))).toEqual(new Set())
  expect(rulesOf(text('0019_sealed-places.sql'))).toEqual(['index'])
})

test.each([
  ['drop', 'ALTER TABLE "lot" DROP COLUMN "papers";'],
  ['drop', 'ALTER TABLE "lot" DROP COLUMN IF EXISTS "papers" CASCADE;'],
  ['drop', 'ALTER TABLE "public"."lot" DROP CONSTRAINT "lot_code";'],
  ['drop', 'DROP TABLE "banner" CASCADE;'],
  ['rename', 'ALTER TABLE "lot" RENAME COLUMN "papers" TO "documents";'],
  ['rename', 'ALTER TABLE "lot" RENAME TO "parcel";'],
  ['type', 'ALTER TABLE "lot" ALTER COLUMN "papers" SET DATA TYPE text;'],
  ['tighten', 'ALTER TABLE "lot" ALTER COLUMN "papers" SET NOT NULL;'],
  ['tighten', 'ALTER TABLE "lot" ALTER COLUMN "papers" DROP DEFAULT;'],
  ['tighten', 'ALTER TABLE "lot" ADD COLUMN "weight" integer NOT NULL;'],
  ['tighten', 'ALTER TABLE "lot" ADD CONSTRAINT "lot_code" UNIQUE("code");'],
  ['tighten', 'ALTER TABLE "lot" ADD CONSTRAINT "positive" CHECK (weight > 0);'],
  ['tighten', 'CREATE UNIQUE INDEX "lot_code" ON "lot" USING btree ("code");'],
  ['tighten', 'CREATE UNIQUE INDEX CONCURRENTLY "lot_code" ON "lot" ("code");'],
  ['index', 'CREATE INDEX "lot_code" ON "lot" USING btree ("code");'],
  ['index', 'DROP INDEX "lot_code";'],
  ['rows', 'UPDATE "lot" SET "papers" = \'[]\';'],
  ['rows', 'DELETE FROM "lot" WHERE "code" IS NULL;'],
])('%s: %s', (rule, statement) => {
  expect(rulesOf(`CREATE TABLE "other" ("id" text);\n--> statement-breakpoint\n${statement}`)).toEqual([rule])
  expect(rulesOf(`-- reviewed: ${rule}: no code since release v1.4 reads or writes it\n${statement}`)).toEqual([])
  expect(rulesOf(`-- reviewed: ${rule}: fine\n${statement}`)).toEqual([rule])
  expect(rulesOf(`-- reviewed: other: no code since release v1.4 reads or writes it\n${statement}`)).toEqual([rule])
})

test.each([
  'ALTER TABLE "lot" ADD COLUMN "weight" integer;',
  'ALTER TABLE "lot" ADD COLUMN "papers" jsonb DEFAULT \'[]\'::jsonb NOT NULL;',
  'CREATE INDEX CONCURRENTLY "lot_code" ON "lot" USING btree ("code");',
  'CREATE TABLE "x" ("id" text NOT NULL);\n--> statement-breakpoint\nCREATE UNIQUE INDEX "x_id" ON "x" ("id");',
  'CREATE TABLE "x" ("id" text);\n--> statement-breakpoint\nALTER TABLE "x" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "public"."lot"("id");',
  '-- DROP TABLE "lot"\nALTER TABLE "lot" ADD COLUMN "weight" integer;',
])('stands: %s', (statement) => expect(rulesOf(statement)).toEqual([]))
