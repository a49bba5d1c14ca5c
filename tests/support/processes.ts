import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const POLL_MS = 50

/** The PostgreSQL of a data folder: its postmaster and all its children, by number. Needs /proc to see children. */
export function databaseOf(dataDir: string): readonly number[] {
  const lock = join(dataDir, 'pg/postmaster.pid')
  const postmaster = existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : 0
  // A reused process id is not ours.
  if (!postmaster || !commandOf(postmaster).includes(join(dataDir, 'pg'))) return []
  return [postmaster, ...allPids().filter((pid) => parentOf(pid) === postmaster)]
}

/** Nodes that serve a data folder. */
export const serversOf = (dataDir: string): readonly number[] =>
  allPids().filter(
    (pid) =>
      commandOf(pid).includes('src/server/start.ts') &&
      read(`/proc/${pid}/environ`).split('\0').includes(`DATA_DIR=${dataDir}`),
  )

/** `kill -9`, and waits until they are gone. */
export async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone already.
    }
  }
  while (pids.some((pid) => commandOf(pid) !== '')) await wait(POLL_MS)
}

/** Numbers of all processes. */
export const allPids = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
/** Arguments of a process, separated by NUL; empty: it has ended. */
export const commandOf = (pid: number): string => read(`/proc/${pid}/cmdline`)
/** Field 4 of `stat`, counted from the end of the name, which may hold spaces. */
export const parentOf = (pid: number): number =>
  Number(
    read(`/proc/${pid}/stat`)
      .replace(/^.*\) /s, '')
      .split(' ')[1],
  )

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
