import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
})

export interface Shipped {
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** Every package that an installation without development tools may hold, by the lock file. */
export function shipped(): readonly Shipped[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const rows = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version = '', license = 'none' }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      licence: license,
    }))
  const byKey = new Map(rows.map((row) => [`${row.name}@${row.version}`, row]))
  return [...byKey.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** `docs/licences.md`. */
export const table = (): string =>
  [
    '# Licences of shipped packages',
    '',
    'Written by `npm run licences` from the lock file; `tests/support/licences.test.ts` holds it to it.',
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...shipped().map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(table())
