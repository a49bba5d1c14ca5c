import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { allPids, commandOf, parentOf } from '../../support/processes.ts'

/** Processes whose command line names the folder, and all that descend from them. Needs /proc. */
export function familyOf(folder: string): readonly number[] {
  const all = allPids().filter((pid) => pid !== process.pid)
  const found = new Set(all.filter((pid) => commandOf(pid).includes(folder)))
  for (let grown = true; grown;) {
    grown = false
    for (const pid of all) {
      if (found.has(pid) || !found.has(parentOf(pid))) continue
      found.add(pid)
      grown = true
    }
  }
  return [...found]
}

/** Sends the signal to all of them, one right after the other. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile.
    }
  }
}

/** `kill -9` until none of the family is left. */
export async function endFamily(folder: string): Promise<void> {
  for (let left = familyOf(folder); left.length > 0; left = familyOf(folder)) {
    signalAll(left, 'SIGKILL')
    await wait(50)
  }
}

/** Ends the family and deletes the folder when this process ends, however it does. */
export function guardFamily(folder: string): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'family-guard.ts'), `guarded=${folder}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  return child
}

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
