import { readFileSync } from 'node:fs'
import { databaseOf } from '../../support/processes.ts'

/**
 * CPU time that the processes of a folder's database have used so far, in ms, from the kernel's scheduler (ns). Work of
 * connections that have ended is not in it, so compare only while none ends.
 */
export function databaseCpu(dataDir: string): number {
  let ns = 0
  for (const pid of databaseOf(dataDir)) {
    try {
      ns += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The process has ended meanwhile.
    }
  }
  return ns / 1e6
}
