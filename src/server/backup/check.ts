import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import * as z from 'zod'
import { codeOf } from '../store/errors.ts'
import { contentOf, FileHead, Keys, Manifest, recordsIn, Rows, Sequence, TableHead, Totals } from './records.ts'
import type { BackupRecord } from './records.ts'
import { BackupRefused } from './refused.ts'
import { opening } from './sealed.ts'

export interface Checked {
  readonly manifest: Manifest
  readonly totals: Totals
  readonly keys: string
}

/** Passes each record of a backup to `take`, in order. */
export async function readBackup(
  path: string,
  passphrase: string,
  take: (record: BackupRecord) => Promise<void> | void,
): Promise<void> {
  try {
    await pipeline(
      createReadStream(path),
      opening(passphrase),
      createGunzip(),
      async (source: AsyncIterable<Buffer>) => {
        for await (const record of recordsIn(source)) await take(record)
      },
    )
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EACCES' || codeOf(error) === 'EISDIR')
      throw new BackupRefused(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
    if (error instanceof z.ZodError || error instanceof SyntaxError || codeOf(error)?.startsWith('Z_') === true)
      throw new BackupRefused('The backup is not as this version writes it.', { cause: error })
    throw error
  }
}

/** Reads a backup to its end, and checks that nothing was changed and that the totals of its last record match. */
export async function checkBackup(path: string, passphrase: string): Promise<Checked> {
  let manifest: Manifest | null = null
  let totals: Totals | null = null
  let keys: string | null = null
  const seen = { tables: 0, rows: 0, files: 0, bytes: 0 }
  await readBackup(path, passphrase, (record) => {
    if (totals !== null || (manifest === null && record.kind !== 'manifest'))
      throw new BackupRefused('The records of the backup are out of order.')
    switch (record.kind) {
      case 'manifest':
        manifest = contentOf(Manifest, record)
        break
      case 'table':
        contentOf(TableHead, record)
        seen.tables += 1
        break
      case 'rows':
        seen.rows += contentOf(Rows, record).length
        break
      case 'sequence':
        contentOf(Sequence, record)
        break
      case 'file':
        contentOf(FileHead, record)
        seen.files += 1
        break
      case 'bytes':
        seen.bytes += record.bytes.length
        break
      case 'keys':
        keys = contentOf(Keys, record).text
        break
      case 'end':
        totals = contentOf(Totals, record)
        break
    }
  })
  if (manifest === null || totals === null || keys === null || !same(totals, seen))
    throw new BackupRefused('The backup is not complete.')
  return { manifest, totals, keys }
}

const same = (a: Totals, b: Totals): boolean =>
  a.tables === b.tables && a.rows === b.rows && a.files === b.files && a.bytes === b.bytes
