import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildIfStale } from '../../../src/server/build.ts'
import { ROOT } from '../../../src/server/main.ts'
import { SCRATCH } from '../../support/scratch.ts'

const run = promisify(execFile)
/** Commit of the release before this one, for a repository without release tags. */
const RECORDED = join(import.meta.dirname, 'previous-release')
const TAGS = 'v[0-9]*'
const FOLDERS = join(SCRATCH, 'timber-releases')

/** A version of the product, ready to start. */
export interface Release {
  /** Short id of its commit. */
  readonly name: string
  readonly root: string
  /** Names of its migrations, oldest first. */
  readonly migrations: readonly string[]
}

const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', ['-C', ROOT, ...args], { maxBuffer: 1024 * 1024 })).stdout.trim()

export const present = async (): Promise<Release> => ({
  name: await git('describe', '--always', '--dirty'),
  root: ROOT,
  migrations: migrationsIn(ROOT),
})

/**
 * The commit of the previous release: the one asked for, else that of the newest release tag before `HEAD`, else the
 * recorded one. `null`: this clone does not have it.
 */
export async function previousCommit(asked: string | undefined): Promise<string | null> {
  const tag = git('describe', '--tags', '--abbrev=0', '--match', TAGS, 'HEAD^').catch(() => null)
  const named = asked ?? (await tag) ?? readFileSync(RECORDED, 'utf8').trim()
  return git('rev-parse', '--verify', '--quiet', `${named}^{commit}`).catch(() => null)
}

/**
 * That commit in a folder of its own, with its packages, built. The folder is kept, for installing and building take
 * minutes.
 */
export async function releaseAt(commit: string, say: (line: string) => void): Promise<Release> {
  const root = join(FOLDERS, commit)
  if (!existsSync(root)) {
    const draft = `${root}.${process.pid}`
    mkdirSync(draft, { recursive: true })
    try {
      await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', ROOT, commit, draft])
      await installIn(draft, say)
      renameSync(draft, root)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  // The build's first steps read the folder's name, so it is built in its place.
  await buildIfStale(root, say)
  return { name: commit.slice(0, 8), root, migrations: migrationsIn(root) }
}

/** The packages of this version serve if the lock files are equal. */
async function installIn(folder: string, say: (line: string) => void): Promise<void> {
  const [theirs, own] = [folder, ROOT].map((root) => readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (theirs === own) return symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  say('installing the packages of the previous release')
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 16 * 1024 * 1024 })
}

const migrationsIn = (root: string): string[] =>
  readdirSync(join(root, 'src/server/store/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
