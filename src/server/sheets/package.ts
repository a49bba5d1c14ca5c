import type { Heard } from './xml.ts'

/** Relations of a part of a package (ECMA-376 part 2): by id, with the last word of their type. */
export type Relations = ReadonlyMap<string, { readonly kind: string; readonly path: string }>

/** The relations in `folder/_rels/name.rels`. Their targets are paths from the folder, or from the root with a slash. */
export async function relationsOf(path: string, hear: (heard: Heard) => Promise<void>): Promise<Relations> {
  const folder = path.slice(0, path.lastIndexOf('_rels/'))
  const relations = new Map<string, { readonly kind: string; readonly path: string }>()
  await hear({
    open: (name, { Id, Target, Type = '' }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return
      // Strict packages have types of another namespace, which end with the same word.
      relations.set(Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), path: resolved(folder, Target) })
    },
  })
  return relations
}

/** `xl/` and `../styles.xml` are `styles.xml`. */
function resolved(folder: string, target: string): string {
  if (target.startsWith('/')) return plainPath(target.slice(1))
  const parts = folder.split('/').filter((part) => part !== '')
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return plainPath(parts.join('/'))
}

/** A target is a reference: its spaces and letters beyond ASCII may be encoded. */
function plainPath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The workbook, as the package's own relations name it; where they are missing, at its usual place. */
export const workbookPathOf = (relations: Relations): string =>
  [...relations.values()].find(({ kind }) => kind === 'officeDocument')?.path ?? 'xl/workbook.xml'

/** The name of a part for comparison: without regard to case, and with the slashes that some writers turn around. */
export const partName = (path: string): string => path.replaceAll('\\', '/').replace(/^\//, '').toLowerCase()
