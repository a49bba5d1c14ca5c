import { LOOK_COOKIE, LOOKS } from '../../contract/pages.ts'
import { rememberChoice } from '../../client/cookie.ts'
import { dropCachedHome } from '../boot/cachedHome.ts'
import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'

/**
 * The layout setting (spec §3) with its defaults (§9), and two more settings: the colour scheme, and whether pictures
 * load only on request.
 */
export interface Layout {
  readonly theme: '#409EFF' | '#018C39'
  readonly scheme: 'device' | 'light' | 'dark'
  /** Size of type, controls and rows. */
  readonly size: 'small' | 'medium' | 'large'
  /** `desktop`: the layout follows the width, and is the mobile one below 992 px; `mobile`: always the mobile one. */
  readonly device: 'desktop' | 'mobile'
  /** Colour theme of the side menu. */
  readonly sideTheme: 'dark' | 'light'
  /** Shows the menu's groups in a row above the page instead of in a column beside it. */
  readonly topNav: boolean
  /** Shows tabs of visited pages. */
  readonly tagsView: boolean
  readonly fixedHeader: boolean
  readonly sidebarLogo: boolean
  /** The window's title follows the page. */
  readonly dynamicTitle: boolean
  /** Loads pictures only on request. */
  readonly saveData: boolean
}

const KEY = 'layout-setting'

/** Valid values of each setting, the default first; any other value counts as not chosen. */
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

function choicesOf(kept: ReadonlyMap<string, unknown>): Layout {
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

export const DEFAULT_LAYOUT = choicesOf(new Map())
export const layoutOf = (client: Client): Store<Layout> => client.part(createLayout)

const createLayout = (): Store<Layout> => createStore<Layout>(DEFAULT_LAYOUT)

export function parseLayout(text: string | null): Layout {
  let value: unknown
  try {
    value = JSON.parse(text ?? '{}')
  } catch {
    return DEFAULT_LAYOUT
  }
  return choicesOf(new Map(Object.entries(typeof value === 'object' && value !== null ? value : {})))
}

export function chooseLayout(client: Client, choice: Partial<Layout>): void {
  const next = { ...layoutOf(client).get(), ...choice }
  client.ports.storage.setItem(KEY, JSON.stringify(next))
  rememberChoice(client, LOOK_COOKIE, looksOf(next))
  dropCachedHome()
  wear(client, next)
}

export function startLayout(client: Client): void {
  const kept = parseLayout(client.ports.storage.getItem(KEY))
  // The cookie takes precedence over the stored value.
  if (looksOf(kept) !== '') rememberChoice(client, LOOK_COOKIE, looksOf(kept))
  wear(client, kept)
}

const looksOf = ({ theme, scheme, size }: Layout): string =>
  LOOKS.filter((look) => (look === 'green' ? theme === '#018C39' : scheme === look || size === look)).join('.')

function wear(client: Client, next: Layout): void {
  layoutOf(client).set(next)
  const { dataset } = document.documentElement
  dataset['brand'] = next.theme === '#018C39' ? 'green' : 'blue'
  if (next.scheme === 'device') delete dataset['scheme']
  else dataset['scheme'] = next.scheme
  dataset['size'] = next.size
}
