/** A statement of a migration that nodes of the previous release may not live with. */
export interface Finding {
  readonly rule: string
  readonly statement: string
}

/**
 * Above a statement that is safe all the same: `-- reviewed: <rule>: <reason>`. For what contracts the schema the reason
 * names the release since which no code uses it.
 */
const REVIEWED = /^--\s*reviewed:\s*([a-z ]+):\s*(\S.{19,})$/gm

const NAME = String.raw`(?:"?public"?\.)?"?(\w+)"?`
const BREAKPOINT = '--> statement-breakpoint'

interface Rule {
  readonly name: string
  /** The first group, if any, is the table: rules with one do not count for tables made by the same migration. */
  readonly pattern: RegExp
}

const alter = (action: string): RegExp =>
  new RegExp(String.raw`^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?${NAME} [^;]*?${action}`, 'i')

/** By the statements of PostgreSQL: what old code would fail at, and what locks a table for as long as it is. */
const RULES: readonly Rule[] = [
  { name: 'drop', pattern: alter(String.raw`DROP (?:COLUMN|CONSTRAINT)\b`) },
  { name: 'drop', pattern: /^DROP (?:TABLE|VIEW|TYPE|SEQUENCE|SCHEMA|FUNCTION|TRIGGER|MATERIALIZED VIEW)\b/i },
  { name: 'drop', pattern: /^TRUNCATE\b/i },
  { name: 'rename', pattern: alter(String.raw`RENAME\b`) },
  { name: 'rename', pattern: /^ALTER (?:INDEX|TYPE|SEQUENCE|VIEW|SCHEMA)\b.*\b(?:RENAME|SET SCHEMA)\b/i },
  { name: 'type', pattern: alter(String.raw`ALTER COLUMN "?\w+"? (?:SET DATA )?TYPE\b`) },
  { name: 'tighten', pattern: alter(String.raw`ALTER COLUMN "?\w+"? (?:SET NOT NULL|DROP DEFAULT)\b`) },
  { name: 'tighten', pattern: alter(String.raw`ADD COLUMN (?![^;]*\bDEFAULT\b)[^;]*\bNOT NULL\b`) },
  { name: 'tighten', pattern: alter(String.raw`ADD COLUMN [^;]*\b(?:UNIQUE|PRIMARY KEY|REFERENCES|CHECK)\b`) },
  { name: 'tighten', pattern: alter(String.raw`ADD (?:CONSTRAINT|UNIQUE|PRIMARY KEY|FOREIGN KEY|CHECK)\b`) },
  { name: 'tighten', pattern: new RegExp(String.raw`^CREATE UNIQUE INDEX [^;]*? ON ${NAME}`, 'i') },
  { name: 'tighten', pattern: new RegExp(String.raw`^CREATE (?:CONSTRAINT )?TRIGGER [^;]*? ON ${NAME}`, 'i') },
  {
    name: 'index',
    pattern: new RegExp(String.raw`^CREATE INDEX (?!CONCURRENTLY)[^;]*? ON ${NAME}`, 'i'),
  },
  { name: 'index', pattern: /^(?:DROP INDEX (?!CONCURRENTLY)|REINDEX\b)/i },
  { name: 'rows', pattern: new RegExp(String.raw`^(?:UPDATE|DELETE FROM) (?:ONLY )?${NAME}`, 'i') },
  { name: 'lock', pattern: /^(?:LOCK|VACUUM FULL|CLUSTER)\b/i },
]

/** What a migration does that the previous release's nodes may not live with, unless its text says why they do. */
export function findingsIn(migration: string): Finding[] {
  const statements = migration.split(BREAKPOINT).map((text) => ({ text: bare(text), reviewed: reviewsIn(text) }))
  const made = new Set(statements.flatMap(({ text }) => tableOf(text, /^CREATE TABLE (?:IF NOT EXISTS )?/i)))
  return statements.flatMap(({ text, reviewed }) => {
    const rules = new Set(
      RULES.flatMap(({ name, pattern }) => {
        const found = pattern.exec(text)
        return found === null || (found[1] !== undefined && made.has(found[1])) ? [] : [name]
      }),
    )
    return [...rules].filter((rule) => !reviewed.has(rule)).map((rule) => ({ rule, statement: text }))
  })
}

/** On one line, without its comments. */
const bare = (text: string): string =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const reviewsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(REVIEWED)].flatMap(([, rule]) => (rule === undefined ? [] : [rule.trim()])))

function tableOf(text: string, begin: RegExp): string[] {
  const name = begin.test(text) ? new RegExp(`${begin.source}${NAME}`, 'i').exec(text)?.[1] : undefined
  return name === undefined ? [] : [name]
}
