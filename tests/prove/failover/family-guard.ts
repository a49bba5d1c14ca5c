import { join } from 'node:path'
import { SCRATCH } from '../../support/scratch.ts'
import { endFamily, removeFolder } from './family.ts'

/* Outlives the proof, however that ends: node family-guard.ts guarded=<folder>. The end of standard input tells of the
   proof's end. */
const folder = process.argv[2]?.replace(/^guarded=/, '')
if (!folder?.startsWith(join(SCRATCH, 'timber-failover-')))
  throw new Error('family-guard.ts guarded=<folder of a failover proof>')

process.stdin.resume().once('end', () => {
  void endFamily(folder).then(() => {
    removeFolder(folder)
    process.exit(0)
  })
})
