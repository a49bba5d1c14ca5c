import { readdirSync, readFileSync } from 'node:fs'

/**
 * CPU time that the processes of a database cluster have used so far, in ms: the postmaster's children, each read from
 * the kernel's scheduler (ns). Work of connections that have ended is not in it, so compare only while none ends.
 */
export function databaseCpu(postmaster: number): number {
  let ns = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      // The second field is in brackets and may hold spaces; the parent is the second one after it.
      const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      if (Number(parent) !== postmaster) continue
      ns += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // The process has ended meanwhile.
    }
  }
  return ns / 1e6
}
