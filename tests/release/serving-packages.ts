/** What a lock file says of an installed package (npm's version 3). */
export interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** A lock file's packages by their folder below the root; the root itself is `''`. */
export type Lock = Readonly<Record<string, Locked>>

const MODULES = 'node_modules/'

/** The folder in which a package at `from` finds the one of this name, as Node looks for it; `null`: nowhere. */
function found(lock: Lock, from: string, name: string): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${MODULES}`)))) {
    const path = `${at === '' ? '' : `${at}/`}${MODULES}${name}`
    if (lock[path]) return path
    if (at === '') return null
  }
}

/**
 * Folders of these packages of the root and of all that they need. `has` says what is installed here: of optional
 * packages only those of this platform are.
 */
export function withAllTheyNeed(lock: Lock, names: Iterable<string>, has: (folder: string) => boolean): string[] {
  const needed = new Set<string>()
  const take = (from: string, wanted: Iterable<string>, optional: boolean): void => {
    for (const name of wanted) {
      const folder = found(lock, from, name)
      if (folder === null || !has(folder)) {
        if (optional) continue
        throw new Error(`${name}, which ${from || 'the server'} needs, is not installed`)
      }
      if (needed.has(folder)) continue
      needed.add(folder)
      const one = lock[folder] ?? {}
      const peers = Object.keys(one.peerDependencies ?? {})
      take(folder, Object.keys(one.dependencies ?? {}), false)
      take(folder, Object.keys(one.optionalDependencies ?? {}), true)
      take(
        folder,
        peers.filter((peer) => one.peerDependenciesMeta?.[peer]?.optional !== true),
        true,
      )
    }
  }
  take('', names, false)
  return [...needed].toSorted()
}

/** The package that a module specifier names; `null`: a file, or a module of Node. */
export function packageOf(specifier: string): string | null {
  if (/^(?:[./]|node:)/.test(specifier)) return null
  const [first = '', second] = specifier.split('/')
  return first.startsWith('@') ? (second === undefined ? null : `${first}/${second}`) : first
}
