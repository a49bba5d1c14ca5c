/** What a bundler tells of a module. */
interface Known {
  readonly importedIds: readonly string[]
}
interface Context {
  getModuleInfo(id: string): Known | null
}

const ENTRY = '/src/app/main.tsx'
const SCREEN = '/src/app/routes/[index].tsx?tsr-split=component'

/**
 * Names the chunk of what the first screen needs: everything of ours that the entry, the home page's screen and the texts before them
 * import, however deep. Whatever else there is comes with the screens that use it, so that nobody fetches a form to read the sales.
 */
export function firstScreen(name: string) {
  const roots = new Set<string>()
  let known: ReadonlySet<string> | null = null
  const reach = (context: Context): ReadonlySet<string> => {
    const seen = new Set<string>()
    const visit = (id: string): void => {
      if (seen.has(id)) return
      seen.add(id)
      for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next)
    }
    for (const root of roots) visit(root)
    return seen
  }
  return {
    /** Sees each module; those the first screen begins with are remembered. */
    test(id: string): boolean {
      if (id.endsWith(ENTRY) || id.endsWith(SCREEN)) roots.add(id)
      return !id.includes('/node_modules/')
    },
    name(id: string, context: Context): string | null {
      known ??= reach(context)
      // The entry waits for the first screen's chunk: were they one, it would wait for itself.
      return known.has(id) && !id.endsWith(ENTRY) ? name : null
    },
  }
}
