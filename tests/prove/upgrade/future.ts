import { cpSync, mkdtempSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MADE } from '../../../src/server/build.ts'
import { ROOT } from '../../../src/server/main.ts'
import { SCRATCH } from '../../support/scratch.ts'

const BID = /^( +bid: )(\d+),$/m

/**
 * A release after this one, in a folder of its own: it writes bids in a version that this one does not know. Its app is
 * this one's.
 */
export function futureRelease(): { readonly root: string } {
  const root = mkdtempSync(join(SCRATCH, 'timber-future-'))
  for (const name of [
    'src',
    'sw',
    'public',
    'index.html',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'vite.config.ts',
    'lingui.config.ts',
    'dist',
  ])
    cpSync(join(ROOT, name), join(root, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const versions = join(root, 'src/domain/versions.ts')
  const text = readFileSync(versions, 'utf8')
  const planted = text.replace(BID, (_, name: string, version: string) => `${name}${Number(version) + 1},`)
  if (planted === text) throw new Error('no version of bids to raise')
  writeFileSync(versions, planted)
  // The app need not be built anew for it.
  const now = new Date()
  for (const made of MADE) utimesSync(join(root, made), now, now)
  return { root }
}
