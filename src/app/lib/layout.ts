import { LOOK_COOKIE, LOOKS } from '../../contract/pages.ts'
import { rememberChoice } from './cookie.ts'
import { dropKeptHome } from './keptHome.ts'
import { createStore } from './store.ts'

/** The layout setting (spec §3) with its defaults (§9), and one thing more: whether the device decides about light and dark. */
export interface Layout {
  readonly theme: '#409EFF' | '#018C39'
  readonly scheme: 'device' | 'light' | 'dark'
  /** Of the side menu. */
  readonly sideTheme: 'dark' | 'light'
  /** The groups of the menu stand in a row above the page instead of one below the other beside it. */
  readonly topNav: boolean
  /** Tabs of visited pages. */
  readonly tagsView: boolean
  readonly fixedHeader: boolean
  readonly sidebarLogo: boolean
  /** The title of the window follows the page. */
  readonly dynamicTitle: boolean
  /** Pictures load when they are asked for. */
  readonly saveData: boolean
}

const KEY = 'layout-setting'
export const DEFAULT_LAYOUT: Layout = {
  theme: '#409EFF',
  scheme: 'device',
  sideTheme: 'dark',
  topNav: false,
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  dynamicTitle: true,
  saveData: false,
}

export const layout = createStore<Layout>(DEFAULT_LAYOUT)

/** What may be kept under each name; anything else counts as not chosen. */
const CHOICES: { readonly [K in keyof Layout]: readonly Layout[K][] } = {
  theme: ['#409EFF', '#018C39'],
  scheme: ['device', 'light', 'dark'],
  sideTheme: ['dark', 'light'],
  topNav: [true, false],
  tagsView: [true, false],
  fixedHeader: [true, false],
  sidebarLogo: [true, false],
  dynamicTitle: [true, false],
  saveData: [true, false],
}

export function parseLayout(text: string | null): Layout {
  if (text === null) return DEFAULT_LAYOUT
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return DEFAULT_LAYOUT
  }
  const kept = new Map<string, unknown>(Object.entries(typeof value === 'object' && value !== null ? value : {}))
  const read = <K extends keyof Layout>(name: K): Layout[K] =>
    CHOICES[name].find((choice) => choice === kept.get(name)) ?? DEFAULT_LAYOUT[name]
  return {
    theme: read('theme'),
    scheme: read('scheme'),
    sideTheme: read('sideTheme'),
    topNav: read('topNav'),
    tagsView: read('tagsView'),
    fixedHeader: read('fixedHeader'),
    sidebarLogo: read('sidebarLogo'),
    dynamicTitle: read('dynamicTitle'),
    saveData: read('saveData'),
  }
}

export function chooseLayout(choice: Partial<Layout>): void {
  const next = { ...layout.get(), ...choice }
  localStorage.setItem(KEY, JSON.stringify(next))
  rememberChoice(LOOK_COOKIE, looksOf(next))
  dropKeptHome()
  wear(next)
}

export function startLayout(): void {
  const kept = parseLayout(localStorage.getItem(KEY))
  // A cookie goes earlier than what is stored.
  if (looksOf(kept) !== '') rememberChoice(LOOK_COOKIE, looksOf(kept))
  wear(kept)
}

const looksOf = ({ theme, scheme }: Layout): string =>
  LOOKS.filter((look) => (look === 'green' ? theme === '#018C39' : scheme === look)).join('.')

function wear(next: Layout): void {
  layout.set(next)
  const { dataset } = document.documentElement
  dataset['brand'] = next.theme === '#018C39' ? 'green' : 'blue'
  if (next.scheme === 'device') delete dataset['scheme']
  else dataset['scheme'] = next.scheme
}
