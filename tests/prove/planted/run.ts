import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { buildIfStale } from '../../../src/server/build.ts'
import { ROOT } from '../../../src/server/main.ts'
import type { Running } from '../run.ts'
import { Copy } from './copy.ts'
import { PLANTED } from './list.ts'

interface Ran {
  readonly code: number | null
  readonly said: string
}

/**
 * Shows that the proofs find what they promise: each sample holds in a copy of the sources as they are, and fails, for
 * the reason that its list names, with each fault of the list planted. Answers with the exit code.
 */
export async function runPlanted({ names, seed, say }: Pick<Running, 'names' | 'seed' | 'say'>): Promise<number> {
  const strange = names.filter((name) => !(name in PLANTED))
  if (strange.length > 0) {
    say(`No faults are listed for ${strange.join(', ')}. They are for: ${Object.keys(PLANTED).join(', ')}.`)
    return 2
  }
  const drawn = seed ?? String(randomInt(2 ** 31))
  await buildIfStale(ROOT, say)
  const copy = Copy.of(ROOT)
  const removed = () => copy.remove()
  process.once('exit', removed)
  const wrong: string[] = []
  let found = 0
  try {
    for (const name of names.length === 0 ? Object.keys(PLANTED) : names) {
      say(`${name}, as it is (seed ${drawn})`)
      const whole = await sampleOf(name, copy.root, drawn)
      if (whole.code !== 0) {
        wrong.push(`${name} fails without any planted fault:\n${whole.said.slice(-3_000)}`)
        continue
      }
      for (const planted of PLANTED[name] ?? []) {
        say(`${name}: ${planted.fault}`)
        const takeOut = copy.plant(planted)
        const { code, said } = await sampleOf(name, copy.root, drawn)
        takeOut()
        const isFound = code !== 0 && planted.finds.some((text) => said.includes(text))
        if (isFound) found += 1
        else
          wrong.push(
            `${name} ${code === 0 ? 'overlooks' : 'fails, but not by'} what was planted: ${planted.fault}\n${said.slice(-3_000)}`,
          )
        say(isFound ? '  found' : '  NOT FOUND')
      }
    }
  } finally {
    process.off('exit', removed)
    copy.remove()
  }
  for (const line of wrong) say(`\n${line}`)
  say(`\n${found} planted faults found, ${wrong.length} wrong`)
  return wrong.length === 0 ? 0 : 1
}

async function sampleOf(name: string, root: string, seed: string): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, 'tests/prove/cli.ts'), name, '--sample', '--seed', seed], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killed = () => child.kill()
  process.once('exit', killed)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  process.off('exit', killed)
  return { code, said }
}
