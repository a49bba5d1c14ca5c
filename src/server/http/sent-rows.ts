import { createHash } from 'node:crypto'
import { LruMap } from '../auth/lru-map.ts'

/** Lists that this node remembers: some 5 kB each. A caller whose list is forgotten is sent all of it. */
const LISTS = 1_000

interface SentRow {
  readonly index: number
  /** By field, in their order. */
  readonly digests: Float64Array
}

/** The rows of lists that were sent, as digests, by the list's mark. */
export class SentRows {
  readonly #sent = new LruMap<string, ReadonlyMap<unknown, SentRow>>(LISTS)

  /**
   * `rows` as a caller needs them that has the list of mark `had` (`ChangedRow`); `null`: all of them, as that list is not known here.
   * Remembers `rows` as those of `mark`.
   *
   * @param id Name of the field by which a row is known.
   */
  changed(rows: readonly unknown[], id: string, mark: string, had: string | null): readonly unknown[] | null {
    const sent = new Map(rows.map((row, index) => [fieldOf(row, id), { index, digests: digestsOf(row) }]))
    const known = had === null ? undefined : this.#sent.get(had)
    this.#sent.set(mark, sent)
    return known === undefined
      ? null
      : rows.map((row) => changedRow(row, sent.get(fieldOf(row, id)), known.get(fieldOf(row, id))))
  }
}

function changedRow(row: unknown, now: SentRow | undefined, before: SentRow | undefined): unknown {
  if (now === undefined || before === undefined || now.digests.length !== before.digests.length) return row
  const fields = fieldsOf(row).filter((_, i) => now.digests[i] !== before.digests[i])
  return fields.length === 0 ? before.index : [before.index, Object.fromEntries(fields)]
}

const fieldsOf = (row: unknown): (readonly [string, unknown])[] => Object.entries(row as object)
const fieldOf = (row: unknown, name: string): unknown => fieldsOf(row).find(([one]) => one === name)?.[1]

/** 48 bits of each field's SHA-256, its name included. */
const digestsOf = (row: unknown): Float64Array =>
  Float64Array.from(fieldsOf(row), (field) => sha256(field).readUIntBE(0, 6))

const sha256 = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest()
/** 22 characters of base64url. */
export const digestOf = (value: unknown): string => sha256(value).toString('base64url').slice(0, 22)
