import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pidIn } from './postmaster.ts'

// Regression: about once in fifty starts the lock file vanished between two reads, and a node stopped while starting
// failed.
test('a lock that comes and goes while it is read is there or not, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  const lock = join(folder, 'postmaster.pid')
  const restless = spawn(process.execPath, [
    '--eval',
    `const fs = require('fs'); console.log('on'); for (;;) { fs.writeFileSync(${JSON.stringify(lock)}, '42'); fs.rmSync(${JSON.stringify(lock)}, { force: true }); }`,
  ])
  try {
    await once(restless.stdout, 'data')
    const found = new Set<number | null>()
    for (const until = performance.now() + 10_000; found.size < 2 && performance.now() < until;) found.add(pidIn(lock))
    for (let i = 0; i < 50_000; i++) found.add(pidIn(lock))
    expect(found).toEqual(new Set([42, null]))
  } finally {
    const gone = once(restless, 'close')
    restless.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
})
