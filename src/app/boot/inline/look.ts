import { browserStorage } from '../../../client/ports/storage.ts'

/** Theme, colour scheme and size of this device, before the first paint. Server-written pages carry them already. */
try {
  const layout = JSON.parse(browserStorage('local').getItem('layout-setting') ?? '') as {
    theme?: unknown
    scheme?: unknown
    size?: unknown
  }
  const { dataset } = document.documentElement
  if (layout.theme === '#018C39') dataset['brand'] = 'green'
  if (layout.scheme === 'light' || layout.scheme === 'dark') dataset['scheme'] = layout.scheme
  if (layout.size === 'small' || layout.size === 'large') dataset['size'] = layout.size
} catch {
  // Without a stored choice, or without storage, the default look stays.
}
