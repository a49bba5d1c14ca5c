import { LOOK_COOKIE, LOOKS } from '../../contract/pages.ts'
import { rememberChoice } from '../../client/cookie.ts'
import { dropKeptHome } from '../boot/cachedHome.ts'
import { createStore } from '../../client/store.ts'

/**
 * The layout setting (spec §3) with its defaults (§9), and two things more: whether the device decides about light and
 * dark, and whether pictures wait.
 */
export interface Layout {
  readonly theme: '#409EFF' | '#018C39'
  readonly scheme: 'device' | 'light' | 'dark'
  /** How large type, controls and rows are. */
  readonly size: 'small' | 'medium' | 'large'
  /** `desktop`: the layout follows the width, and is the mobile one below 992 px; `mobile`: it always is. */
  readonly device: 'desktop' | 'mobile'
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

/** What may be kept under each name, the default first; anything else counts as not chosen. */
const CHOICES: { readonly [K in keyof Layout]: readonly [Layout[K], ...Layout[K][]] } = {
  theme: ['#409EFF', '#018C39'],
  scheme: ['device', 'light', 'dark'],
  size: ['medium', 'small', 'large'],
  device: ['desktop', 'mobile'],
  sideTheme: ['dark', 'light'],
  topNav: [false, true],
  tagsView: [true, false],
  fixedHeader: [true, false],
  sidebarLogo: [true, false],
  dynamicTitle: [true, false],
  saveData: [false, true],
}

function layoutOf(kept: ReadonlyMap<string, unknown>): Layout {
  const read = <K extends keyof Layout>(name: K): Layout[K] =>
    CHOICES[name].find((choice) => choice === kept.get(name)) ?? CHOICES[name][0]
  return {
    theme: read('theme'),
    scheme: read('scheme'),
    size: read('size'),
    device: read('device'),
    sideTheme: read('sideTheme'),
    topNav: read('topNav'),
    tagsView: read('tagsView'),
    fixedHeader: read('fixedHeader'),
    sidebarLogo: read('sidebarLogo'),
    dynamicTitle: read('dynamicTitle'),
    saveData: read('saveData'),
  }
}

export const DEFAULT_LAYOUT = layoutOf(new Map())
export const layout = createStore<Layout>(DEFAULT_LAYOUT)

export function parseLayout(text: string | null): Layout {
  let value: unknown
  try {
    value = JSON.parse(text ?? '{}')
  } catch {
    return DEFAULT_LAYOUT
  }
  return layoutOf(new Map(Object.entries(typeof value === 'object' && value !== null ? value : {})))
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

const looksOf = ({ theme, scheme, size }: Layout): string =>
  LOOKS.filter((look) => (look === 'green' ? theme === '#018C39' : scheme === look || size === look)).join('.')

function wear(next: Layout): void {
  layout.set(next)
  const { dataset } = document.documentElement
  dataset['brand'] = next.theme === '#018C39' ? 'green' : 'blue'
  if (next.scheme === 'device') delete dataset['scheme']
  else dataset['scheme'] = next.scheme
  dataset['size'] = next.size
}
