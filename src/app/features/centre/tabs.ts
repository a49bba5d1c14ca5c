/** A visited page. Each path has one tab, with its latest query. */
export interface Tab {
  readonly path: string
  readonly href: string
  readonly title: string
}

/** The most tabs: beyond this the row is unreadable, and the oldest close. */
const MOST = 20

/** Opens a tab, or updates the tab of the same path. */
export function visit(tabs: readonly Tab[], tab: Tab): readonly Tab[] {
  const at = tabs.findIndex(({ path }) => path === tab.path)
  return at === -1 ? [...tabs, tab].slice(-MOST) : tabs.with(at, tab)
}

/** Renames a tab once the page has set its own title. */
export const retitle = (tabs: readonly Tab[], path: string, title: string): readonly Tab[] =>
  tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab))

/** Closes the tabs of pages whose form is done. */
export const withoutDone = (tabs: readonly Tab[], done: ReadonlySet<string>): readonly Tab[] =>
  tabs.filter(({ path }) => !done.has(path))

export type Closing = 'one' | 'left' | 'right' | 'others' | 'all'

export function close(tabs: readonly Tab[], path: string, what: Closing): readonly Tab[] {
  const at = tabs.findIndex((tab) => tab.path === path)
  switch (what) {
    case 'one':
      return tabs.filter((tab) => tab.path !== path)
    case 'left':
      return tabs.slice(Math.max(0, at))
    case 'right':
      return at === -1 ? tabs : tabs.slice(0, at + 1)
    case 'others':
      return tabs.filter((tab) => tab.path === path)
    case 'all':
      return []
  }
}

/** The tab to open after the current one closed: its right neighbour, else its left one; `null` if none is left. */
export function next(before: readonly Tab[], after: readonly Tab[], currentPath: string): Tab | null {
  const at = before.findIndex(({ path }) => path === currentPath)
  const left = (tab: Tab): boolean => after.some(({ path }) => path === tab.path)
  return before.slice(at + 1).find(left) ?? before.slice(0, Math.max(0, at)).findLast(left) ?? null
}

export function parseTabs(text: string | null): readonly Tab[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter(isTab) : []
  } catch {
    return []
  }
}

const isTab = (value: unknown): value is Tab =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  value.path.startsWith('/') &&
  'href' in value &&
  typeof value.href === 'string' &&
  'title' in value &&
  typeof value.title === 'string'
