import { createStore } from './store.ts'

/** The layout setting (spec §3), of which two things are a person's to choose. */
export interface Layout {
  readonly theme: '#409EFF' | '#018C39'
  readonly scheme: 'device' | 'light' | 'dark'
}

const KEY = 'layout-setting'
const DEFAULT: Layout = { theme: '#409EFF', scheme: 'device' }

export const layout = createStore<Layout>(DEFAULT)

export function parseLayout(text: string | null): Layout {
  let value: unknown
  try {
    value = JSON.parse(text ?? '')
  } catch {
    return DEFAULT
  }
  if (typeof value !== 'object' || value === null) return DEFAULT
  const theme = 'theme' in value && value.theme === '#018C39' ? '#018C39' : DEFAULT.theme
  const scheme = 'scheme' in value && (value.scheme === 'light' || value.scheme === 'dark') ? value.scheme : DEFAULT.scheme
  return { theme, scheme }
}

export function chooseLayout(choice: Partial<Layout>): void {
  const next = { ...layout.get(), ...choice }
  localStorage.setItem(KEY, JSON.stringify(next))
  wear(next)
}

export const startLayout = (): void => wear(parseLayout(localStorage.getItem(KEY)))

function wear(next: Layout): void {
  layout.set(next)
  const { dataset } = document.documentElement
  dataset['brand'] = next.theme === '#018C39' ? 'green' : 'blue'
  if (next.scheme === 'device') delete dataset['scheme']
  else dataset['scheme'] = next.scheme
}
