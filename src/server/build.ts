import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The app's source folders. */
const SOURCES = [
  'src/app',
  'src/build',
  'src/client',
  'src/contract',
  'src/domain',
  'src/texts',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
]
/** Outputs of a build. The worker is written last, so its presence shows that the build is complete. */
export const MADE = ['dist/app/index.html', 'dist/server/writePages.js', 'dist/app/main.js']
const LOCK = 'dist/.building'
const LOOK_EVERY_MS = 200

export class BuildFailed extends Error {
  override name = 'BuildFailed'
}

/** Builds the app unless the present build is newer than all its sources. Of several concurrent starts, one builds. */
export async function buildIfStale(root: string, say: (line: string) => void): Promise<void> {
  while (isStale(root)) {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    if (!existsSync(vite)) {
      if (MADE.every((file) => existsSync(join(root, file))))
        return say(
          'The app is older than its sources, and there is no Vite here to build it anew: serving it as it is.',
        )
      throw new BuildFailed(
        'The app is not built, and Vite is not installed. Run `npm ci` with development dependencies, or bring dist/app along.',
      )
    }
    if (!takeLock(root)) {
      await wait(LOOK_EVERY_MS)
      continue
    }
    try {
      say('Building the app …')
      await build(root, vite)
      if (isStale(root)) throw new BuildFailed('The app changed while it was built. Start again.')
    } finally {
      rmSync(join(root, LOCK), { force: true })
    }
  }
}

export function isStale(root: string): boolean {
  const made = MADE.map((file) => join(root, file))
  if (!made.every((file) => existsSync(file))) return true
  const oldest = Math.min(...made.map((file) => statSync(file).mtimeMs))
  return SOURCES.some((source) => newestIn(join(root, source)) > oldest)
}

function newestIn(path: string): number {
  if (!existsSync(path)) return 0
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  // A folder's own modification time reveals deleted files.
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}

/** Another process's lock counts while that process lives. */
function takeLock(root: string): boolean {
  const path = join(root, LOCK)
  mkdirSync(join(root, 'dist'), { recursive: true })
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    if (!isAlive(path)) rmSync(path, { force: true })
    return false
  }
}

function isAlive(lock: string): boolean {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function build(root: string, vite: string): Promise<void> {
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Under a test runner's own value Vite writes a server bundle that production React cannot run.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new BuildFailed(`The app could not be built (${code}):\n${said.trim()}`)
}
