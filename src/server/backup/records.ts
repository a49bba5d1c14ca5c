import * as z from 'zod'
import { BackupRefused } from './refused.ts'

/** First record: version and time of the backup. */
export const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Time of the newest migration that its tables went through. */
  migration: z.number(),
})
export type Manifest = z.infer<typeof Manifest>
/** Precedes the rows of a table. */
export const TableHead = z.object({ name: z.string(), columns: z.array(z.string()) })
/** Rows in PostgreSQL's text format, exact for every type. */
export const Rows = z.array(z.string())
export const Sequence = z.object({ name: z.string(), value: z.string(), called: z.boolean() })
/** Precedes the bytes of an uploaded file. */
export const FileHead = z.object({ id: z.string() })
/** Secret keys, the newest first, one per line. */
export const Keys = z.object({ text: z.string() })
/** Last record: totals of all records before it. */
export const Totals = z.object({ tables: z.number(), rows: z.number(), files: z.number(), bytes: z.number() })
export type Totals = z.infer<typeof Totals>

const KINDS = ['manifest', 'table', 'rows', 'sequence', 'file', 'bytes', 'keys', 'end'] as const
export type Kind = (typeof KINDS)[number]
export interface BackupRecord {
  readonly kind: Kind
  readonly bytes: Buffer
}

const HEAD = 5
/** Maximum size of one record: a batch of rows, or a part of a file. */
const MOST = 256 * 1024 * 1024

export function recordOf(kind: Kind, content: unknown): Buffer {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
  const head = Buffer.alloc(HEAD)
  head[0] = KINDS.indexOf(kind)
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** Splits a stream into its records. */
export async function* recordsIn(source: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let held: Buffer[] = []
  let length = 0
  let needed = HEAD
  for await (const piece of source) {
    held.push(piece)
    length += piece.length
    if (length < needed) continue
    let all = Buffer.concat(held, length)
    for (;;) {
      const size = all.length < HEAD ? 0 : all.readUInt32BE(1)
      if (size > MOST) throw new BackupRefused('The backup holds a record that is too large.')
      needed = HEAD + size
      if (all.length < needed) break
      const kind = KINDS[all[0] ?? KINDS.length]
      if (kind === undefined) throw new BackupRefused('The backup was written by a newer version.')
      yield { kind, bytes: all.subarray(HEAD, needed) }
      all = all.subarray(needed)
      needed = HEAD
    }
    held = [all]
    length = all.length
  }
  if (length > 0) throw new BackupRefused('The backup ends in the middle of a record.')
}

export const contentOf = <T>(schema: z.ZodType<T>, { bytes }: BackupRecord): T =>
  schema.parse(JSON.parse(bytes.toString('utf8')))
